import { fromMinor, type Minor, roundMinor, toMinor } from '@engine/money/minor.ts';
import { minimumWarning, type Rates } from '@engine/products/cards/minimum-payment-warning.ts';
import type { ReactNode } from 'react';
import { entryTitle, getEntries, sumEntries } from '@/entities/card/entries';
import type { CardEntry, Statement } from '@/entities/card/queries';
import { type CardView, formatPayoffRates } from '@/entities/card/use-card-view';
import { Explain } from '@/entities/explanation/explain';
import { formatCount } from '@/lib/count';
import { getDay } from '@/lib/dates';
import { formatMinor, formatMoney } from '@/lib/money';

const LEAST = 25;

type MinimumFigureProps = { view: CardView; statement: Statement; children: ReactNode };

export function MinimumFigure({ view, statement, children }: MinimumFigureProps) {
  const { currency } = view.card;
  const money = (amount: number) => formatMoney(amount, currency);
  const entries = getEntries(statement, view.entries, view.zone);
  const credited = -sumEntries(entries.filter(({ kind }) => kind === 'fee_waived'));
  const waived = Math.min(statement.fees, credited);
  const onePercent = fromMinor(roundMinor(toMinor(statement.closing_balance) / 100));
  return (
    <Explain
      title="Minimum payment"
      lesson="card-interest"
      formula={`1% of the statement balance plus interest and fees. At least ${money(LEAST)}, but never more than the balance.`}
      inputs={[
        { name: `1% of ${money(statement.closing_balance)}`, value: money(onePercent) },
        { name: 'Interest', value: money(statement.interest) },
        { name: 'Fees', value: money(statement.fees) },
        ...(waived > 0 ? [{ name: 'Waived fees', value: money(-waived) }] : []),
        { name: 'Minimum', value: money(statement.minimum_payment) },
      ]}
      postings={bankPostings(view, entries)}
      source="The minimum payment covers interest and part of the balance, so your debt goes down."
    >
      <strong className="figures font-semibold">{children}</strong>
    </Explain>
  );
}

export function bankPostings(view: CardView, entries: readonly CardEntry[]) {
  return entries
    .filter(({ kind }) => kind === 'interest' || kind === 'fee')
    .map((entry) => ({
      day: getDay(entry.at, view.zone),
      text: entryTitle(entry),
      amount: entry.amount,
      currency: view.card.currency,
    }));
}

type MinimumWarningBoxProps = { statement: Statement; rates: Rates; currency: string };

/**
 * Renders the minimum payment warning that Regulation Z requires on a statement, with the 36-month
 * alternative.
 */
export function MinimumWarningBox({ statement, rates, currency }: MinimumWarningBoxProps) {
  const warning = minimumWarning({
    balance: toMinor(statement.closing_balance),
    minimum: toMinor(statement.minimum_payment),
    rates,
  });
  if (!warning) return null;
  const { minimum, time, in36 } = warning;
  const money = (amount: Minor) => formatMinor(amount, currency);
  const cell = 'figures border-line border-t py-2.5 pr-3 align-top';
  return (
    <section aria-label="Minimum payment warning" className="mt-8 rounded-2 border border-line-strong p-4">
      <p>
        <strong className="font-semibold">Minimum Payment Warning:</strong> If you make only the minimum
        payment each period, you will pay more in interest and it will take you longer to pay off your
        balance. For example:
      </p>
      <table className="mt-3 w-full text-sm">
        <thead>
          <tr className="text-left align-bottom text-ink-3">
            <th className="pr-3 pb-2 font-normal">
              If you make no additional charges using this card and each month you pay …
            </th>
            <th className="pr-3 pb-2 font-normal">
              You will pay off the balance shown on this statement in about …
            </th>
            <th className="pb-2 font-normal">And you will end up paying an estimated total of …</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row" className={`${cell} text-left font-medium`}>
              Only the minimum payment
            </th>
            <td className={cell}>{formatCount(time.count, time.unit)}</td>
            <td className={cell}>{money(minimum.total)}</td>
          </tr>
          {in36 && (
            <tr>
              <th scope="row" className={`${cell} text-left font-medium`}>
                {money(in36.payment)}
              </th>
              <td className={cell}>3 years</td>
              <td className={cell}>
                {money(in36.total)} <span className="block">(Savings = {money(in36.saving)})</span>
              </td>
            </tr>
          )}
        </tbody>
      </table>
      <p className="mt-2 text-ink-3 text-sm">
        <Explain
          title="Minimum payment warning"
          lesson="card-interest"
          formula="Each month: balance × (1 + APR ÷ 12) − minimum payment, until the balance is $0."
          inputs={[
            { name: 'Closing balance', value: money(toMinor(statement.closing_balance)) },
            { name: 'First minimum payment', value: money(toMinor(statement.minimum_payment)) },
            { name: 'APR', value: formatPayoffRates(rates) },
            { name: 'Months at the minimum payment', value: minimum.months },
            { name: 'Interest', value: money(minimum.interest) },
          ]}
          source="Regulation Z, 12 CFR 1026.7(b)(12), estimated under appendix M1."
        >
          How we calculate this
        </Explain>
      </p>
    </section>
  );
}
