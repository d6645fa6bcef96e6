/**
 * Sixty sentences that people might type, with their meaning. They were written before any was tried and
 * without knowledge of the parser, so they measure unseen phrasings. Wrong expectations may be corrected with
 * a note; the sentences stay.
 */
import type { Intent } from '../intent.ts';

type Partially<T> = T extends readonly (infer U)[]
  ? readonly Partially<U>[]
  : T extends object
    ? { readonly [K in keyof T]?: Partially<T[K]> }
    : T;

/** The relevant slots. Others may have any value. */
export type Meant = Partially<Exclude<Intent, { kind: 'missing' | 'beyond' }>>;

export type HeldOut = {
  say: string;
  /** Earlier messages, oldest first. */
  after?: readonly string[];
  expect: Meant | 'missing' | 'beyond';
  /** Another correct reading. */
  or?: Meant | 'missing' | 'beyond';
};

const food = [{ id: 'g-food' }];
const checking = { id: 'a1' };
const savings = { id: 'a3' };
const october = { from: '2026-10-01', to: '2026-10-31' };
const dollars = (amount: number) => ({ is: 'exact', amount }) as const;

export const HOLD_OUT: readonly HeldOut[] = [
  // Spending and income.
  {
    say: 'hey how much did i blow on starbucks last month lol',
    expect: {
      kind: 'flow',
      direction: 'out',
      measure: 'total',
      filter: { merchant: 'Starbucks', period: october },
    },
  },
  {
    say: 'grocery spend since september',
    expect: {
      kind: 'flow',
      direction: 'out',
      measure: 'total',
      filter: { categories: food, period: { from: '2026-09-01' } },
    },
  },
  {
    say: 'top 5 places my money went this year',
    expect: {
      kind: 'flow',
      direction: 'out',
      measure: 'by_merchant',
      limit: 5,
      filter: { period: { from: '2026-01-01' } },
    },
  },
  {
    say: 'how many times did we go to Blackbird in Octobr',
    expect: { kind: 'flow', measure: 'count', filter: { merchant: 'Blackbird Coffee', period: october } },
  },
  {
    say: 'average weekly spend on transport over the last three months',
    expect: {
      kind: 'flow',
      direction: 'out',
      measure: 'average_week',
      filter: { categories: [{ id: 'g-transportation' }] },
    },
  },
  {
    say: 'did i spend more on food this month than last',
    expect: {
      kind: 'flow',
      direction: 'out',
      measure: 'total',
      filter: { categories: food, period: { from: '2026-11-01' } },
      compare: { from: '2026-10-01' },
    },
  },
  {
    say: 'How much did I make in October?',
    expect: { kind: 'flow', direction: 'in', measure: 'total', filter: { period: october } },
  },
  {
    say: 'did more come in than go out last month',
    expect: { kind: 'flow', direction: 'net', filter: { period: october } },
  },
  {
    say: 'break down my october spending by category',
    expect: { kind: 'flow', direction: 'out', measure: 'by_category', filter: { period: october } },
  },
  {
    say: "what've the kids cost me so far this year (i tag everything kids)",
    expect: {
      kind: 'flow',
      direction: 'out',
      measure: 'total',
      filter: { tag: 'kids', period: { from: '2026-01-01' } },
    },
  },
  // Transactions.
  {
    say: 'show me everything over $100 from Amazon',
    expect: { kind: 'rows', which: 'list', filter: { merchant: 'Amazon', bounds: { above: 100 } } },
  },
  {
    say: 'when was the last time i filled up at bayside',
    expect: { kind: 'rows', which: 'last', filter: { merchant: 'Bayside Fuel' } },
  },
  {
    say: "what's the single biggest thing i bought in september",
    expect: { kind: 'rows', which: 'largest', filter: { period: { from: '2026-09-01', to: '2026-09-30' } } },
    or: { kind: 'flow', measure: 'largest', filter: { period: { from: '2026-09-01', to: '2026-09-30' } } },
  },
  {
    say: 'transactions from Nov 3 to Nov 9',
    expect: { kind: 'rows', which: 'list', filter: { period: { from: '2026-11-03', to: '2026-11-09' } } },
  },
  // Balances.
  {
    say: 'whats in my checking rn',
    expect: { kind: 'balance', of: { is: 'place', place: { is: 'account', id: 'a1' } }, on: null },
  },
  {
    say: 'if i sold everything and paid off everyone what would i be worth',
    expect: { kind: 'balance', of: { is: 'net_worth' } },
  },
  { say: 'how deep in debt am I, all together', expect: { kind: 'balance', of: { is: 'debts' } } },
  {
    say: 'how much did i have in savings on the 1st of october',
    expect: { kind: 'balance', of: { is: 'place', place: { is: 'account', id: 'a3' } }, on: '2026-10-01' },
    or: { kind: 'balance', of: { is: 'accounts', type: 'SAVINGS' }, on: '2026-10-01' },
  },
  // Upcoming.
  {
    say: 'what bills are hitting before dec 5?',
    expect: { kind: 'upcoming', direction: 'out', ask: 'list' },
  },
  { say: "when's rent due", expect: { kind: 'upcoming', about: { id: 'p5' }, ask: 'next' } },
  { say: 'When do I get paid next?', expect: { kind: 'upcoming', direction: 'in', ask: 'next' } },
  { say: 'what subs am i paying for', expect: { kind: 'subscriptions', ask: 'list' } },
  { say: 'total for all my subscriptions per month pls', expect: { kind: 'subscriptions', ask: 'total' } },
  // Budgets and goals.
  {
    say: 'Could you please tell me what I have left in the food budget?',
    expect: { kind: 'budget', category: { id: 'g-food' }, ask: 'left' },
  },
  { say: 'am i over on entertainment', expect: { kind: 'budget', category: { id: 'g-entertainment' } } },
  { say: 'how far along is the lisbon trip', expect: { kind: 'goal', goal: { id: 't2' }, ask: 'progress' } },
  {
    say: 'how much a month do i need to put away to finish the emergency fund in time',
    expect: { kind: 'goal', goal: { id: 't1' }, ask: 'needed' },
  },
  // Cards and debts.
  {
    say: 'how much room is left on my Reef card?',
    expect: { kind: 'card', card: { id: 'c2' }, ask: 'available' },
  },
  { say: 'min payment reef', expect: { kind: 'card', card: { id: 'c2' }, ask: 'minimum' } },
  { say: 'what percent of my credit am i using overall', expect: { kind: 'cards', ask: 'utilization' } },
  {
    say: 'when will the car be paid off',
    expect: { kind: 'debt', debt: { is: 'loan', id: 'l1' }, ask: 'payoff_date' },
  },
  {
    say: 'how much do I still owe on the house',
    expect: { kind: 'debt', debt: { is: 'mortgage', id: 'm1' }, ask: 'owed' },
  },
  {
    say: 'why was i charged interest on the reef card??',
    expect: { kind: 'why', what: 'interest', place: { is: 'card', id: 'c2' } },
  },
  {
    say: 'how much intrest have i earned so far this year',
    expect: { kind: 'interest', direction: 'earned', period: { from: '2026-01-01' } },
  },
  // Forecasts.
  {
    say: "So my sister's birthday is coming up and I was thinking of getting her a watch for $180 on December 10th, can I afford that?",
    expect: { kind: 'afford', amount: 180, on: '2026-12-10' },
  },
  {
    say: 'how long til my savings hit 10k',
    expect: { kind: 'how_long', amount: 10000, place: { is: 'account', id: 'a3' } },
  },
  {
    say: 'what will my checking look like on christmas day',
    expect: { kind: 'forecast', on: '2026-12-25', place: { is: 'account', id: 'a1' }, ask: 'balance' },
  },
  { say: 'how much can i safely spend before payday', expect: { kind: 'safe_to_spend' } },
  {
    say: 'ugh why did my credit score drop',
    expect: { kind: 'credit_score', ask: 'why' },
    or: { kind: 'credit_score', ask: 'change' },
  },
  { say: 'what if i threw an extra $300 a month at the car loan', expect: { kind: 'what_if' } },
  { say: 'snowball or avalanche?', expect: { kind: 'debt_strategies' } },
  // Words and currencies of other countries.
  { say: 'wtf is APR', expect: { kind: 'explain' } },
  { say: 'where do i change my password', expect: { kind: 'help' } },
  { say: '250 euros in dollars', expect: { kind: 'exchange', amount: 250, from: 'EUR', to: 'USD' } },
  // Actions.
  {
    say: 'move two hundred bucks from checking to rainy day',
    expect: { kind: 'transfer', from: checking, to: savings, amount: dollars(200) },
  },
  {
    say: 'trasnfer 1.5k to savings from evryday cheking',
    expect: { kind: 'transfer', from: checking, to: savings, amount: dollars(1500) },
  },
  {
    say: 'pay off the whole reef card from checking',
    expect: { kind: 'pay_card', card: { id: 'c2' }, from: checking, amount: { is: 'share', share: 1 } },
  },
  {
    say: 'put $500 extra toward my mortgage from checking',
    expect: {
      kind: 'pay_debt',
      product: 'mortgage',
      debt: { id: 'm1' },
      from: checking,
      amount: dollars(500),
    },
  },
  {
    say: 'shoot maya 25 bucks for pizza from checking',
    expect: { kind: 'pay_person', contact: { id: 'k1' }, from: checking, amount: dollars(25), note: 'pizza' },
  },
  {
    say: 'set up a monthly payment of $60 to Spotify from checking starting dec 1',
    expect: {
      kind: 'schedule',
      to: { is: 'payee', name: 'Spotify' },
      from: checking,
      amount: dollars(60),
      frequency: 'MONTHLY',
      on: '2026-12-01',
    },
  },
  { say: 'omg i lost my tide card lock it', expect: { kind: 'freeze', card: { id: 'c1' }, frozen: true } },
  {
    say: 'cap shopping at 250 a month',
    expect: { kind: 'set_budget', category: { id: 'g-shopping' }, amount: 250 },
  },
  // Requests with a missing value.
  { say: 'send tom $40', expect: 'missing' },
  { say: 'can you move some money to savings for me', expect: 'missing' },
  // Unanswerable.
  { say: 'should I put my savings in tesla stock', expect: 'beyond' },
  { say: "what's my neighbor's account balance", expect: 'beyond' },
  { say: 'book me a flight to lisbon with the tide card', expect: 'beyond' },
  // Follow-ups.
  {
    after: ['how much did i spend on food last month'],
    say: 'and the month before that?',
    expect: {
      kind: 'flow',
      direction: 'out',
      measure: 'total',
      filter: { categories: food, period: { from: '2026-09-01', to: '2026-09-30' } },
    },
  },
  {
    after: ['show my transactions at Amazon'],
    say: 'only the ones over 50',
    expect: { kind: 'rows', which: 'list', filter: { merchant: 'Amazon', bounds: { above: 50 } } },
  },
  {
    after: ['send tom $40 from checking'],
    say: 'the baker one',
    expect: { kind: 'pay_person', contact: { id: 'k3' }, from: checking, amount: dollars(40) },
  },
];
