import { z } from 'zod';
import type { Action, Intent, Named, Place, Question, TransactionFilter } from '../../../assistant/intent.ts';
import type { Asking } from './asking.ts';

/**
 * The tools of a language model: the same questions and proposals that the parser understands. It uses the
 * customer's names; unknown or ambiguous names are reported to it. No tool confirms an action.
 */
const day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/)
  .describe('yyyy-MM-dd');
const name = z.string().min(1).max(120);
const amount = z.number().positive().max(999_999_999.99);
const none = z.object({});

const filter = {
  category: name.optional(),
  merchant: name.optional(),
  words: name.optional().describe('text to search for'),
  account: name.optional().describe('an account or card'),
  from: day.optional(),
  to: day.optional(),
};
type Filter = { [Key in keyof typeof filter]?: string };

/** A sentence for the model instead of an answer. */
class Unknown extends Error {}

type Tool<Shape extends z.ZodType> = {
  about: string;
  takes: Shape;
  means(values: z.infer<Shape>, asking: Asking): Question | Action;
};
const tool = <Shape extends z.ZodType>(one: Tool<Shape>) => one;

export const TOOLS = {
  flow: tool({
    about: 'Spending (out) or income (in) over a range of days, in total or by category, merchant, or month.',
    takes: z.object({
      ...filter,
      direction: z.enum(['out', 'in']),
      measure: z.enum(['total', 'count', 'largest', 'by_category', 'by_merchant', 'by_month']),
    }),
    means: ({ direction, measure, ...rest }, asking) => ({
      kind: 'flow',
      direction,
      measure,
      filter: getFilter(rest, asking),
      compare: null,
      limit: null,
    }),
  }),
  rows: tool({
    about: 'Matching transactions, newest first.',
    takes: z.object(filter),
    means: (values, asking) => ({
      kind: 'rows',
      which: 'list',
      direction: null,
      filter: getFilter(values, asking),
      limit: null,
    }),
  }),
  balance: tool({
    about: 'The current balance of an account, card, loan, or mortgage.',
    takes: z.object({ of: name }),
    means: ({ of }, asking) => ({
      kind: 'balance',
      of: { is: 'place', place: getPlace(of, asking) },
      on: null,
    }),
  }),
  net_worth: tool({
    about: 'Net worth: assets minus debts.',
    takes: none,
    means: () => ({ kind: 'balance', of: { is: 'net_worth' }, on: null }),
  }),
  upcoming: tool({
    about: 'Scheduled bills and deposits up to a day.',
    takes: z.object({ direction: z.enum(['out', 'in', 'both']), until: day }),
    means: ({ direction, until }, asking) => ({
      kind: 'upcoming',
      direction,
      period: {
        from: asking.known.today,
        to: until,
        words: `until ${asking.formatDay(until)}`,
      },
      about: null,
      place: null,
      ask: 'list',
    }),
  }),
  card: tool({
    about: 'A credit card: balance, amount due, limit, and rate.',
    takes: z.object({ card: name }),
    means: ({ card }, asking) => ({
      kind: 'card',
      card: one(card, asking.known.cards, 'card'),
      ask: 'overview',
    }),
  }),
  debt: tool({
    about: 'A loan or mortgage: balance, payment, rate, and payoff date.',
    takes: z.object({ debt: name }),
    means: ({ debt }, asking) => ({
      kind: 'debt',
      debt: getPlace(debt, asking),
      ask: 'overview',
      period: null,
    }),
  }),
  budgets: tool({
    about: "The status of this month's budgets.",
    takes: none,
    means: () => ({ kind: 'budget', category: null, ask: 'standing', period: null }),
  }),
  goals: tool({
    about: 'Savings goals and their expected dates.',
    takes: none,
    means: () => ({ kind: 'goal', goal: null, ask: 'when' }),
  }),
  afford: tool({
    about: 'The forecast with a purchase on a day, to see if it is affordable.',
    takes: z.object({ what: name, amount, on: day }),
    means: ({ what, amount: price, on }) => ({
      kind: 'afford',
      name: what,
      amount: price,
      currency: null,
      on,
      place: null,
    }),
  }),
  forecast: tool({
    about: 'The forecast of total cash on a day.',
    takes: z.object({ on: day }),
    means: ({ on }) => ({ kind: 'forecast', on, place: null, ask: 'balance' }),
  }),
  safe_to_spend: tool({
    about: 'Safe to spend per day until the next payday.',
    takes: none,
    means: () => ({ kind: 'safe_to_spend' }),
  }),
  credit_score: tool({
    about: 'The credit score and its factors.',
    takes: none,
    means: () => ({ kind: 'credit_score', ask: 'why' }),
  }),
  explain: tool({
    about: 'The definition of a glossary term.',
    takes: z.object({ term: name }),
    means: ({ term }) => ({ kind: 'explain', term }),
  }),
  help: tool({
    about: 'Help on how to do something in this bank.',
    takes: z.object({ topic: name }),
    means: ({ topic }) => ({ kind: 'help', topic }),
  }),
  propose_transfer: tool({
    about: 'Proposes to move money between own accounts. Only the customer can confirm it.',
    takes: z.object({ from: name, to: name, amount }),
    means: ({ from, to, amount: moved }, asking) => ({
      kind: 'transfer',
      from: getAccount(from, asking),
      to: getAccount(to, asking),
      amount: said(moved),
    }),
  }),
  propose_card_payment: tool({
    about: 'Proposes to pay on a credit card. Only the customer can confirm it.',
    takes: z.object({ card: name, from: name, amount: z.union([amount, z.enum(['minimum', 'statement'])]) }),
    means: ({ card, from, amount: paid }, asking) => ({
      kind: 'pay_card',
      card: one(card, asking.known.cards, 'card'),
      from: getAccount(from, asking),
      amount: typeof paid === 'number' ? said(paid) : { is: paid },
    }),
  }),
  propose_freeze: tool({
    about: 'Proposes to freeze or unfreeze a card. Only the customer can confirm it.',
    takes: z.object({ card: name, frozen: z.boolean() }),
    means: ({ card, frozen }, asking) => ({
      kind: 'freeze',
      card: one(card, asking.known.cards, 'card'),
      frozen,
    }),
  }),
  propose_budget: tool({
    about: 'Proposes a monthly budget for a category. Only the customer can confirm it.',
    takes: z.object({ category: name, amount }),
    means: ({ category, amount: limit }, asking) => ({
      kind: 'set_budget',
      category: one(category, asking.known.categories, 'category'),
      amount: limit,
    }),
  }),
};

