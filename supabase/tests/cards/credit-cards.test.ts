import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bank, type CommittedBank, openCommittedBank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks, getBalance, getHistory, getRefusal, openAccount } from '../support/household.ts';

async function openCard(bank: Bank, person: Person, { limit = 1000, balance = 0, currency = 'USD' } = {}) {
  const [card] = await bank.asCustomer(person)`
    insert into credit_cards (name, credit_limit, balance, apr, currency)
    values ('Blue', ${limit}, ${balance}, 19.99, ${currency}) returning *`;
  return card as { id: string; due_date: Date; card_number: string; user_id: string };
}

const owedOn = async (bank: Bank, cardId: string) =>
  (await bank.owner`select balance::text from credit_cards where id = ${cardId}`)[0]?.balance;

async function expectCardRefusal(bank: Bank, code: string, cardId: string, attempt: () => Promise<unknown>) {
  const before = await owedOn(bank, cardId);
  await expect(attempt()).rejects.toMatchObject({ code });
  expect(await owedOn(bank, cardId)).toBe(before);
}

describe('a credit card', () => {
  test('is due thirty days after today and has a number outside of all networks', async ({ bank, alice }) => {
    const { id, card_number } = await openCard(bank, alice);
    expect(card_number).toMatch(/^0000\d{12}$/);
    expect(
      await bank.asCustomer(
        alice,
      )`select due_date - (simulated_now() at time zone 'UTC')::date as days from credit_cards where id = ${id}`,
    ).toEqual([{ days: 30 }]);
  });

  test('shows a charge with its merchant and category', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice);
    const customer = bank.asCustomer(alice);
    const [card] = await customer`
      select * from charge_credit_card(${id}, 120.5, merchant => 'Corner Shop', category => 'food', description => 'Dinner')`;
    expect(card).toMatchObject({ id, balance: '120.50' });
    const [activity] = await customer`select * from card_activity where card_id = ${id}`;
    expect(activity).toMatchObject({
      entry_id: card?.last_entry,
      kind: 'card_charge',
      description: 'Dinner',
      merchant: 'Corner Shop',
      category: 'Food',
      amount: '120.50',
      balance_after: '120.50',
    });
    await expectSoundBooks(bank);
  });

  test('is charged up to its limit and not a cent more', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice, { limit: 500 });
    const customer = bank.asCustomer(alice);
    await customer`select charge_credit_card(${id}, 400)`;
    const attempt = customer`select charge_credit_card(${id}, 100.01)`;
    expect(await getRefusal(attempt)).toEqual({
      code: 'OVRLM',
      detail: { limit: 500, balance: 400, available: 100, amount: 100.01 },
    });
    await customer`select charge_credit_card(${id}, 100)`;
    expect(await owedOn(bank, id)).toBe('500.00');
    await expectSoundBooks(bank);
  });

  test('is paid from an account with one entry and two balances', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice, { balance: 200 });
    const account = await openAccount(bank, alice, { balance: 150 });
    const [card] = await bank.asCustomer(alice)`select * from pay_credit_card(${id}, 150, ${account.id})`;
    expect(card).toMatchObject({ balance: '50.00' });
    expect(await getBalance(bank, account.id)).toBe('0.00');
    const [newest] = await getHistory(bank, alice, account.id);
    expect(newest).toMatchObject({
      type: 'WITHDRAWAL',
      kind: 'card_payment',
      amount: '150.00',
      description: 'Payment to Blue',
      entry_id: card?.last_entry,
    });
    await expectSoundBooks(bank);
  });

  test('is paid from outside to the last cent, and then no more', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice, { balance: 80.01 });
    const customer = bank.asCustomer(alice);
    await expectCardRefusal(bank, 'OVPAY', id, () => customer`select pay_credit_card(${id}, 80.02)`);
    await customer`select pay_credit_card(${id}, 80.01)`;
    await expectCardRefusal(bank, 'OVPAY', id, () => customer`select pay_credit_card(${id}, 0.01)`);
    await expectSoundBooks(bank);
  });

  test('is not paid from an account that is short, closed, in another currency, or unknown', async ({
    bank,
    alice,
    bob,
  }) => {
    const { id } = await openCard(bank, alice, { balance: 200 });
    const short = await openAccount(bank, alice, { balance: 10 });
    const euros = await openAccount(bank, alice, { balance: 100, currency: 'EUR' });
    const closed = await openAccount(bank, alice);
    const strange = await openAccount(bank, bob, { balance: 100 });
    const customer = bank.asCustomer(alice);
    await customer`select close_account(${closed.id})`;
    for (const [account, code] of [
      [short, 'INSUF'],
      [euros, 'BADCU'],
      [closed, 'CLOSD'],
      [strange, 'NTFND'],
    ] as const) {
      await expectCardRefusal(
        bank,
        code,
        id,
        () => customer`select pay_credit_card(${id}, 50, ${account.id})`,
      );
    }
    expect(await getBalance(bank, short.id)).toBe('10.00');
    expect(await getBalance(bank, strange.id)).toBe('100.00');
    await expectSoundBooks(bank);
  });

  for (const amount of ['0', '-5', '0.005', '1000000000', 'NaN', 'Infinity']) {
    test(`refuses charges and payments of ${amount}`, async ({ bank, alice }) => {
      const { id } = await openCard(bank, alice, { balance: 50 });
      const customer = bank.asCustomer(alice);
      await expectCardRefusal(
        bank,
        'BADAM',
        id,
        () => customer`select charge_credit_card(${id}, ${amount}::numeric)`,
      );
      await expectCardRefusal(
        bank,
        'BADAM',
        id,
        () => customer`select pay_credit_card(${id}, ${amount}::numeric)`,
      );
    });
  }

  test('repeats the first response to a repeated request and moves money once', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice);
    const customer = bank.asCustomer(alice);
    const charge = () => customer`select * from charge_credit_card(${id}, 20, request_id => 'one')`;
    const pay = () => customer`select * from pay_credit_card(${id}, 5, request_id => 'two')`;
    expect(await charge()).toEqual(await charge());
    expect(await pay()).toEqual(await pay());
    expect(await owedOn(bank, id)).toBe('15.00');
    await expectCardRefusal(
      bank,
      'RQDIF',
      id,
      () => customer`select charge_credit_card(${id}, 21, request_id => 'one')`,
    );
  });

  test("cannot be charged or paid by another customer or with another customer's category", async ({
    bank,
    alice,
    bob,
  }) => {
    const { id } = await openCard(bank, alice, { balance: 50 });
    await bank.asCustomer(bob)`insert into categories (name) values ('Secret')`;
    for (const [query, code] of [
      [bank.asCustomer(bob), 'NTFND'],
      [bank.asVisitor(), '42501'],
    ] as const) {
      await expectCardRefusal(bank, code, id, () => query`select charge_credit_card(${id}, 1)`);
      await expectCardRefusal(bank, code, id, () => query`select pay_credit_card(${id}, 1)`);
    }
    const own = bank.asCustomer(alice);
    await expectCardRefusal(
      bank,
      'NTFND',
      id,
      () => own`select charge_credit_card(${id}, 1, category => 'Secret')`,
    );
    expect(await bank.asCustomer(bob)`select from card_activity`).toEqual([]);
    await expect(bank.asVisitor()`select from card_activity`).rejects.toMatchObject({ code: '42501' });
    expect(await own`select amount from card_activity`).toHaveLength(1);
  });
});

