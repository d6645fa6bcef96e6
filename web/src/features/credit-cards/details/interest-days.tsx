import { useQuery } from '@tanstack/react-query';
import { creditCardQueries, type InterestDay } from '@/entities/card/queries';
import type { CardView } from '@/entities/card/use-card-view';
import { formatTableDate } from '@/lib/dates';
import { currencySymbol, formatExactRate, formatMoney } from '@/lib/money';

export function InterestDays({ view }: { view: CardView }) {
  const { card, status, statements } = view;
  const { data: days } = useQuery(creditCardQueries.interestDays(card.id));
  if (!days || days.length === 0 || statements.length === 0 || !status) return null;
  const last = days.at(-1);
  const sum = (of: (day: InterestDay) => boolean) =>
    days.filter(of).reduce((total, { interest }) => total + interest, 0);
  const charged = sum(({ in_grace }) => !in_grace);
  const spared = sum(({ in_grace }) => in_grace);
  const money = (amount: number) => formatMoney(amount, card.currency);
  return (
    <div className="mt-3">
      {charged > 0 ? (
        <p>
          <strong className="figures font-semibold">{money(charged)}</strong> in interest has accrued since
          the last statement{last && !last.in_grace && <>, {exact(last.interest, card.currency)} a day</>}.
        </p>
      ) : status.grace === 'open' && spared > 0 ? (
        <p>
          Interest so far if you don't pay in full:{' '}
          <strong className="figures font-semibold">{money(spared)}</strong>.
        </p>
      ) : (
        <p>No interest since the last statement.</p>
      )}
      <details className="mt-1 text-sm">
        <summary className="w-fit py-1 text-ink-3 pointer-coarse:py-3 hover:text-ink">Daily interest</summary>
        <div
          className="mt-2 max-h-72 max-w-140 overflow-y-auto"
          role="region"
          aria-label="Daily interest"
          // Focusable, so that keyboard users can scroll it.
          tabIndex={0}
        >
          <table className="w-full">
            <thead>
              <tr className="border-line border-b text-left">
                <th className="py-1.5 font-medium">Date</th>
                <th className="py-1.5 text-right font-medium">Ending balance</th>
                <th className="py-1.5 text-right font-medium">Interest</th>
                <th className="py-1.5 pl-4 text-right font-medium">Charged</th>
              </tr>
            </thead>
            <tbody className="figures">
              {days.toReversed().map(({ day, balance, interest, in_grace }) => (
                <tr key={day} className="border-line border-b">
                  <td className="py-1.5">{formatTableDate(day)}</td>
                  <td className="py-1.5 text-right">{money(balance)}</td>
                  <td className="py-1.5 text-right">{exact(interest, card.currency)}</td>
                  <td className="py-1.5 pl-4 text-right text-ink-2">{in_grace ? 'no' : 'yes'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <p className="mt-2 text-ink-3">
          Balance × {formatExactRate(card.apr)} ÷ 365 each day, added up and rounded when the statement
          closes. With a grace period, you pay no interest on what you repay by the due date.
        </p>
      </details>
    </div>
  );
}

/** Formats an amount with fractions of a cent, because a day's interest can be less than a cent. */
function exact(amount: number, currency: string): string {
  return `${currencySymbol(currency)}${amount.toLocaleString('en-US', { minimumFractionDigits: 4, maximumFractionDigits: 4 })}`;
}
