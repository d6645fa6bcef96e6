import { z } from 'zod';
import type {
  Action,
  Intent,
  Named,
  Question,
  TransactionFilter,
  Utterance,
} from '../../../../assistant/intent.ts';
import type { AnswerContext } from '../answer-context.ts';

type Problem = { problem: string };
type Tool = {
  description: string;
  schema: z.ZodType;
  build(values: unknown): Question | Action | Problem;
};

/**
 * Returns a tool. If the arguments don't match the fields, the model receives the problem as a message and
 * can correct the call.
 */
function tool<Fields extends z.ZodRawShape>(
  description: string,
  fields: Fields,
  build: (values: z.output<z.ZodObject<Fields>>) => Question | Action,
): Tool {
  const schema = z.object(fields);
  return {
    description,
    schema,
    build: (values) => {
      const { success, data, error } = schema.safeParse(values);
      return success ? build(data) : { problem: z.prettifyError(error) };
    },
  };
}

const day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/)
  .describe('yyyy-MM-dd');
const text = z.string().min(1).max(120);
const amount = z.number().positive().max(999_999_999.99);
const exactly = (value: number): Utterance => ({ is: 'exact', amount: value, currency: null });

/** Matches the name of one of the customer's items. Reports unknown and ambiguous names as problems. */
const matchName = <Item extends Named>(items: readonly Item[], type: string) =>
  text.transform((value, { addIssue }) => {
    const [item, ...others] = items.filter(({ name }) => name.toLowerCase() === value.trim().toLowerCase());
    if (item && others.length === 0) return item;
    const names = items.map(({ name }) => name).join(', ');
    addIssue(`${item ? 'Several are' : `No ${type} is`} called ${value}. Choose one of: ${names}.`);
    return z.NEVER;
  });

function getFields({ customer, products }: AnswerContext) {
  const withoutDetails = ({ id, name }: Named): Named => ({ id, name });
  return {
    product: matchName(products, 'account, card, loan, or mortgage').transform(({ is, id }) => ({ is, id })),
    account: matchName(customer.accounts, 'account').transform(withoutDetails),
    card: matchName(customer.cards, 'card').transform(withoutDetails),
    category: matchName(customer.categories, 'category').transform(withoutDetails),
  };
}

/**
 * Returns a language model's tools: the same questions and proposals that the parser supports. No tool can
 * confirm an action.
 */