describe('a credit card written as a table row', () => {
  test('opens with its balance, rises by charges, and falls by payments', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice, { balance: 100.004 });
    const customer = bank.asCustomer(alice);
    await customer`update credit_cards set balance = 150.30000000000001 where id = ${id}`;
    await customer`update credit_cards set balance = 20 where id = ${id}`;
    expect(
      await customer`select kind, amount, balance_after from card_activity where card_id = ${id} order by entry_id`,
    ).toEqual([
      { kind: 'opening', amount: '100.00', balance_after: '100.00' },
      { kind: 'card_charge', amount: '50.30', balance_after: '150.30' },
      { kind: 'card_payment', amount: '-130.30', balance_after: '20.00' },
    ]);
    await expectSoundBooks(bank);
  });

  test('may have its limit lowered below its balance, and can then be paid but not charged', async ({
    bank,
    alice,
  }) => {
    const { id } = await openCard(bank, alice, { balance: 900 });
    const customer = bank.asCustomer(alice);
    await customer`
      update credit_cards set name = 'Green', credit_limit = 500, balance = 900, apr = 12, due_date = '2027-01-31T10:00:00.000Z'
      where id = ${id}`;
    await expectCardRefusal(
      bank,
      'OVRLM',
      id,
      () => customer`update credit_cards set balance = 901 where id = ${id}`,
    );
    await customer`update credit_cards set balance = 800 where id = ${id}`;
    expect(
      await customer`select name, balance, due_date::text as due from credit_cards where id = ${id}`,
    ).toEqual([{ name: 'Green', balance: '800.00', due: '2027-01-31' }]);
    await expectSoundBooks(bank);
  });

  test('refuses invalid values', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice, { balance: 50 });
    const customer = bank.asCustomer(alice);
    for (const [attempt, code] of [
      [() => customer`update credit_cards set balance = -1 where id = ${id}`, 'OVPAY'],
      [() => customer`update credit_cards set balance = null where id = ${id}`, 'BADAM'],
      [() => customer`update credit_cards set balance = 'NaN' where id = ${id}`, 'BADAM'],
      [() => customer`update credit_cards set balance = 1e300 where id = ${id}`, 'BADAM'],
      [() => customer`update credit_cards set credit_limit = 0 where id = ${id}`, 'BADAM'],
      [() => customer`update credit_cards set apr = 100.1 where id = ${id}`, 'BADRT'],
      [() => customer`update credit_cards set name = ' ' where id = ${id}`, 'BADNM'],
      [() => customer`update credit_cards set due_date = '1500-01-01' where id = ${id}`, 'BADDT'],
      [() => customer`update credit_cards set last_entry = 1 where id = ${id}`, '42501'],
      [
        () => customer`insert into credit_cards (name, credit_limit, currency) values ('X', 10, 'JPY')`,
        'BADCU',
      ],
      [() => customer`insert into credit_cards (name, credit_limit, balance) values ('X', 10, -1)`, 'OVPAY'],
    ] as const) {
      await expectCardRefusal(bank, code, id, attempt);
    }
  });

  test('is deleted with a balance, which is written off', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice, { balance: 75 });
    const customer = bank.asCustomer(alice);
    await customer`delete from credit_cards where id = ${id}`;
    expect(
      await customer`select ledger_name, amount from journal_postings where not is_own order by entry_id`,
    ).toEqual([
      { ledger_name: 'Opening balances', amount: '75.00' },
      { ledger_name: 'Written off', amount: '-75.00' },
    ]);
    await expectSoundBooks(bank);
  });
});

