import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getSpan } from './days.ts';
import { getConditions, getMeanings } from './meaning.ts';
import {
  OPERATORS,
  operatorPart,
  parseTransactionQuery,
  printTransactionQuery,
  type QueryPart,
  queryFor,
} from './transaction-query.ts';

const context = {
  today: '2026-08-14',
  places: [
    { id: 'a1', name: 'Everyday' },
    { id: 'a2', name: 'Savings' },
    { id: 'a3', name: 'Savings for Rome' },
    { id: 'c1', name: 'Blue Card' },
  ],
  categories: [
    { id: 'k3', name: 'Food' },
    { id: 'k7', name: 'Shopping' },
    { id: 'k8', name: 'Fun, games' },
  ],
};
const meanings = (text: string) => getMeanings(parseTransactionQuery(text), context);
const parse = (text: string) => getConditions(meanings(text));
const conditions = (text: string) => parse(text).conditions;
const problems = (text: string) => meanings(text).flatMap(({ problem }) => problem ?? []);

describe('a search for a text', () => {
  it.each([
    ['Rent', 'Rent'],
    ['Transfer: to "Savings" - all', '"Transfer: to \\"Savings\\" - all"'],
    ['amount:5', '"amount:5"'],
    ['-5', '"-5"'],
  ])('quotes %s, which would have another meaning', (text, query) => {
    expect(queryFor(text)).toBe(`/transactions?q=${encodeURIComponent(query)}`);
    expect(parseTransactionQuery(query)).toEqual([{ is: 'word', text, negated: false }]);
  });
});

