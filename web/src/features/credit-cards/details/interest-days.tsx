import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { creditCardQueries, type InterestDay } from '@/entities/card/queries';
import type { CardView } from '@/entities/card/use-card-view';
import { formatTableDate } from '@/lib/dates';
import { currencySymbol, formatExactRate, formatMoney } from '@/lib/money';

/** Renders the interest since the last statement, by balance if the card has several balances or rates. */
export function InterestDays({ view }: { view: CardView }) {
  const daily = view.status?.daily;
  return daily ? <BalanceDays view={view} daily={daily} /> : <OneBalanceDays view={view} />;
}

const BALANCES = { purchases: 'Purchases', cash: 'Cash advances', transfer: 'Transfers' } as const;

type Daily = NonNullable<NonNullable<CardView['status']>['daily']>;

function BalanceDays({ view: { card }, daily: { days, earlier } }: { view: CardView; daily: Daily }) {
  const money = (amount: number) => formatMoney(amount, card.currency);
  const charged = days
    .filter(({ isCharged }) => isCharged)
    .reduce((total, { interest }) => total + interest, earlier?.interest ?? 0);
  return (
    <div className="mt-3">
      <p>
        {charged > 0 ? (
          <>
            <strong className="figures font-semibold">{money(charged)}</strong> in interest has accrued since
            the last statement.
          </>
        ) : (
          'No interest since the last statement.'
        )}
      </p>
      <DailyTable note="Each balance × its APR ÷ 365 a day, added up and rounded when the statement closes. Only purchases have a grace period.">
        <thead>
          <tr className="border-line border-b text-left">
            <th className="py-1.5 font-medium">Date</th>
            <th className="py-1.5 pr-3 font-medium">Balance</th>
            <th className="py-1.5 text-right font-medium">APR</th>
            <th className="py-1.5 pl-4 text-right font-medium">Interest</th>
          </tr>
        </thead>
        <tbody className="figures">
          {days.toReversed().map(({ day, kind, owed, apr, interest, isCharged }) => (
            <tr key={`${day}:${kind}`} className="border-line border-b">
              <td className="py-1.5 pr-3">{formatTableDate(day)}</td>
              <td className="py-1.5 pr-3">
                <span className="text-ink-3">{BALANCES[kind]}</span> <br className="sm:hidden" />
                {money(owed)}
              </td>
              <td className="py-1.5 text-right">{formatExactRate(apr)}</td>
              <td className="py-1.5 pl-4 text-right">
                {isCharged ? exact(interest, card.currency) : <span className="text-ink-3">grace</span>}
              </td>
            </tr>
          ))}
          {earlier && (
            <tr className="border-line border-b">
              <td className="py-1.5" colSpan={3}>
                {formatTableDate(earlier.from)} to {formatTableDate(earlier.to)},{' '}
                <span className="text-ink-3">purchases only</span>
              </td>
              <td className="py-1.5 text-right">{exact(earlier.interest, card.currency)}</td>
            </tr>
          )}
        </tbody>
      </DailyTable>
    </div>
  );
}

function DailyTable({ note, children }: { note: string; children: ReactNode }) {
  return (
    <details className="mt-1 text-sm">
      <summary className="w-fit py-1 text-ink-3 pointer-coarse:py-3 hover:text-ink">Daily interest</summary>
      <div
        className="mt-2 max-h-72 max-w-140 overflow-y-auto"
        role="region"
        aria-label="Daily interest"
        // Focusable, so that keyboard users can scroll it.
        tabIndex={0}
      >
        <table className="w-full">{children}</table>
      </div>
      <p className="mt-2 text-ink-3">{note}</p>
    </details>
  );
}

function OneBalanceDays({ view }: { view: CardView }) {
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
      <DailyTable
        note={`Balance × ${formatExactRate(card.apr)} ÷ 365 each day, added up and rounded when the statement closes. With a grace period, you pay no interest on what you repay by the due date.`}
      >
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
      </DailyTable>
    </div>
  );
}

/** Formats an amount with fractions of a cent, because a day's interest can be less than a cent. */
function exact(amount: number, currency: string): string {
  return `${currencySymbol(currency)}${amount.toLocaleString('en-US', { minimumFractionDigits: 4, maximumFractionDigits: 4 })}`;
}
