import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import catalog from '../../content/assistant-questions.json' with { type: 'json' };
import { FACTS } from '../facts.ts';
import { getArticle } from '../help.ts';
import type { CustomerContext, Intent, Turn } from '../intent.ts';
import { CUSTOMER } from '../testing/customer-context.ts';
import { PHRASINGS } from '../testing/examples.ts';
import { formatIntent } from '../testing/format-intent.ts';
import { amountAt } from './amounts.ts';
import { findNearQuestions } from './nearest-questions.ts';
import { parseMessage } from './parsed-message.ts';
import { getTokens } from './text.ts';
import { understand } from './understand.ts';

const NEW_CUSTOMER: CustomerContext = {
  ...CUSTOMER,
  accounts: [],
  cards: [],
  loans: [],
  mortgages: [],
  scheduledPayments: [],
  autoDeposits: [],
  contacts: [],
  merchants: [],
  tags: [],
  budgets: [],
  goals: [],
};

/** A customer with a home equity line of credit. */
const BORROWER: CustomerContext = {
  ...CUSTOMER,
  loans: [
    ...CUSTOMER.loans,
    { id: 'l9', name: 'Home equity line', currency: 'USD', balance: 1_000, isLine: true },
  ],
};

function getTurns(texts: readonly string[], customer = CUSTOMER): Turn[] {
  const turns: Turn[] = [];
  for (const text of texts) turns.push({ text, meaning: understand(text, customer, turns) });
  return turns;
}

describe('a customer', () => {
  it.each(PHRASINGS)('asks $text', ({ text, before, means }) => {
    expect(formatIntent(understand(text, CUSTOMER, getTurns(before)), CUSTOMER)).toBe(means);
  });

  it('asks the same thing in many ways', () => expect(PHRASINGS.length).toBeGreaterThan(400));

  it('can use every offered choice', () => {
    const alone = PHRASINGS.filter(({ before }) => before.length === 0);
    const asks = alone.flatMap(({ text }) => getChoices(understand(text, CUSTOMER, [])));
    const refused = [...new Set(asks)].filter((ask) => {
      const meaning = understand(ask, CUSTOMER, []);
      return meaning.kind === 'beyond' && meaning.reason === 'not_understood';
    });
    expect(refused).toEqual([]);
  });

  it('without any products gets an answer too', () => {
    for (const { text } of PHRASINGS.filter((_, index) => index % 4 === 0))
      expect(understand(text, NEW_CUSTOMER, [])).toHaveProperty('kind');
  });
});

describe('a known question', () => {
  const values: Record<string, string> = {
    account: 'Rainy Day Savings',
    card: 'Tide Card',
    debt: 'Car loan',
    category: 'Food',
    merchant: 'Corner Grocer',
    payment: 'Netflix',
    goal: 'Emergency fund',
    contact: 'Maya Patel',
    amount: '$200',
    percent: '5%',
  };
  const fill = (ask: string, time: string) =>
    ask.replace(/ ?\{(\w+)\??\}/g, (_, name: string) => ` ${values[name] ?? time}`).trim();

  it.each(catalog.map(({ ask }) => ask))('is understood word by word: %s', (ask) => {
    const isAhead = /\bwill\b|due \{time\}|have to pay|payoff amount/i.test(ask);
    const meaning = understand(fill(ask, isAhead ? 'next month' : 'last month'), CUSTOMER, []);
    expect(meaning).not.toMatchObject({ kind: 'beyond', reason: 'not_understood' });
    expect(meaning).not.toHaveProperty('reading');
    // A message that only resembles a question must never lead to an action.
    expect(ACTIONS).not.toContain(meaning.kind);
  });
});

const ACTIONS =
  'transfer pay_card pay_debt pay_person schedule auto_deposit freeze set_budget fast_forward undo confirm dismiss task'.split(
    ' ',
  );

describe('a fact', () => {
  it.each(FACTS)('has an answer: $question', ({ answer, article, question }) => {
    expect(answer ?? getArticle(article ?? null)?.text[0]).toBeDefined();
    expect(findNearQuestions(parseMessage(question, CUSTOMER))[0]).toMatchObject({ question });
  });
});

const getChoices = (meaning: Intent) =>
  meaning.kind === 'missing' || meaning.kind === 'beyond' ? meaning.choices.map(({ ask }) => ask) : [];

