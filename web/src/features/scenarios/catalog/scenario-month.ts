import { monthlyPayment } from '@engine/money/amortization.ts';
import type { Scenario } from '@engine/scenarios/scenario.ts';
import { fromMinor, type Minor, sumOf, toMinor } from '@/lib/money';

const MONTHS_A_YEAR = 12;
const OCCASIONS_A_YEAR = { week: 52, 'two weeks': 26, month: 12, quarter: 4, year: 1 } as const;

export type ScenarioMonth = { comesIn: number; bills: number; installments: number; dailyLife: number };

/**
 * Returns a typical month of the first year: rules active in the first month, and average spending. Major
 * units.
 */
export function getMonth({ start }: Scenario): ScenarioMonth {
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
