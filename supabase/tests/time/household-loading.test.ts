import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import type { Bank, Person } from '../support/harness.ts';
import { test } from '../support/harness.ts';
import { expectSoundBooks, getHistory, openAccount } from '../support/household.ts';

type Line = { ledger: string; amount: number; currency?: string; type?: string };
type Entry = {
  at: string;
  kind: string;
  description?: string;
  merchant?: string;
  category?: string;
  lines: Line[];
};

const DAY = 86_400_000;
const START = Date.now() - 800 * DAY;
const on = (day: number) => new Date(START + day * DAY).toISOString();

const entry = (day: number, kind: string, lines: Line[], more: Partial<Entry> = {}): Entry => ({
  at: on(day),
  kind,
  lines,
  ...more,
});

/**
 * Returns a small household with one product of each kind: three accounts, a card, a loan, and a mortgage.
 */
function household() {
  const [checking, savings, euros, card, loan, mortgage] = Array.from({ length: 6 }, () => randomUUID()) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const products = {
    accounts: [
      { id: checking, name: 'Everyday', type: 'CHECKING', currency: 'USD', created_at: on(0) },
      { id: savings, name: 'Reserve', type: 'SAVINGS', currency: 'USD', created_at: on(0) },
      { id: euros, name: 'Travel', type: 'CHECKING', currency: 'EUR', created_at: on(1) },
    ],
    cards: [
      {
        id: card,
        name: 'Blue',
        credit_limit: 5000,
        apr: 19.9,
        due_date: on(830).slice(0, 10),
        currency: 'USD',
        created_at: on(1),
      },
    ],
    loans: [
      {
        id: loan,
        name: 'Car',
        amount: 12000,
        interest_rate: 6.4,
        term: 48,
        start_date: on(2).slice(0, 10),
        currency: 'USD',
        created_at: on(2),
      },
    ],
    mortgages: [
      {
        id: mortgage,
        property_value: 10000,
        down_payment: 2000,
        interest_rate: 5,
        term: 10,
        start_date: on(2).slice(0, 10),
        created_at: on(2),
      },
    ],
    applications: [
      {
        applicant_name: 'D. Emo',
        email: 'demo@example.com',
        loan_amount: 12000,
        loan_type: 'AUTO',
        term_months: 48,
        status: 'approved',
        submitted_at: on(1),
        decided_at: on(2),
        decision: { reasons: ['Well within your income.'] },
      },
    ],
  };
  const entries = [
    entry(0.1, 'opening', [
      { ledger: checking, amount: 12000 },
      { ledger: 'opening', amount: -12000 },
    ]),
    entry(
      2,
      'opening',
      [
        { ledger: loan, amount: -12000 },
        { ledger: 'outside', amount: 12000 },
      ],
      { description: 'Loan taken' },
    ),
    entry(2, 'opening', [
      { ledger: mortgage, amount: -8000 },
      { ledger: 'outside', amount: 8000 },
    ]),
    entry(3, 'transfer', [
      { ledger: checking, amount: -500 },
      { ledger: savings, amount: 500 },
    ]),
    entry(4, 'transfer', [
      { ledger: checking, amount: -110, currency: 'USD' },
      { ledger: 'exchange', amount: 110, currency: 'USD' },
      { ledger: euros, amount: 100, currency: 'EUR' },
      { ledger: 'exchange', amount: -100, currency: 'EUR' },
    ]),
    entry(
      5,
      'card_charge',
      [
        { ledger: card, amount: -80 },
        { ledger: 'outside', amount: 80 },
      ],
      { merchant: 'Corner Shop', category: 'Food' },
    ),
    entry(6, 'card_payment', [
      { ledger: checking, amount: -30 },
      { ledger: card, amount: 30 },
    ]),
    entry(7, 'interest', [
      { ledger: savings, amount: 1.25 },
      { ledger: 'interest', amount: -1.25 },
    ]),
    entry(
      8,
      'auto_deposit',
      [
        { ledger: checking, amount: 50, type: 'AUTO_DEPOSIT' },
        { ledger: 'outside', amount: -50 },
      ],
      { category: 'Salary' },
    ),
  ];
  return { ids: { checking, savings, euros, card, loan, mortgage }, file: { ...products, entries } };
}

