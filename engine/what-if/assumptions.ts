import { joinNames } from '../insights/join-names.ts';
import type { Exchange } from '../money/exchange.ts';
import type { HouseholdState } from '../simulation/state.ts';
import { debtsWithoutPayment } from './household.ts';
import type { WhatIfOptions } from './what-if.ts';

/** Returns the projection's assumptions as sentences for the customer. */
export function getAssumptions(state: HouseholdState, exchange: Exchange, options: WhatIfOptions): string[] {
  const unpaid = debtsWithoutPayment(state)
    .filter(({ balance }) => balance > 0)
    .map(({ name }) => name);
  const products = [...state.accounts.filter(({ closed }) => !closed), ...state.cards, ...state.debts];
  const currencies = [...new Set(products.map(({ currency }) => currency))];
  const others = exchange.leftOut(currencies);
  const converted = currencies.filter((item) => item !== exchange.into && exchange.counts(item));
  return [
    "Amounts aren't adjusted for inflation.",
    'Paychecks, bills, and transfers continue on schedule, without a raise.',
    'Savings earn today’s rate. Adjustable mortgages follow the bank’s index.',
    ...getMoves(state),
    getSpending(state, options),
    ...(unpaid.length > 0 ? [describeUnpaidDebts(unpaid)] : []),
    ...(converted.length > 0
      ? [`Amounts in ${joinNames(converted)} use today’s exchange rate, unless a shock changes it.`]
      : []),
    ...(others.length > 0
      ? [`Amounts in ${joinNames(others)} aren't included because there is no exchange rate.`]
      : []),
  ];
}

function getMoves({ accounts, debts }: HouseholdState): string[] {
  const invests = accounts.some(({ type, closed }) => type === 'INVESTMENT' && !closed);
  const owns = debts.some(({ property }) => property);
  return [
    ...(invests ? ['Investments follow the simulated market: 7% a year on average, with drops.'] : []),
    ...(owns ? ['Home values follow the simulated index: 3.2% a year on average.'] : []),
  ];
}

function getSpending({ spendingProfile }: HouseholdState, { spending, seed }: WhatIfOptions): string {
  if (spendingProfile)
    return `Everyday spending continues as usual, and prices rise ${spendingProfile.inflation}% a year.`;
  if (!spending) return 'Only scheduled payments are included, not everyday spending.';
  const like = seed === undefined ? 'using the daily average' : 'sampled day by day';
  return `Everyday spending matches the last ${spending.days.length} days, ${like}, at today’s prices.`;
}

const describeUnpaidDebts = (names: readonly string[]) =>
  `No payment is set up for ${joinNames(names)}, so ${names.length === 1 ? 'it' : 'they'} will become past due.`;
