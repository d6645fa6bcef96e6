import { addMonths } from '@engine/calendar/calendar.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { type Minor, toMinor } from '@engine/money/minor.ts';
import { getUsualCosts } from '@engine/what-if/home-costs.ts';
import type { Decision, DecisionKind } from '@engine/what-if/what-if.ts';
import { getToday } from '@/entities/household/days';
import { getOwed, nextMonth, openAccounts, usualAccount } from '@/entities/what-if/projection';
import { formatMinor } from '@/lib/money';

/** A suggested what-if for the customer's household. */
export type Start = {
  /** The what-if's id in URLs. */
  id: string;
  name: string;
  text: string;
  decisions: Decision[];
  /** The reason why the what-if isn't available; null if it is. */
  missing: string | null;
};

const EXTRA = toMinor(300);
const BUDGET = toMinor(200);
const JOBLESS_MONTHS = 6;
const THOUSAND = toMinor(1000);
/** The maximum share of the largest account balance that goes to a down payment. */
const DOWN_SHARE = 0.6;
/** The home price as a multiple of the down payment. */
const PRICE_OF_DOWN = 5;
const LEAST_DOWN = 10 * THOUSAND;
const MORE_PAY = toMinor(500);
const MORE_SAVED = toMinor(200);
const FALL_PERCENT = 30;
const INFLATION = { size: 3, months: 24 };
/** The number of suggested what-ifs. */
const SUGGESTION_COUNT = 4;

/** Returns the suggestions for a customer who has no what-ifs. */
export function getStarts(row: HouseholdRow, currency: string): Start[] {
  return listStarts(row, currency).slice(0, SUGGESTION_COUNT);
}

/**
 * Returns the what-if that a link requests: `/forecasts/what-if?begin=job-loss`. Returns null for unknown
 * names.
 */
export function getWhatIfStart(request: string, row: HouseholdRow, currency: string): Start | null {
  return listStarts(row, currency).find(({ id }) => id === request) ?? null;
}

type StartOptions = Pick<Start, 'id' | 'name' | 'text'> & {
  /** The what-if's decision; false or undefined if the household lacks something that the decision needs. */
  decision: DecisionKind | false | undefined;
  /** The day of the decision. Defaults to today. */
  on?: number;
  /** The reason why there is no decision. */
  otherwise: string;
};

/** Returns the suggestions, followed by the what-ifs that lessons link to. */
function listStarts(row: HouseholdRow, currency: string): Start[] {
  const account = usualAccount(row, currency);
  const money = (amount: Minor) => formatMinor(amount, currency).replace('.00', '');
  const create = ({ decision, on = getToday(row), otherwise, ...start }: StartOptions): Start => ({
    ...start,
    decisions: decision ? [{ id: crypto.randomUUID(), on, ...decision }] : [],
    missing: decision ? null : otherwise,
  });
  const owed = getOwed(row, currency);
  const [largest] = owed;
  const fullest = openAccounts(row, currency)
    .filter(({ type }) => type !== 'INVESTMENT')
    .toSorted((left, right) => right.balance - left.balance)[0];
  const down = Math.floor(((fullest?.balance ?? 0) * DOWN_SHARE) / THOUSAND) * THOUSAND;
  const savings = openAccounts(row, currency).find(
    ({ id, type }) => type === 'SAVINGS' && id !== account?.id,
  );
  const isInvested = row.accounts.some(({ type, closed }) => type === 'INVESTMENT' && !closed);
  const hasPay = row.auto_deposits.some(({ is_pay, paused }) => is_pay && !paused);
  return [
    create({
      id: 'extra-payment',
      name: `Pay ${money(EXTRA)} more on ${largest?.name ?? 'a debt'}`,
      text: "Monthly, on top of your regular payment. See when it's paid off and how much interest you save.",
      decision: largest && { kind: 'extra_payment', debtId: largest.id, monthly: EXTRA },
      otherwise: 'You have no debts.',
    }),
    create({
      id: 'job-loss',
      name: `Lose your job for ${JOBLESS_MONTHS} months`,
      text: 'No paycheck starting today. See how long your savings last.',
      decision: hasPay && { kind: 'shock', shock: 'job_loss', size: 0, months: JOBLESS_MONTHS },
      otherwise: 'Mark an auto deposit as your paycheck first.',
    }),
    create({
      id: 'buy-home',
      name: 'Buy a home',
      text: 'A year from now, using most of your savings as the down payment.',
      decision: fullest &&
        down >= LEAST_DOWN && {
          kind: 'buy_home',
          name: 'New home',
          accountId: fullest.id,
          price: down * PRICE_OF_DOWN,
          downPayment: down,
          rate: 6.5,
          years: 30,
          ...(currency === 'USD' && getUsualCosts(down * PRICE_OF_DOWN, down)),
        },
      on: addMonths(nextMonth(getToday(row)), 11),
      otherwise: "You don't have enough for a down payment yet.",
    }),
    create({
      id: 'debt-order',
      name: 'Pay off debts one at a time',
      text: 'Compare snowball, avalanche, and your own order.',
      decision: account &&
        owed.length > 1 && {
          kind: 'debt_strategy',
          strategy: 'avalanche',
          monthly: BUDGET,
          accountId: account.id,
        },
      otherwise: 'You need at least 2 debts.',
    }),
    create({
      id: 'earn-more',
      name: `Earn ${money(MORE_PAY)} more per month`,
      text: 'Starting today. See how much you keep.',
      decision: account && {
        kind: 'new_income',
        name: 'More pay',
        accountId: account.id,
        amount: MORE_PAY,
        frequency: 'MONTHLY',
      },
      otherwise: 'You need an account to receive your pay.',
    }),
    create({
      id: 'save-more',
      name: `Save ${money(MORE_SAVED)} more per month`,
      text: 'Monthly, from checking to savings.',
      decision: account &&
        savings && {
          kind: 'save',
          from: account.id,
          to: savings.id,
          amount: MORE_SAVED,
          frequency: 'MONTHLY',
        },
      otherwise: 'You need a savings account.',
    }),
    create({
      id: 'market-fall',
      name: `The market falls by ${FALL_PERCENT}%`,
      text: 'Today. See how long recovery takes.',
      decision: isInvested && { kind: 'shock', shock: 'market_fall', size: FALL_PERCENT },
      otherwise: 'You need an investment account.',
    }),
    create({
      id: 'inflation',
      name: 'Prices rise faster for 2 years',
      text: '3 percentage points more per year.',
      decision: { kind: 'shock', shock: 'inflation', ...INFLATION },
      otherwise: '',
    }),
  ];
}
