import type { Exchange } from '../money/exchange.ts';
import type { HouseholdState } from '../simulation/state.ts';
import { debtsWithoutPayment } from './household.ts';
import type { WhatIfOptions } from './what-if.ts';

/** Describes the assumptions of a projection for the customer. */
export function getAssumptions(state: HouseholdState, exchange: Exchange, options: WhatIfOptions): string[] {
  const unpaid = debtsWithoutPayment(state)
    .filter(({ balance }) => balance > 0)
    .map(({ name }) => name);
  const products = [...state.accounts.filter(({ closed }) => !closed), ...state.cards, ...state.debts];
  const currencies = [...new Set(products.map(({ currency }) => currency))];
  const others = exchange.leftOut(currencies);
  const converted = currencies.filter((one) => one !== exchange.into && exchange.counts(one));
  return [
    'Amounts are those of their day: nothing is taken off for inflation.',
    'Pay, bills and transfers go on as their rules say, without a raise.',
    'Savings earn what they earn today. Adjustable mortgages follow the bank’s index.',
    ...getMoves(state),
    getSpending(state, options),
    ...(unpaid.length > 0 ? [unpaidDebts(unpaid)] : []),
    ...(converted.length > 0
      ? [`What is in ${listOf(converted)} counts at today’s rate, unless a shock moves it.`]
      : []),
    ...(others.length > 0 ? [`What is in ${listOf(others)} is left out: there is no rate.`] : []),
  ];
}

function getMoves({ accounts, debts }: HouseholdState): string[] {
  const invests = accounts.some(({ type, closed }) => type === 'INVESTMENT' && !closed);
  const owns = debts.some(({ property }) => property);
  return [
    ...(invests ? ['Investments follow the simulated market: 7 % a year on average, with falls.'] : []),
    ...(owns ? ['Homes follow the simulated index: 3.2 % a year on average.'] : []),
  ];
}

function getSpending({ life }: HouseholdState, { spending, seed }: WhatIfOptions): string {
  if (life) return `Everyday purchases go on by habit; their prices rise by ${life.inflation} % a year.`;
  if (!spending) return 'Nothing is bought beside the rules.';
  const like = seed === undefined ? 'their mean each day' : 'drawn day by day from them';
  return `Everyday spending stays like that of the last ${spending.days.length} days, ${like}, at today’s prices.`;
}

const unpaidDebts = (names: readonly string[]) =>
  `No payment is set up for ${listOf(names)}, so ${names.length === 1 ? 'it' : 'they'} will become past due.`;

function listOf(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
