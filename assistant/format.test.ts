import { describe, expect, it } from 'vitest';
import { getConditions, getMeanings } from '../engine/search/meaning.ts';
import { parseTransactionQuery } from '../engine/search/transaction-query.ts';
import { awayFrom, currencyNote, formatAssumed, listed, money, monthsLong, sumAmounts } from './format.ts';
import {
  cardInterest,
  lineInterest,
  loanInterest,
  monthOfInterest,
  savingsInterest,
} from './format-interest.ts';
import { formatFilter, formatSubject, getQuery } from './format-search.ts';
import type { CustomerContext, TransactionFilter } from './intent.ts';

const customer: CustomerContext = {
  today: '2026-11-22',
  timeZone: 'UTC',
  baseCurrency: 'USD',
  accounts: [
    { id: 'a1', name: 'Daily', type: 'CHECKING', currency: 'USD', balance: 10 },
    { id: 'a2', name: 'Twin', type: 'SAVINGS', currency: 'USD', balance: 10 },
    { id: 'a3', name: 'Twin', type: 'SAVINGS', currency: 'EUR', balance: 10 },
  ],
  cards: [],
  loans: [{ id: 'l1', name: 'Car loan', currency: 'USD', balance: 5 }],
  mortgages: [],
  scheduledPayments: [],
  autoDeposits: [],
  contacts: [],
  merchants: [],
  tags: [],
  categories: [{ id: 'k1', name: 'Fun, games', kind: 'spending' }],
  budgets: [],
  goals: [],
};
const nothing: TransactionFilter = {
  categories: [],
  merchant: null,
  contact: null,
  tag: null,
  text: null,
  places: [],
  bounds: null,
  period: null,
};

describe("the assistant's text", () => {
  it('formats amounts, lists, periods, and totals like the bank', () => {
    expect(money(-1234.5, 'EUR')).toBe('−€1,234.50');
    expect(sumAmounts([0.1, 0.2, -0.3])).toBe(0);
    expect(listed(['a', 'b', 'c'])).toBe('a, b, and c');
    expect(monthsLong(27)).toBe('2 years and 3 months');
    expect(awayFrom('2026-11-22', '2026-11-21')).toBe('yesterday');
  });

  it('states assumptions and exchange rates', () => {
    expect(formatAssumed([{ text: 'in October' }, { text: 'from Daily' }])).toBe(
      ' Assumed: in October and from Daily.',
    );
    expect(
      currencyNote({ others: ['EUR', 'GBP'], leftOut: ['GBP'], into: 'USD', rates: "today's rates" }),
    ).toBe(
      " Amounts in EUR are converted to USD at today's rates. Amounts in GBP aren't included because we don't have an exchange rate.",
    );
  });
});