const said = (exact: number): Extract<Action, { kind: 'transfer' }>['amount'] => ({
  is: 'exact',
  amount: exact,
  currency: null,
});

/** The tools in the format of the chat completions API. */
export const toolList = () =>
  Object.entries(TOOLS).map(([id, { about, takes }]) => {
    const { $schema: _, ...parameters } = z.toJSONSchema(takes);
    return { type: 'function', function: { name: id, description: about, parameters } };
  });

/** Returns the intent of a model's tool call, or a sentence about what is wrong with it. */
export function getMeaning(id: string, written: string, asking: Asking): Intent | { problem: string } {
  if (!Object.hasOwn(TOOLS, id)) return { problem: `There is no tool ${id}.` };
  const { takes, means } = TOOLS[id as keyof typeof TOOLS] as Tool<z.ZodType>;
  try {
    const read = takes.safeParse(JSON.parse(written || '{}'));
    return read.success
      ? { ...means(read.data, asking), assumed: [] }
      : { problem: z.prettifyError(read.error) };
  } catch (error) {
    if (error instanceof Unknown) return { problem: error.message };
    if (error instanceof SyntaxError) return { problem: "The arguments aren't valid JSON." };
    throw error;
  }
}

function getFilter(
  { category, merchant, words, account, from, to }: Filter,
  asking: Asking,
): TransactionFilter {
  const { known } = asking;
  const span =
    from && to
      ? `from ${asking.formatDay(from)} to ${asking.formatDay(to)}`
      : from
        ? `since ${asking.formatDay(from)}`
        : to
          ? `until ${asking.formatDay(to)}`
          : null;
  return {
    categories: category ? [one(category, known.categories, 'category')] : [],
    merchant: merchant ?? null,
    contact: null,
    tag: null,
    words: words ?? null,
    places: account ? [getPlace(account, asking)] : [],
    bounds: null,
    period: span === null ? null : { from: from ?? null, to: to ?? null, words: span },
  };
}

function getPlace(wanted: string, { known }: Asking): Place {
  const all = [
    ...known.accounts.map((place) => ({ ...place, is: 'account' as const })),
    ...known.cards.map((place) => ({ ...place, is: 'card' as const })),
    ...known.loans.map((place) => ({ ...place, is: 'loan' as const })),
    ...known.mortgages.map((place) => ({ ...place, is: 'mortgage' as const })),
  ];
  const { id } = one(wanted, all, 'account, card, loan or mortgage');
  const found = all.find((place) => place.id === id);
  return { is: found?.is ?? 'account', id };
}

const getAccount = (wanted: string, { known }: Asking) => one(wanted, known.accounts, 'account');

function one(wanted: string, all: readonly Named[], what: string): Named {
  const fits = all.filter((item) => item.name.toLowerCase() === wanted.trim().toLowerCase());
  const [found] = fits;
  if (!found || fits.length > 1)
    throw new Unknown(
      `${found ? 'Several are' : `No ${what} is`} called ${wanted}. There are: ${all.map((item) => item.name).join(', ')}.`,
    );
  return { id: found.id, name: found.name };
}