describe('a transaction search', () => {
  it('consists of words, phrases, exclusions, and operators', () => {
    expect(
      conditions('rent "corner grocer" -coffee amount:>50 category:food account:everyday -pending'),
    ).toEqual([
      { on: 'words', text: 'rent' },
      { on: 'words', text: 'corner grocer' },
      { on: 'words', text: 'coffee', not: true },
      { on: 'amount', above: 50 },
      { on: 'category', ids: ['k3'] },
      { on: 'place', ids: ['a1'] },
      { on: 'is', what: 'pending', not: true },
    ]);
  });

  it.each([
    ['', []],
    ['   ', []],
    ['""', []],
    ['"', []],
    ['-', ['-']],
    ['--x', ['-x']],
    [`100%,a.b(c)"d\\*_'`, [`100%,a.b(c)"d\\*_'`]],
    ['"not closed yet', ['not closed yet']],
    ['"a \\"new\\" flat"', ['a "new" flat']],
    ['-"two words"', ['two words']],
    ['-"pending"', ['pending']],
    ['10:30', ['10:30']],
    ['https://a.example/x', ['https://a.example/x']],
    [':', [':']],
  ])('parses %s as words', (text, words) => {
    expect(parseTransactionQuery(text).map((part) => (part.is === 'operator' ? part : part.text))).toEqual(
      words,
    );
  });

  it.each([
    ['amount:>50', { above: 50 }],
    ['amount:>=50', { from: 50 }],
    ['amount:<20', { below: 20 }],
    ['amount:<=20', { to: 20 }],
    ['amount:10..20', { from: 10, to: 20 }],
    ['amount:..20', { to: 20 }],
    ['amount:10..', { from: 10 }],
    ['amount:12.50', { from: 12.5, to: 12.5 }],
    ['amount:>$1,200.05', { above: 1200.05 }],
    ['AMOUNT:0', { from: 0, to: 0 }],
  ])('%s', (text, bounds) => {
    expect(conditions(text)).toEqual([{ on: 'amount', ...bounds }]);
    expect(problems(text)).toEqual([]);
  });

  it.each([
    ['category:none', [{ on: 'category', ids: [], none: true }]],
    ['category:Foo', [{ on: 'category', ids: ['k3'] }]],
    ['cat:food,shopping', [{ on: 'category', ids: ['k3', 'k7'] }]],
    ['category:"Fun, games"', [{ on: 'category', ids: ['k8'] }]],
    ['category:food category:none', [{ on: 'category', ids: ['k3'], none: true }]],
    [
      '-category:food -category:shopping',
      [
        { on: 'category', ids: ['k3'], not: true },
        { on: 'category', ids: ['k7'], not: true },
      ],
    ],
    ['account:savings', [{ on: 'place', ids: ['a2'] }]],
    ['account:sav', [{ on: 'place', ids: ['a2', 'a3'] }]],
    ['account:"savings for rome"', [{ on: 'place', ids: ['a3'] }]],
    ['account:a1', [{ on: 'place', ids: ['a1'] }]],
    ['card:card', [{ on: 'place', ids: ['c1'] }]],
    ['type:auto-deposit', [{ on: 'type', values: ['AUTO_DEPOSIT'] }]],
    ['type:AUTO_DEPOSIT', [{ on: 'type', values: ['AUTO_DEPOSIT'] }]],
    ['type:deposits,transfer', [{ on: 'type', values: ['DEPOSIT', 'TRANSFER'] }]],
    ['kind:"card payment"', [{ on: 'kind', values: ['card_payment'] }]],
    ['is:in', [{ on: 'is', what: 'in' }]],
    ['-is:transfer', [{ on: 'is', what: 'transfer', not: true }]],
    ['has:attachment', [{ on: 'has', what: 'attachment' }]],
    [
      'tag:#Holiday tag:rome',
      [
        { on: 'tag', values: ['holiday'] },
        { on: 'tag', values: ['rome'] },
      ],
    ],
    ['merchant:"Corner Grocer"', [{ on: 'merchant', text: 'Corner Grocer' }]],
    ['currency:eur', [{ on: 'currency', values: ['EUR'] }]],
    ['date:2026-01..2026-03', [{ on: 'day', from: '2026-01-01', to: '2026-03-31' }]],
    ['after:2026-01-01', [{ on: 'day', from: '2026-01-01' }]],
    ['after:"last quarter"', [{ on: 'day', from: '2026-04-01' }]],
    ['before:2026-05', [{ on: 'day', to: '2026-04-30' }]],
    ['until:2026-05', [{ on: 'day', to: '2026-05-31' }]],
    ['on:yesterday', [{ on: 'day', from: '2026-08-13', to: '2026-08-13' }]],
  ])('%s', (text, expected) => {
    expect(conditions(text)).toEqual(expected);
    expect(problems(text)).toEqual([]);
  });

  it.each([
    ['2026-05-14', '2026-05-14', '2026-05-14'],
    ['2026-02', '2026-02-01', '2026-02-28'],
    ['2025', '2025-01-01', '2025-12-31'],
    ['2026-q2', '2026-04-01', '2026-06-30'],
    ['today', '2026-08-14', '2026-08-14'],
    ['this-week', '2026-08-10', '2026-08-16'],
    ['last week', '2026-08-03', '2026-08-09'],
    ['this_month', '2026-08-01', '2026-08-31'],
    ['last-month', '2026-07-01', '2026-07-31'],
    ['Last Quarter', '2026-04-01', '2026-06-30'],
    ['this-year', '2026-01-01', '2026-12-31'],
    ['last-year', '2025-01-01', '2025-12-31'],
    ['last-30-days', '2026-07-16', '2026-08-14'],
    ['last 2 months', '2026-06-15', '2026-08-14'],
    ['3-months-ago', '2026-05-14', '2026-05-14'],
    ['june', '2026-06-01', '2026-06-30'],
    ['december', '2025-12-01', '2025-12-31'],
    ['jun 2024', '2024-06-01', '2024-06-30'],
    ['june..last-month', '2026-06-01', '2026-07-31'],
    ['..2026-03', null, '2026-03-31'],
    ['2026-03..', '2026-03-01', null],
  ])('parses the days of %s', (text, from, to) => {
    expect(getSpan(text, context.today)).toEqual({ from, to });
  });

  it.each([
    '',
    '..',
    'soon',
    '2026-13',
    '2026-02-30',
    '2026-99-99',
    '2026-05..2026-01',
    'a..b..c',
    '1..2..3',
  ])('rejects the days %s', (text) => expect(getSpan(text, context.today)).toBeNull());

  it.each([
    ['category:zzz', /No category is called .zzz/],
    ['account:nowhere', /No account or card is called/],
    ['amount:lots', /isn't an amount/],
    ['amount:-5', /is:out/],
    ['amount:20..10', /isn't an amount/],
    ['amount:1..x', /isn't an amount/],
    ['date:soon', /isn't a date or range/],
    ['is:blue', /is: accepts in, out, spending/],
    ['is:constructor', /is: accepts/],
    ['type:x', /type: accepts/],
  ])('%s finds nothing, with the reason', (text, pattern) => {
    expect(conditions(text)).toEqual([{ on: 'nothing' }]);
    expect(problems(text)).toEqual([expect.stringMatching(pattern)]);
  });

  it('has no operators named like object prototype properties', () => {
    expect(parseTransactionQuery('constructor:x')).toMatchObject([{ is: 'unknown', name: 'constructor' }]);
  });

  it('treats an unknown operator as text, with a note', () => {
    expect(conditions('invoice:77')).toEqual([{ on: 'words', text: 'invoice:77' }]);
    expect(problems('invoice:77')).toEqual([expect.stringContaining('There is no invoice: filter')]);
  });

  it('ignores an incomplete operator', () => {
    expect(conditions('amount: category:')).toEqual([]);
    expect(problems('amount:')).toEqual([expect.stringContaining('accepts above, below, or between')]);
  });

  it('uses the last sort order', () => {
    expect(parse('rent').sort).toBe('date');
    expect(parse('sort:oldest sort:amount').sort).toBe('amount');
    expect(problems('sort:color')).toHaveLength(1);
  });

  it('formats to the same text, whatever it contains', () => {
    const slashes = operatorPart('amount', '//');
    expect(parseTransactionQuery(printTransactionQuery([slashes]))).toEqual([slashes]);
    const words = fc.string().filter((text) => text.trim() !== '');
    const part: fc.Arbitrary<QueryPart> = fc.oneof(
      fc.record({ is: fc.constant('word' as const), text: words, negated: fc.boolean() }),
      fc
        .tuple(fc.constantFrom(...OPERATORS.map(({ name }) => name)), words, fc.boolean())
        .map(([name, value, negated]) => operatorPart(name, value, negated)),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        expect(parseTransactionQuery(printTransactionQuery(parts))).toEqual(parts);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parts = parseTransactionQuery(text);
        expect(parseTransactionQuery(printTransactionQuery(parts))).toEqual(parts);
      }),
    );
  });
});
