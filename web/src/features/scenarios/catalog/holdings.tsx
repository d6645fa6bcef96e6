import { monthlyPayment } from '@engine/money/amortization.ts';
import type { Scenario } from '@engine/scenarios/scenario.ts';
import { fromMinor, type Minor, sumOf, toMinor } from '@/lib/money';
import { Review, ReviewLine } from '@/ui/forms/review';
import { Money } from '@/ui/money';
import { getHoldings, type Holding } from '../scenario-text';

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

const MONTHS_A_YEAR = 12;
const OCCASIONS_A_YEAR = { week: 52, 'two weeks': 26, month: 12, quarter: 4, year: 1 } as const;

type ScenarioMonth = { comesIn: number; bills: number; installments: number; dailyLife: number };

/**
 * Returns a typical month of the first year: rules active in the first month, and average spending. Major
 * units.
 */
function getMonth({ start }: Scenario): ScenarioMonth {
  const acts = ({ fromMonth = 1 }: { fromMonth?: number | undefined }) => fromMonth === 1;
  const aMonth = (amount: number, every: keyof typeof OCCASIONS_A_YEAR) =>
    inCents((amount * OCCASIONS_A_YEAR[every]) / MONTHS_A_YEAR);
  const bills = start.payments
    .filter(acts)
    .flatMap(({ to, amount, every }) =>
      'payee' in to && typeof amount === 'number' ? [aMonth(amount, every)] : [],
    );
  return {
    comesIn: sumOf(start.incomes.filter(acts).map(({ amount, every }) => aMonth(amount, every))),
    bills: sumOf(bills),
    installments: sumOf([
      ...start.loans.map(({ lent, rate, months }) => installment(lent, rate, months)),
      ...start.mortgages.map(({ lent, rate, years }) => installment(lent, rate, years * MONTHS_A_YEAR)),
    ]),
    dailyLife: sumOf(
      (start.daily?.habits ?? []).map(({ timesAMonth, from, to }) =>
        inCents((timesAMonth * (from + to)) / 2),
      ),
    ),
  };
}

const inCents = (amount: number) => fromMinor(toMinor(amount));

const installment = (lent: number, rate: number, months: number) =>
  fromMinor(monthlyPayment(toMinor(lent), rate, months) as Minor);