describe('parallel charges and payments', () => {
  let bank: CommittedBank;
  beforeAll(async () => {
    bank = await openCommittedBank(8);
  });
  afterAll(() => bank.close());

  it('never charge a card over its limit or pay more than is owed', async () => {
    const [person] = await bank.openCustomers(1);
    if (!person) throw new Error('no customer');
    const { id } = await openCard(bank, person, { limit: 100 });
    const account = await openAccount(bank, person, { balance: 1000 });
    const customer = bank.asCustomer(person);
    const all = async (attempt: () => Promise<unknown>) => {
      const outcomes = await Promise.all(
        Array.from({ length: 16 }, () =>
          attempt()
            .then(() => 'done')
            .catch((error) => error.code),
        ),
      );
      return [...new Set(outcomes)].sort().map((kind) => [kind, outcomes.filter((o) => o === kind).length]);
    };
    expect(await all(() => customer`select charge_credit_card(${id}, 10)`)).toEqual([
      ['OVRLM', 6],
      ['done', 10],
    ]);
    expect(await all(() => customer`select pay_credit_card(${id}, 25, ${account.id})`)).toEqual([
      ['OVPAY', 12],
      ['done', 4],
    ]);
    expect(await owedOn(bank, id)).toBe('0.00');
    expect(await getBalance(bank, account.id)).toBe('900.00');
    await expectSoundBooks(bank);
  });
});
