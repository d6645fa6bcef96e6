import { schedule } from '@engine/money/amortization.ts';
import type { Scenario, ScenarioTopic } from '@engine/scenarios/scenario.ts';
import { formatMoney, fromMinor, type Minor, sumOf, toMinor } from '@/lib/money';

const TOPIC_NAMES: Record<ScenarioTopic, string> = {
  earning: 'Earning',
  spending: 'Spending',
  saving: 'Saving',
  investing: 'Investing',
  credit: 'Credit',
  'managing risk': 'Managing risk',
};

export const topicName = (topic: ScenarioTopic) => TOPIC_NAMES[topic];

/** Formats `6 months` or `2 years`. */
export function formatLength(months: number): string {
  if (months % 12 === 0) return months === 12 ? '1 year' : `${months / 12} years`;
  return months === 1 ? '1 month' : `${months} months`;
}

/** Formats `Saving, credit · 6 months · easy`. */
export function formatScenario({ topics, months, difficulty }: Scenario): string {
  const [first, ...others] = topics.map(topicName);
  const named = [first, ...others.map((name) => name.toLowerCase())].join(', ');
  return `${named} · ${formatLength(months)} · ${difficulty}`;
}

/** Returns the initial balance of a debt after past installments. Major units. */
export function owedAtFirst(debt: { lent: number; rate: number; months: number; paid?: number | undefined }) {
  if (!debt.paid) return debt.lent;
  const installments = schedule(toMinor(debt.lent), debt.rate, debt.months);
  return fromMinor((installments[debt.paid - 1]?.remaining ?? 0) as Minor);
}

export type Holding = { id: string; name: string; detail: string; amount: number };

/** Returns the initial assets and debts. Major units, both positive. */
export function getHoldings({ start }: Scenario): { has: Holding[]; owes: Holding[]; worth: number } {
  const has: Holding[] = [
    ...start.accounts.map(({ id, name, type, balance }) => ({
      id,
      name,
      detail: type === 'CHECKING' ? 'Checking' : type === 'SAVINGS' ? 'Savings' : 'Investments',
      amount: balance,
    })),
    ...start.mortgages.map(({ id, price }) => ({
      id: `${id} home`,
      name: 'Home',
      detail: 'Purchase price',
      amount: price,
    })),
  ];
  const owes: Holding[] = [
    ...start.cards.map(({ id, name, apr, limit, balance }) => ({
      id,
      name,
      detail: `Card, ${apr}% APR, limit ${formatMoney(limit)}`,
      amount: balance,
    })),
    ...start.loans.map((loan) => ({
      id: loan.id,
      name: loan.name,
      detail: `Loan at ${loan.rate}%, ${formatLength(loan.months - (loan.paid ?? 0))} left`,
      amount: owedAtFirst(loan),
    })),
    ...start.mortgages.map((mortgage) => {
      const months = mortgage.years * 12;
      return {
        id: mortgage.id,
        name: mortgage.name,
        detail: `Mortgage at ${mortgage.rate}%, ${formatLength(months - (mortgage.paid ?? 0))} left`,
        amount: owedAtFirst({ ...mortgage, months }),
      };
    }),
  ];
  const sum = (holdings: readonly Holding[]) => sumOf(holdings.map(({ amount }) => amount));
  return { has, owes, worth: sumOf([sum(has), -sum(owes)]) };
}

/** Formats `today`, `tomorrow`, or `in 12 days`. */
export function inDays(days: number): string {
  if (days <= 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${days.toLocaleString('en-US')} days`;
}