function getTools(context: AnswerContext): Record<string, Tool> {
  const { product, account, card, category } = getFields(context);
  const filterFields = {
    category: category.optional(),
    merchant: text.optional(),
    text: text.optional().describe('text to search for'),
    account: product.optional().describe('an account or card'),
    from: day.optional(),
    to: day.optional(),
  };
  type Filter = z.output<z.ZodObject<typeof filterFields>>;
  const toFilter = (values: Filter): TransactionFilter => ({
    categories: values.category ? [values.category] : [],
    merchant: values.merchant ?? null,
    contact: null,
    tag: null,
    text: values.text ?? null,
    places: values.account ? [values.account] : [],
    bounds: null,
    period: getPeriod(values.from ?? null, values.to ?? null, context),
  });
  return {
    flow: tool(
      'Spending (out) or income (in) over a range of days, in total or by category, merchant, or month.',
      {
        ...filterFields,
        direction: z.enum(['out', 'in']),
        measure: z.enum(['total', 'count', 'largest', 'by_category', 'by_merchant', 'by_month']),
      },
      ({ direction, measure, ...filter }) => ({
        kind: 'flow',
        direction,
        measure,
        filter: toFilter(filter),
        compare: null,
        limit: null,
      }),
    ),
    rows: tool('Matching transactions, newest first.', filterFields, (filter) => ({
      kind: 'rows',
      which: 'list',
      direction: null,
      filter: toFilter(filter),
      limit: null,
    })),
    balance: tool(
      'The current balance of an account, card, loan, or mortgage.',
      { of: product },
      ({ of: place }) => ({ kind: 'balance', of: { is: 'place', place }, on: null }),
    ),
    net_worth: tool('Net worth: assets minus debts.', {}, () => ({
      kind: 'balance',
      of: { is: 'net_worth' },
      on: null,
    })),
    upcoming: tool(
      'Scheduled bills and deposits up to a day.',
      { direction: z.enum(['out', 'in', 'both']), until: day },
      ({ direction, until }) => ({
        kind: 'upcoming',
        direction,
        period: { from: context.customer.today, to: until, text: `until ${context.formatDay(until)}` },
        about: null,
        place: null,
        ask: 'list',
      }),
    ),
    card: tool('A credit card: balance, amount due, limit, and rate.', { card }, (values) => ({
      kind: 'card',
      card: values.card,
      ask: 'overview',
    })),
    debt: tool(
      'A loan or mortgage: balance, payment, rate, and payoff date.',
      { debt: product },
      ({ debt }) => ({ kind: 'debt', debt, ask: 'overview', period: null }),
    ),
    budgets: tool("The status of this month's budgets.", {}, () => ({
      kind: 'budget',
      category: null,
      ask: 'standing',
      period: null,
    })),
    goals: tool('Savings goals and their expected dates.', {}, () => ({
      kind: 'goal',
      goal: null,
      ask: 'when',
    })),
    afford: tool(
      'Checks whether a purchase on a given day is affordable, based on the forecast.',
      { what: text, amount, on: day },
      ({ what: name, amount, on }) => ({ kind: 'afford', name, amount, currency: null, on, place: null }),
    ),
    forecast: tool('The forecast of total cash on a given day.', { on: day }, ({ on }) => ({
      kind: 'forecast',
      on,
      place: null,
      ask: 'balance',
    })),
    safe_to_spend: tool('The amount that is safe to spend per day until the next payday.', {}, () => ({
      kind: 'safe_to_spend',
    })),
    credit_score: tool('The credit score and its factors.', {}, () => ({ kind: 'credit_score', ask: 'why' })),
    explain: tool('The definition of a glossary term.', { term: text }, ({ term }) => ({
      kind: 'explain',
      term,
    })),
    help: tool('Explains how to do something in Sandbank.', { topic: text }, ({ topic }) => ({
      kind: 'help',
      topic,
    })),
    propose_transfer: tool(
      "Proposes a transfer between the customer's accounts. Only the customer can confirm it.",
      { from: account, to: account, amount },
      ({ from, to, amount }) => ({ kind: 'transfer', from, to, amount: exactly(amount) }),
    ),
    propose_card_payment: tool(
      'Proposes a credit card payment. Only the customer can confirm it.',
      { card, from: account, amount: z.union([amount, z.enum(['minimum', 'statement'])]) },
      ({ amount, ...values }) => ({
        kind: 'pay_card',
        ...values,
        amount: typeof amount === 'number' ? exactly(amount) : { is: amount },
      }),
    ),
    propose_freeze: tool(
      'Proposes to freeze or unfreeze a card. Only the customer can confirm it.',
      { card, frozen: z.boolean() },
      (values) => ({ kind: 'freeze', ...values }),
    ),
    propose_budget: tool(
      'Proposes a monthly budget for a category. Only the customer can confirm it.',
      { category, amount },
      (values) => ({ kind: 'set_budget', ...values }),
    ),
  };
}

function getPeriod(
  from: string | null,
  to: string | null,
  context: AnswerContext,
): TransactionFilter['period'] {
  if (from && to) return { from, to, text: `from ${context.formatDay(from)} to ${context.formatDay(to)}` };
  if (from) return { from, to, text: `since ${context.formatDay(from)}` };
  return to ? { from, to, text: `until ${context.formatDay(to)}` } : null;
}

/** Returns the tools in the format of the chat completions API. */
export const listTools = (context: AnswerContext) =>
  Object.entries(getTools(context)).map(([name, { description, schema }]) => {
    const { $schema: _, ...parameters } = z.toJSONSchema(schema, { io: 'input' });
    return { type: 'function', function: { name, description, parameters } };
  });

/** Returns the intent of a model's tool call. If the call is invalid, returns a message about the problem. */
export function buildIntent(
  { name, arguments: json }: { name: string; arguments: string },
  context: AnswerContext,
): Intent | Problem {
  const tools = getTools(context);
  const called = Object.hasOwn(tools, name) ? tools[name] : undefined;
  if (!called) return { problem: `There is no tool called ${name}.` };
  try {
    const intent = called.build(JSON.parse(json || '{}'));
    return 'problem' in intent ? intent : { ...intent, assumed: [] };
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: "The arguments aren't valid JSON." };
    throw error;
  }
}
