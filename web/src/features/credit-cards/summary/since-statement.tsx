import { Link } from 'react-router';
import { formatListDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { Section } from '@/ui/page';
import { RowList } from '@/ui/row-list';
import { getPath } from '../parts';
import { entriesSince, getParts, isPurchase, sumOf } from '../transactions/entries';
import { EntryRow } from '../transactions/entry-row';
import type { CardView } from '../use-card-view';

const SHOWN = 9;

/** Renders the activity since the last statement, and its sum. */
export function SinceStatement({ view }: { view: CardView }) {
  const { card, zone, entries, standing, closedOn } = view;
  const closing = standing?.statement?.balance ?? view.statements[0]?.closing_balance ?? 0;
  const since = entriesSince(closedOn, entries, zone);
  const purchases = since.filter(isPurchase);
  const money = (amount: number) => formatMoney(amount, card.currency);
  return (
    <Section
      title={closedOn ? 'Since last statement' : 'So far'}
      aside={
        standing && (
          <>
            {purchases.length > 0 && (
              <span className="max-sm:hidden">
                {money(sumOf(purchases))} in {purchases.length}{' '}
                {purchases.length === 1 ? 'purchase' : 'purchases'},{' '}
              </span>
            )}
            closes {formatListDate(standing.closesOn)}
          </>
        )
      }
    >
      {since.length === 0 ? (
        <p className="border-line border-t pt-4 text-ink-3">
          {closedOn ? 'No activity since.' : 'No charges yet'}
        </p>
      ) : (
        <RowList label="Card activity">
          {since.slice(0, SHOWN).map((entry) => (
            <EntryRow key={entry.id} entry={entry} currency={card.currency} zone={zone} />
          ))}
        </RowList>
      )}
      <p className="mt-4 flex flex-wrap justify-between gap-x-6 gap-y-2 text-ink-3 text-sm">
        {closedOn && <span className="figures">{formatSum(closing, since, money, card.balance)}</span>}
        {entries.length > 0 && (
          <Link to={getPath(card.id, 'transactions')} className="text-link">
            View transactions
          </Link>
        )}
      </p>
    </Section>
  );
}

/** Formats `$906.75 statement + $359.21 since = $1,265.96 owed.` */
function formatSum(
  closing: number,
  since: Parameters<typeof getParts>[0],
  money: (amount: number) => string,
  owed: number,
): string {
  const { charges, payments, interest, fees } = getParts(since);
  const terms = [
    `${money(closing)} statement`,
    payments > 0 && `\u2212 ${money(payments)} paid`,
    charges > 0 && `+ ${money(charges)} since`,
    interest > 0 && `+ ${money(interest)} interest`,
    fees > 0 && `+ ${money(fees)} fees`,
  ];
  return `${terms.filter(Boolean).join(' ')} = ${money(owed)} owed.`;
}
