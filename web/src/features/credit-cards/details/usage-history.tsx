import { usageByMonth } from '@/entities/card/entries';
import type { CardView } from '@/entities/card/use-card-view';
import { formatAs } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { classNames } from '@/ui/class-names';
import { Section } from '@/ui/page';
import { GOOD_SHARE } from '../summary/owed-figures';

const MONTHS = 12;
const BARS_REM = 6.5;
const LEAST_FULL_SHARE = 0.45;

export function UsageHistory({ view }: { view: CardView }) {
  const { card, entries, today, zone } = view;
  const months = usageByMonth(entries, { limit: card.credit_limit, today, zone, months: MONTHS });
  if (months.length < 2) return null;
  const present = today.slice(0, 7);
  // The tallest bar fills the height. The scale covers at least 30%, so that low utilization looks low.
  const full = Math.max(LEAST_FULL_SHARE, ...months.map(({ share }) => share));
  const height = (share: number) => `${Math.min(1, share / full) * BARS_REM}rem`;
  return (
    <Section title="Credit utilization by month" aside="based on your current limit">
      <div className="relative">
        <table className="block">
          <caption className="sr-only">Credit utilization at the end of each month</caption>
          <tbody className="flex gap-1.5 pr-9">
            {months.map(({ month, owed, share }) => (
              <tr key={month} className="flex min-w-0 max-w-14 flex-1 flex-col-reverse">
                <th scope="row" className="h-7 pt-2 text-center font-normal text-ink-3 text-xs">
                  <span className="sr-only">{formatAs(`${month}-01`, 'MMMM yyyy')}</span>
                  <span aria-hidden className="block truncate text-clip">
                    {formatAs(`${month}-01`, months.length > 8 ? 'MMMMM' : 'MMM')}
                  </span>
                </th>
                <td
                  className="flex h-32 flex-col justify-end border-line border-b"
                  title={`${formatAs(`${month}-01`, 'MMMM yyyy')}: ${formatMoney(owed, card.currency)}`}
                >
                  <span className="figures relative z-10 mx-auto bg-canvas px-0.5 text-center text-ink-2 text-xs">
                    {Math.round(share * 100)}
                    <span className="sr-only">%, {formatMoney(owed, card.currency)}</span>
                  </span>
                  <span
                    aria-hidden
                    className={classNames(
                      'block shrink-0 rounded-t-1 bg-ink',
                      month === present && 'opacity-50',
                    )}
                    style={{ height: height(share) }}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <div
          aria-hidden
          className="pointer-events-none absolute inset-x-0 border-ink-3 border-t border-dashed"
          style={{ bottom: `calc(1.75rem + ${height(GOOD_SHARE)})` }}
        >
          <span className="absolute right-0 bottom-0.5 bg-canvas pl-1 text-ink-3 text-xs">30%</span>
        </div>
      </div>
    </Section>
  );
}