describe('the search behind an answer', () => {
  it.each<[Partial<TransactionFilter>, string]>([
    [{ categories: [{ id: 'k1', name: 'Fun, games' }] }, 'is:spending category:"Fun, games"'],
    [{ period: { from: '2026-10-01', to: '2026-10-31', text: '' } }, 'is:spending date:2026-10'],
    [
      { period: { from: '2026-10-02', to: '2026-10-31', text: '' } },
      'is:spending date:2026-10-02..2026-10-31',
    ],
    [{ period: { from: null, to: '2026-10-31', text: '' } }, 'is:spending until:2026-10-31'],
    [
      { places: [{ is: 'account', id: 'a1' }], bounds: { above: 100 } },
      'is:spending account:Daily amount:>100',
    ],
    [{ places: [{ is: 'account', id: 'a3' }] }, 'is:spending account:a3'],
    [{ merchant: 'The "New" Café', text: '-x' }, 'is:spending merchant:"The \\"New\\" Café" "-x"'],
  ])('%j', (filter, query) => {
    const written = getQuery({ ...nothing, ...filter }, 'spending', customer);
    expect(written).toBe(query);
    // The transactions page can parse the query.
    const meanings = getMeanings(parseTransactionQuery(written), {
      today: customer.today,
      places: customer.accounts,
      categories: customer.categories,
    });
    expect(meanings.flatMap(({ problem }) => problem ?? [])).toEqual([]);
    expect(getConditions(meanings).conditions).not.toContainEqual({ on: 'nothing' });
  });

  it('is described in words', () => {
    const filter = {
      ...nothing,
      categories: customer.categories,
      places: [{ is: 'loan' as const, id: 'l1' }],
      bounds: { from: 5, to: 5 },
    };
    expect(formatFilter(filter, customer, 'out')).toBe(' on Fun, games from Car loan of exactly 5');
  });

  it.each<[Partial<TransactionFilter>, 'out' | 'in', string]>([
    [{ isFee: true }, 'out', 'Fees were'],
    [{ categories: customer.categories }, 'in', 'Fun, games was'],
    [{ merchant: 'Blackbird Coffee' }, 'out', 'Blackbird Coffee was'],
    [{ merchant: 'Harbor Studio' }, 'in', 'Income from Harbor Studio was'],
    [{ tag: 'trip' }, 'out', 'Spending tagged #trip was'],
    [{}, 'out', 'Spending was'],
  ])('is the subject of a sentence: %j', (filter, direction, subject) => {
    expect(formatSubject({ ...nothing, ...filter }, customer, direction)).toBe(subject);
  });
});

describe('explained interest', () => {
  it('of a card counts the days of the cycle, or until the statement was paid', () => {
    const days = [100, 100, 200, 200].map((balance, index) => ({ day: `2026-10-0${index + 1}`, balance }));
    const whole = cardInterest(days, { apr: 36.5, currency: 'USD', until: null, today: '2026-11-22' });
    expect(whole.amount).toBe(0.6);
    expect(whole.rule).toContain('$600.00 × 36.5% ÷ 365 = $0.60.');
    expect(
      cardInterest(days, { apr: 36.5, currency: 'USD', until: '2026-10-03', today: '2026-11-22' }).amount,
    ).toBe(0.2);
    const unrepaid = cardInterest(
      days.map((one, index) => ({ ...one, repaid: index < 2 ? 50 : 0 })),
      { apr: 36.5, currency: 'USD', until: null, today: '2026-11-22' },
    );
    expect(unrepaid.amount).toBe(0.5);
    expect(unrepaid.sentence).toContain('You pay no interest on the part you repaid by the due date.');
  });

  it('of a line of credit uses the actual days of a 365-day year', () => {
    const terms = { rate: 10, currency: 'USD', today: '2026-11-22' };
    const held = [{ from: '2026-10-05', balance: 3650, days: 31 }];
    expect(lineInterest(held, terms).amount).toBe(31);
  });

  it('of a loan uses 30-day months, with each balance for its days', () => {
    const terms = { rate: 6, currency: 'USD', today: '2026-11-22' };
    expect(loanInterest([{ from: '2026-10-05', balance: 1000, days: 30 }], terms)).toMatchObject({
      amount: 5,
    });
    const parted = [
      { from: '2026-10-05', balance: 1000, days: 15 },
      { from: '2026-10-20', balance: 400, days: 15 },
    ];
    expect(loanInterest(parted, terms)).toMatchObject({
      amount: 3.5,
      rule: expect.stringContaining('$400.00 for 15 days from Oct 20'),
    });
    expect(monthOfInterest(1425.29, { apr: 24.99, currency: 'USD' }).amount).toBe(29.68);
  });

  it('of savings states the cents carried over', () => {
    const days = [{ day: '2026-10-31', balance: 1000, micros: 8_499_999 }];
    expect(savingsInterest(days, { posted: 0.09, currency: 'USD' }).rule).toContain(
      'The daily interest adds up to $0.08. With $0.01 carried over from the previous month, the total is $0.09.',
    );
  });
});
