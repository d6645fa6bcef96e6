import type { Scenario } from '@engine/scenarios/scenario.ts';
import { Review, ReviewLine } from '@/ui/forms/review';
import { Money } from '@/ui/money';
import { getHoldings, type Holding } from '../scenario-text';
import { getMonth } from './scenario-month';

/** Renders the initial holdings at one scale: assets solid, debts hatched. */
export function Holdings({ pack }: { pack: Scenario }) {
  const { has, owes, worth } = getHoldings(pack);
  const largest = Math.max(...[...has, ...owes].map(({ amount }) => amount), 1);
  return (
    <>
      <Side label="You own" holdings={has} largest={largest} />
      {owes.length > 0 && <Side label="You owe" holdings={owes} largest={largest} owed />}
      <p className="mt-4 flex justify-between gap-4">
        <span>Net worth</span>
        <Money amount={worth} />
      </p>
    </>
  );
}

function Side({
  label,
  holdings,
  largest,
  owed = false,
}: {
  label: string;
  holdings: readonly Holding[];
  largest: number;
  owed?: boolean;
}) {
  return (
    <>
      <h3 className="mt-4 text-ink-3 text-sm">{label}</h3>
      <ul aria-label={label} className="divide-y divide-line border-line border-b">
        {holdings.map(({ id, name, detail, amount }) => (
          <li key={id} className="py-2.5">
            <p className="flex items-baseline justify-between gap-4">
              <span className="min-w-0 font-medium">{name}</span>
              <Money amount={owed && amount > 0 ? -amount : amount} />
            </p>
            <p className="text-ink-3 text-sm">{detail}</p>
            <span aria-hidden className="mt-1.5 block h-1.5 rounded-full bg-sunken">
              <span
                className={owed ? 'block h-full rounded-full bg-chart-2' : 'block h-full rounded-full bg-ink'}
                style={{ width: `${(amount / largest) * 100}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Renders the cash flow of a typical month: recurring income and payments, and average spending. */
export function UsualMonth({ pack }: { pack: Scenario }) {
  const { comesIn, bills, installments, dailyLife } = getMonth(pack);
  return (
    <Review>
      {comesIn > 0 && (
        <ReviewLine label="Income">
          <Money amount={comesIn} signed />
        </ReviewLine>
      )}
      {bills > 0 && (
        <ReviewLine label="Bills">
          <Money amount={-bills} />
        </ReviewLine>
      )}
      {installments > 0 && (
        <ReviewLine label="Installments">
          <Money amount={-installments} />
        </ReviewLine>
      )}
      {dailyLife > 0 && (
        <ReviewLine label="Everyday spending, about">
          <Money amount={-dailyLife} expected />
        </ReviewLine>
      )}
    </Review>
  );
}