const load = (bank: Bank, person: Person, file: object) =>
  bank.asService()`select load_household(${person.id}, ${file}::jsonb) as entries`;

describe('loading a household', () => {
  test('gives a new customer products with their whole history and a sound ledger', async ({
    bank,
    alice,
  }) => {
    const { ids, file } = household();
    expect(await load(bank, alice, file)).toEqual([{ entries: file.entries.length }]);
    const customer = bank.asCustomer(alice);
    expect(await customer`select name, balance from accounts order by created_at, name`).toEqual([
      { name: 'Everyday', balance: '11410.00' },
      { name: 'Reserve', balance: '501.25' },
      { name: 'Travel', balance: '100.00' },
    ]);
    expect(await customer`select balance from credit_cards`).toEqual([{ balance: '50.00' }]);
    expect(await customer`select remaining_balance, monthly_payment from loans`).toEqual([
      { remaining_balance: '12000.00', monthly_payment: '284.03' },
    ]);
    expect(await customer`select name, loan_amount from mortgages`).toEqual([
      { name: 'Mortgage', loan_amount: '8000.00' },
    ]);
    expect(await customer`select status, decision from loan_applications`).toEqual([
      { status: 'approved', decision: { reasons: ['Well within your income.'] } },
    ]);
    expect(
      await customer`select merchant, category, amount, balance_after from card_activity order by entry_id`,
    ).toEqual([
      { merchant: 'Corner Shop', category: 'Food', amount: '80.00', balance_after: '80.00' },
      { merchant: null, category: null, amount: '-30.00', balance_after: '50.00' },
    ]);
    const history = await getHistory(bank, alice, ids.checking);
    expect(history.map(({ type, kind, balance_after }) => [type, kind, Number(balance_after)])).toEqual([
      ['AUTO_DEPOSIT', 'auto_deposit', 11410],
      ['WITHDRAWAL', 'card_payment', 11360],
      ['TRANSFER', 'transfer', 11390],
      ['TRANSFER', 'transfer', 11500],
      ['DEPOSIT', 'opening', 12000],
    ]);
    expect(history[2]).toMatchObject({ counter_account_id: ids.euros });
    expect(Number(history[2]?.exchange_rate)).toBeCloseTo(0.90909091, 8);
    await expectSoundBooks(bank);
  });

  test("leaves an existing customer's products unchanged", async ({ bank, alice }) => {
    await bank.asCustomer(alice)`select open_account('Own')`;
    expect(await load(bank, alice, household().file)).toEqual([{ entries: 0 }]);
    expect(await bank.asCustomer(alice)`select name from accounts`).toEqual([{ name: 'Own' }]);
  });

  test('is followed by ordinary banking', async ({ bank, alice }) => {
    const { ids, file } = household();
    await load(bank, alice, file);
    const customer = bank.asCustomer(alice);
    expect(await customer`select balance from pay_credit_card(${ids.card}, 50, ${ids.checking})`).toEqual([
      { balance: '0.00' },
    ]);
    await customer`update loans set remaining_balance = 11900 where id = ${ids.loan}`;
    await customer`select withdraw(${ids.savings}, 501.25)`;
    await expectSoundBooks(bank);
  });

  const wrong: [string, string, (it: ReturnType<typeof household>) => void][] = [
    [
      'an entry that does not sum to zero',
      'HOUSE',
      ({ file }) => {
        for (const line of file.entries[0]?.lines ?? []) line.amount += 0.01;
      },
    ],
    ['an entry without sides', 'HOUSE', ({ file }) => file.entries[0]?.lines.splice(0)],
    ['a kind that is none', 'HOUSE', ({ file }) => Object.assign(file.entries[0] ?? {}, { kind: 'Party!' })],
    [
      'a type that is none',
      'HOUSE',
      ({ file }) => Object.assign(file.entries[0]?.lines[0] ?? {}, { type: 'GIFT' }),
    ],
    [
      'an unknown ledger',
      'HOUSE',
      ({ file }) => Object.assign(file.entries[0]?.lines[1] ?? {}, { ledger: 'nowhere' }),
    ],
    [
      'the ledger of a stranger',
      'HOUSE',
      ({ file }) => Object.assign(file.entries[0]?.lines[1] ?? {}, { ledger: randomUUID() }),
    ],
    [
      'half a cent',
      'HOUSE',
      ({ ids, file }) =>
        file.entries.push(
          entry(9, 'deposit', [
            { ledger: ids.checking, amount: 0.005 },
            { ledger: 'outside', amount: -0.005 },
          ]),
        ),
    ],
    [
      'an account below zero, even for a moment',
      'INSUF',
      ({ ids, file }) =>
        file.entries.push(
          entry(9, 'withdrawal', [
            { ledger: ids.savings, amount: -600 },
            { ledger: 'outside', amount: 600 },
          ]),
          entry(10, 'deposit', [
            { ledger: ids.savings, amount: 600 },
            { ledger: 'outside', amount: -600 },
          ]),
        ),
    ],
    [
      'a loan paid beyond its end',
      'OVPAY',
      ({ ids, file }) =>
        file.entries.push(
          entry(9, 'loan_payment', [
            { ledger: ids.loan, amount: 12000.01 },
            { ledger: 'outside', amount: -12000.01 },
          ]),
        ),
    ],
    [
      'two movements of an account at one instant',
      'BADDT',
      ({ file }) => Object.assign(file.entries[4] ?? {}, { at: on(3) }),
    ],
    ['entries out of order', 'BADDT', ({ file }) => Object.assign(file.entries[5] ?? {}, { at: on(3.5) })],
    ['an entry after now', 'BADDT', ({ file }) => Object.assign(file.entries.at(-1) ?? {}, { at: on(801) })],
    [
      'an entry before its product began',
      'BADDT',
      ({ file }) => Object.assign(file.entries[0] ?? {}, { at: on(-1) }),
    ],
    [
      'an entry in the wrong currency',
      'BADCU',
      ({ file }) => {
        for (const line of file.entries[0]?.lines ?? []) line.currency = 'GBP';
      },
    ],
    [
      'a loan whose payment contradicts the formula',
      'BADFM',
      ({ file }) => Object.assign(file.loans[0] ?? {}, { monthly_payment: 1 }),
    ],
  ];
  for (const [what, code, spoil] of wrong) {
    test(`with ${what} is refused and loads nothing`, async ({ bank, alice }) => {
      const it = household();
      spoil(it);
      await expect(load(bank, alice, it.file)).rejects.toMatchObject({ code });
      expect(await bank.owner`select from bank.entries where household_id = ${alice.id}`).toEqual([]);
      expect(await bank.asCustomer(alice)`select from accounts`).toEqual([]);
    });
  }

  test('accepts amounts and texts up to their limits', async ({ bank, alice, bob }) => {
    const { ids, file } = household();
    const large = (amount: number, more: Partial<Entry>, shown: object = {}) => ({
      ...entry(9, 'deposit', [], more),
      lines: [
        { ledger: ids.checking, amount, shown },
        { ledger: 'outside', amount: -amount },
      ],
    });
    const texts = { description: 'd'.repeat(500), merchant: 'm'.repeat(120) };
    const most = large(999_999_999.99, texts, texts);
    for (const more of [
      large(1_000_000_000, {}),
      large(1, { description: `${texts.description}d` }),
      large(1, { merchant: `${texts.merchant}m` }),
      large(1, {}, { description: `${texts.description}d` }),
      large(1, {}, { merchant: `${texts.merchant}m` }),
      large(1, {}, { type: 'GIFT' }),
      large(1, {}, { date: on(801) }),
    ])
      await expect(load(bank, bob, { ...file, entries: [...file.entries, more] })).rejects.toMatchObject({
        code: expect.stringMatching(/^(HOUSE|BADDT)$/),
      });
    expect(await load(bank, alice, { ...file, entries: [...file.entries, most] })).toEqual([
      { entries: file.entries.length + 1 },
    ]);
    expect((await getHistory(bank, alice, ids.checking))[0]).toMatchObject({
      amount: '999999999.99',
      ...texts,
    });
    await expectSoundBooks(bank);
  });

  test('names no account of another customer, in an entry or in a rule', async ({ bank, alice, bob }) => {
    const { id: strange } = await openAccount(bank, bob, { balance: 500 });
    const stolen = household();
    Object.assign(stolen.file.entries[0]?.lines[1] ?? {}, { ledger: strange });
    await expect(load(bank, alice, stolen.file)).rejects.toMatchObject({ code: 'HOUSE' });
    const { file } = household();
    const rule = {
      account_id: strange,
      name: 'Pay',
      amount: 5,
      frequency: 'MONTHLY',
      start_date: '2030-01-01',
    };
    for (const rules of [
      { auto_deposits: [rule] },
      { scheduled_payments: [{ ...rule, payee: 'Landlord' }] },
      { loans: [{ ...file.loans[0], autopay_account_id: strange }] },
    ]) {
      const loading = load(bank, alice, { ...file, ...rules });
      // The bank refuses either the rule or the whole file.
      await expect(loading).rejects.toMatchObject({ code: expect.stringMatching(/^(HOUSE|NTFND)$/) });
    }
    expect(await bank.asCustomer(alice)`select from accounts`).toEqual([]);
  });

  test('is for the server alone', async ({ bank, alice }) => {
    for (const query of [bank.asVisitor(), bank.asCustomer(alice)]) {
      await expect(query`select load_household(${alice.id}, '{}')`).rejects.toMatchObject({ code: '42501' });
      await expect(query`select purge_demos()`).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('loads 2,500 entries with a sound ledger', async ({ bank, alice }) => {
    const { ids, file } = household();
    for (let index = 0; file.entries.length < 2500; index += 1) {
      const [ledger, amount] = index % 2 ? [ids.card, -0.5] : [ids.checking, 0.25 * (index % 7) + 0.01];
      file.entries.push(
        entry(
          10 + index / 10,
          'card_charge',
          [
            { ledger, amount },
            { ledger: 'outside', amount: -amount },
          ],
          { category: 'Food' },
        ),
      );
    }
    expect(await load(bank, alice, file)).toEqual([{ entries: 2500 }]);
    await expectSoundBooks(bank);
  });

  test('erases expired demo households and no others', async ({ bank, alice, bob }) => {
    const carol = await bank.openCustomer('carol');
    await load(bank, alice, { ...household().file, demo_until: new Date(Date.now() - 1000).toISOString() });
    await load(bank, bob, { ...household().file, demo_until: new Date(Date.now() + DAY).toISOString() });
    await load(bank, carol, household().file);
    expect(await bank.asService()`select purge_demos() as id`).toEqual([{ id: alice.id }]);
    expect(await bank.owner`select from loans where user_id = ${alice.id}`).toEqual([]);
    expect(await bank.owner`select from bank.entries where household_id = ${alice.id}`).toEqual([]);
    expect(await bank.asCustomer(bob)`select from accounts`).toHaveLength(3);
    expect(await bank.asCustomer(carol)`select from credit_cards`).toHaveLength(1);
    await expectSoundBooks(bank);
  });
});