/** Returns the amounts in an intent, in major units. Converts the amounts in decisions from minor units. */
function amountsIn(meaning: Intent): number[] {
  if (meaning.kind === 'missing' || meaning.kind === 'beyond') return [];
  const { assumed: _, ...slots } = meaning;
  const matches: number[] = [];
  const look = (value: unknown, key: string, scale: number): void => {
    if (typeof value === 'number' && MONEY.has(key)) matches.push(value / scale);
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) look(inner, name, key === 'decisions' ? 100 : scale);
  };
  for (const [name, value] of Object.entries(slots)) look(value, name, 1);
  return matches;
}
const MONEY = new Set(['amount', 'monthly', 'price', 'downPayment', 'from', 'to', 'above', 'below']);

const amountsSaid = (text: string) => {
  const tokens = getTokens(text);
  return tokens.flatMap((_, at) => {
    const read = amountAt(tokens, at);
    return read ? [read.amount, ...(read.alternative === null ? [] : [read.alternative])] : [];
  });
};

/** Random combinations of common phrases. */
const WORDS = [...new Set(PHRASINGS.flatMap(({ text }) => text.split(' ')))];
const mixed = fc
  .array(fc.constantFrom(...WORDS, '1.500', '$20', '-5', '2k', 'two hundred', '99', '12,50'), {
    maxLength: 14,
  })
  .map((words) => words.join(' '));

describe('understanding', () => {
  it('never throws, whatever is typed', () => {
    const anything = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 2000 }), mixed);
    fc.assert(
      fc.property(anything, fc.array(mixed, { maxLength: 3 }), (text, before) => {
        expect(understand(text, CUSTOMER, getTurns(before))).toHaveProperty('kind');
      }),
      { numRuns: 40 },
    );
  });

  it('takes amounts only from the text, or states its assumption', () => {
    const isSupplied = (meaning: Intent) =>
      'assumed' in meaning && meaning.assumed.some(({ slot }) => slot === 'amount' || slot === 'down');
    const check = (text: string) => {
      const meaning = understand(text, CUSTOMER, []);
      if (isSupplied(meaning)) return;
      const amounts = amountsSaid(text);
      const isRate = meaning.kind === 'exchange' && amounts.length === 0;
      for (const amount of isRate ? [] : amountsIn(meaning))
        expect([text, amounts]).toEqual([text, expect.arrayContaining([amount])]);
    };
    fc.assert(fc.property(mixed, check), { numRuns: 80 });
  });

  it('is deterministic', () => {
    fc.assert(
      fc.property(mixed, (text) => {
        expect(understand(text, CUSTOMER, [])).toEqual(understand(text, CUSTOMER, []));
      }),
      { numRuns: 20 },
    );
  });

  it.each([
    ['one word', 'and '],
    ['amounts', '1.500 two hundred '],
    ['days', 'from 3 to 10 october between '],
    ['names', 'rainy day savings everyday '],
    ['slips', 'trasnfre svaingz qwertyz '],
    ['letters', 'aaaa'],
    ['questions', 'what is this and how does he have '],
  ])('parses two thousand characters of %s in time', (_, piece) => {
    const text = piece.repeat(1000).slice(0, 2000);
    expect(understand(text, CUSTOMER, getTurns(['transfer 200']))).toHaveProperty('kind');
    expect(understand(`${text}x`, CUSTOMER, [])).toMatchObject({ kind: 'beyond', reason: 'too_long' });
  });
});

describe('a draw from a home equity line', () => {
  it.each([
    ['draw 500 from my home equity line', 'a1', 500],
    ['Borrow $2,000 from the heloc', 'a1', 2_000],
    ['please transfer 750 from my home equity line to rainy day savings', 'a3', 750],
    ['take 300 out of my line of credit into everyday checking', 'a1', 300],
    ['I want to draw 400 from my heloc', 'a1', 400],
  ])('is an action to confirm: %s', (text, to, amount) => {
    expect(understand(text, BORROWER, [])).toMatchObject({
      kind: 'draw_line',
      line: { id: 'l9' },
      to: { id: to },
      amount,
    });
  });

  it.each([
    'how much can I draw from my home equity line?',
    'what would it cost to draw 500 from my heloc',
    'draw 500 every month from my home equity line',
    'borrow 500 from the car loan',
    'what if I draw 500 from my heloc',
  ])('is not read into: %s', (text) => {
    expect(understand(text, BORROWER, []).kind).not.toBe('draw_line');
  });

  it('can be corrected before it is confirmed', () => {
    const before = getTurns(['draw 500 from my home equity line'], BORROWER);
    expect(understand('make it 800', BORROWER, before)).toMatchObject({ kind: 'draw_line', amount: 800 });
    expect(understand('to rainy day savings instead', BORROWER, before)).toMatchObject({
      kind: 'draw_line',
      to: { id: 'a3' },
      amount: 500,
    });
  });

  it('is not an action without a line', () => {
    expect(understand('draw 500 from my home equity line', CUSTOMER, []).kind).not.toBe('draw_line');
  });
});
