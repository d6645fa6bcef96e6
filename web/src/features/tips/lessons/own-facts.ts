import { parseDay } from '@engine/calendar/calendar.ts';
import type { CreditFacts, CreditLine } from '@engine/credit/facts.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { addMinor, toMinor, ZERO } from '@engine/money/minor.ts';
import { minimumPayment } from '@engine/products/cards/card.ts';
import { savingsTiers } from '@engine/products/rates.ts';
import type { PaymentFrequency } from '@engine/simulation/state.ts';
import type { Account } from '@/entities/account/queries';
import type { FlowRow } from '@/features/analytics/queries';
import { convertMinor } from '@/lib/money';
import type { LessonFacts } from './lesson';

/** The number of full months that the facts cover. */
export const MONTHS = 6;
/** The number of payments per year for each frequency. */
const TIMES_A_YEAR: Record<PaymentFrequency, number> = {
  WEEKLY: 52,
  BIWEEKLY: 26,
  MONTHLY: 12,
  QUARTERLY: 4,
  ANNUALLY: 1,
};

type Read = {
  today: string;
  currency: string;
  flows: readonly FlowRow[];
  accounts: readonly Account[];
  rates: Readonly<Record<string, number>>;
  household: HouseholdRow | null;
  credit: CreditFacts | null;
};

/**
 * Returns the facts about the customer's household. Ignores currencies with no exchange rate to the base
 * currency.
 */
export function ownFacts({ today, currency, flows, accounts, rates, household, credit }: Read): LessonFacts {
  const held = (type: string) =>
    addMinor(
      ZERO,
      ...accounts
        .filter((account) => account.user_id !== null && account.closed_at === null && account.type === type)
        .map(({ balance, currency: its }) =>
          convertMinor(toMinor(balance), its === currency ? 1 : (rates[its] ?? 0)),
        ),
    );
  const open = (credit?.lines ?? []).filter(({ closed, balance }) => closed === null && balance > 0);
  return {
    isExample: false,
    currency,
    months: getMonths(flows),
    categories: flows
      .filter(({ part, is_before, direction }) => part === 'category' && !is_before && direction === 'out')
      .map(({ category, amount }) => ({ name: category ?? 'Uncategorized', spent: toMinor(amount ?? 0) }))
      .sort((left, right) => right.spent - left.spent),
    bills: getBills(household, currency),
    checking: held('CHECKING'),
    savings: held('SAVINGS'),
    investments: held('INVESTMENT'),
    tiers: savingsTiers(parseDay(today)),
    card: getCard(largest(open, 'card')),
    mortgage: getMortgage(largest(open, 'mortgage')),
    credit,
  };
}

function getMonths(flows: readonly FlowRow[]): LessonFacts['months'] {
  const months = new Map<string, { month: string; earned: number; spent: number }>();
  for (const { part, is_before, month, direction, amount } of flows) {
    if (part !== 'month' || is_before || month === null) continue;
    const facts = months.get(month) ?? { month, earned: 0, spent: 0 };
    facts[direction === 'in' ? 'earned' : 'spent'] += toMinor(amount ?? 0);
    months.set(month, facts);
  }
  return [...months.values()].sort((left, right) => left.month.localeCompare(right.month));
}

/** Returns recurring payments to people and businesses. Excludes transfers and debt payments. */
function getBills(household: HouseholdRow | null, currency: string): LessonFacts['bills'] {
  return (household?.scheduled_payments ?? [])
    .filter(
      ({ paused, to_account_id, card_id, debt_id, account_id }) =>
        !paused &&
        to_account_id === null &&
        card_id === null &&
        debt_id === null &&
        household?.accounts.some(({ id, currency: its }) => id === account_id && its === currency),
    )
    .flatMap(({ name, amount, frequency }) =>
      amount === null ? [] : [{ name, monthly: Math.round((amount * TIMES_A_YEAR[frequency]) / 12) }],
    )
    .sort((left, right) => right.monthly - left.monthly);
}

const largest = (lines: readonly CreditLine[], kind: CreditLine['kind']) =>
  lines.filter((line) => line.kind === kind).toSorted((left, right) => right.balance - left.balance)[0];

function getCard(line: CreditLine | undefined): LessonFacts['card'] {
  if (!line) return null;
  const { name, balance, limit, rate, payment } = line;
  // No payment is due before the first statement, so this uses the minimum payment of a statement issued
  // today.
  return { name, balance, limit, apr: rate, minimum: payment > 0 ? payment : minimumPayment(balance, 0, 0) };
}

function getMortgage(line: CreditLine | undefined): LessonFacts['mortgage'] {
  return line === undefined
    ? null
    : { name: line.name, balance: line.balance, rate: line.rate, payment: line.payment };
}
