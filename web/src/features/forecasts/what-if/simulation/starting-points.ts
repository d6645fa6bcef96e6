import { addMonths } from '@engine/calendar/calendar.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import type { Decision, DecisionKind } from '@engine/what-if/what-if.ts';
import { formatMinor, type Minor } from '@/lib/money';
import { getToday } from '../../forecast/days';
import { getOwed, nextMonth, openAccounts, usualAccount } from './household';

/** A suggested what-if for the customer's household. */
export type Start = {
  /** Its name in addresses. */
  id: string;
  name: string;
  words: string;
  decisions: Decision[];
  /** Why it isn't available; null if it is. */
  missing: string | null;
};

const EXTRA = 30_000;
const BUDGET = 20_000;
const JOBLESS_MONTHS = 6;
const HOME = { rate: 6.5, years: 30 };
const THOUSAND = 100_000;
/** The largest share of the fullest account for a down payment. */
const DOWN_SHARE = 0.6;
/** The price is five times the down payment. */
const PRICE_OF_DOWN = 5;
const LEAST_DOWN = 10 * THOUSAND;

export function getStarts(row: HouseholdRow, currency: string): Start[] {
  const today = getToday(row);
  const owed = getOwed(row, currency);
  const [largest] = owed;
  const account = usualAccount(row, currency);
  const fullest = openAccounts(row, currency)
    .filter(({ type }) => type !== 'INVESTMENT')
    .toSorted((one, other) => other.balance - one.balance)[0];
  const down = Math.floor(((fullest?.balance ?? 0) * DOWN_SHARE) / THOUSAND) * THOUSAND;
  const hasPay = row.auto_deposits.some(({ is_pay, paused }) => is_pay && !paused);
  const soon = nextMonth(today);
  const one = (decision: DecisionKind, on = today): Decision[] => [
    { id: crypto.randomUUID(), on, ...decision },
  ];
  return [
    {
      id: 'extra-payment',
      name: `Pay ${formatMinor(EXTRA as Minor, currency).replace('.00', '')} more on ${largest?.name ?? 'a debt'}`,
      words:
        "Monthly, on top of your regular payment. See when it's paid off and how much interest you save.",
      decisions: largest ? one({ kind: 'extra_payment', debtId: largest.id, monthly: EXTRA }) : [],
      missing: largest ? null : 'You have no debts.',
    },
    {
      id: 'job-loss',
      name: `Lose your job for ${JOBLESS_MONTHS} months`,
      words: 'No paycheck from today. See how long your savings last.',
      decisions: hasPay ? one({ kind: 'shock', shock: 'job_loss', size: 0, months: JOBLESS_MONTHS }) : [],
      missing: hasPay ? null : 'Mark an auto deposit as your paycheck first.',
    },
    {
      id: 'buy-home',
      name: 'Buy a home',
      words: 'A year from now, using most of your savings as the down payment.',
      decisions:
        fullest && down >= LEAST_DOWN
          ? one(
              {
                kind: 'buy_home',
                name: 'New home',
                accountId: fullest.id,
                price: down * PRICE_OF_DOWN,
                downPayment: down,
                ...HOME,
              },
              addMonths(soon, 11),
            )
          : [],
      missing: down >= LEAST_DOWN ? null : "You don't have enough for a down payment yet.",
    },
    {
      id: 'debt-order',
      name: 'Pay off debts one at a time',
      words: 'Compare snowball, avalanche, and your own order.',
      decisions:
        account && owed.length > 1
          ? one({ kind: 'debt_strategy', strategy: 'avalanche', monthly: BUDGET, accountId: account.id })
          : [],
      missing: owed.length > 1 ? null : 'You need at least 2 debts.',
    },
  ];
}
