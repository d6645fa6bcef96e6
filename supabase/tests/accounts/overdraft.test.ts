import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { simulate } from '../../../engine/simulation/simulate.ts';
import { account, household, payment, start } from '../../../engine/testing/households.ts';
import { type Bank, type CommittedBank, openCommittedBank, type Person, test } from '../support/harness.ts';
import {
  expectRefusal,
  expectSoundBooks,
  getBalance,
  getHistory,
  getOutcomes,
  openAccount,
} from '../support/household.ts';

let committed: CommittedBank;
let people: Person[];
beforeAll(async () => {
  committed = await openCommittedBank(8);
  people = await committed.openCustomers(9);
});
afterAll(() => committed.close());

function nextPerson(): Person {
  const person = people.pop();
  if (!person) throw new Error('no customer');
  return person;
}

/** Opens a checking account that savings cover, and the savings account. */
async function openCovered(bank: Bank, person: Person, cash: number, saved: number) {
  const savings = await openAccount(bank, person, { name: 'Rainy Day', type: 'SAVINGS', balance: saved });
  const checking = await openAccount(bank, person, { balance: cash });
  await bank.asCustomer(person)`select set_overdraft(${checking.id}, 'savings', ${savings.id})`;
  return { checking: checking.id, savings: savings.id };
}

const balancesOf = (bank: Bank, ids: { checking: string; savings: string }) =>
  Promise.all([getBalance(bank, ids.checking), getBalance(bank, ids.savings)]);

describe('the overdraft choice', () => {
  test('declines by default, for new and existing accounts', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 20 });
    const [row] = await bank.asCustomer(
      alice,
    )`select overdraft, overdraft_account_id from accounts where id = ${id}`;
    expect(row).toEqual({ overdraft: null, overdraft_account_id: null });
    await expectRefusal(bank, 'INSUF', [id], () => bank.asCustomer(alice)`select withdraw(${id}, 95)`);
  });

  test('can be made when the account is opened, and changed back', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    const savings = await openAccount(bank, alice, { type: 'SAVINGS' });
    const open = () => customer`
      select * from open_account('Bills', overdraft => 'savings', overdraft_account_id => ${savings.id}, request_id => 'a')`;
    const [opened] = await open();
    expect(opened).toMatchObject({ overdraft: 'savings', overdraft_account_id: savings.id });
    expect((await open())[0]?.id).toBe(opened?.id);
    const [changed] = await customer`select * from set_overdraft(${opened?.id}, 'decline')`;
    expect(changed).toMatchObject({ overdraft: null, overdraft_account_id: null });
  });

  test("refuses another customer's savings, and savings that cannot cover", async ({ bank, alice, bob }) => {
    const customer = bank.asCustomer(alice);
    const { id } = await openAccount(bank, alice);
    const theirs = await openAccount(bank, bob, { type: 'SAVINGS', balance: 100 });
    const checking = await openAccount(bank, alice);
    const euros = await openAccount(bank, alice, { type: 'SAVINGS', currency: 'EUR' });
    const closed = await openAccount(bank, alice, { type: 'SAVINGS' });
    await customer`select close_account(${closed.id})`;
    for (const [code, link] of [
      ['NTFND', theirs.id],
      ['NTFND', null],
      ['NTFND', crypto.randomUUID()],
      ['BADTY', checking.id],
      ['BADTY', id],
      ['BADCU', euros.id],
      ['CLOSD', closed.id],
    ] as const)
      await expectRefusal(bank, code, [], () => customer`select set_overdraft(${id}, 'savings', ${link})`);
    await expectRefusal(bank, 'BADTY', [], () => customer`select set_overdraft(${id}, 'maybe')`);
    await expectRefusal(bank, 'BADTY', [], () => customer`select set_overdraft(${euros.id}, 'decline')`);
    await expectRefusal(bank, 'NTFND', [], () => customer`select set_overdraft(${theirs.id}, 'decline')`);
    await expectRefusal(
      bank,
      'NTFND',
      [],
      () =>
        customer`select open_account('Bills', overdraft => 'savings', overdraft_account_id => ${theirs.id})`,
    );
  });

  test('cannot be written through the table', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    const { checking, savings } = await openCovered(bank, alice, 20, 500);
    for (const attempt of [
      () => customer`update accounts set overdraft = null where id = ${checking}`,
      () => customer`update accounts set overdraft_account_id = ${checking} where id = ${checking}`,
      () =>
        customer`insert into accounts (name, overdraft, overdraft_account_id) values ('A', 'savings', ${savings})`,
    ])
      await expectRefusal(bank, '42501', [checking, savings], attempt);
  });
});

describe('a withdrawal that savings cover', () => {
  test('first transfers exactly the shortfall', async ({ bank, alice }) => {
    const ids = await openCovered(bank, alice, 20, 500);
    const [answer] = await bank.asCustomer(alice)`select * from withdraw(${ids.checking}, 95)`;
    expect(answer?.balance).toBe('0.00');
    expect(await balancesOf(bank, ids)).toEqual(['0.00', '425.00']);
    const [paid, received] = await getHistory(bank, alice, ids.checking);
    expect(paid).toMatchObject({ kind: 'withdrawal', amount: '95.00', balance_after: '0.00' });
    expect(received).toMatchObject({
      kind: 'overdraft_transfer',
      type: 'TRANSFER',
      direction: 'in',
      amount: '75.00',
      balance_after: '95.00',
      counter_account_id: ids.savings,
    });
    await expectSoundBooks(bank);
    expect(await bank.asCustomer(alice)`select amount, kind from spending`).toEqual([
      { amount: '95.00', kind: 'withdrawal' },
    ]);
  });

  test('is refused if savings cannot cover it in full, or covered a payment today', async ({
    bank,
    alice,
  }) => {
    const customer = bank.asCustomer(alice);
    const ids = await openCovered(bank, alice, 20, 500);
    const accounts = Object.values(ids);
    await expectRefusal(bank, 'INSUF', accounts, () => customer`select withdraw(${ids.checking}, 520.01)`);
    await customer`select withdraw(${ids.checking}, 30)`;
    await expectRefusal(bank, 'INSUF', accounts, () => customer`select withdraw(${ids.checking}, 1)`);
  });

  test('moves money once if the request is repeated', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    const ids = await openCovered(bank, alice, 20, 500);
    const withdraw = () => customer`select * from withdraw(${ids.checking}, 95, request_id => 'once')`;
    expect(await withdraw()).toEqual(await withdraw());
    expect(await balancesOf(bank, ids)).toEqual(['0.00', '425.00']);
  });

  test('is refused once the savings account is closed or deleted', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    const ids = await openCovered(bank, alice, 20, 0);
    await customer`select deposit(${ids.savings}, 100)`;
    await customer`select close_account(${ids.savings}, ${(await openAccount(bank, alice)).id})`;
    await expectRefusal(bank, 'INSUF', [ids.checking], () => customer`select withdraw(${ids.checking}, 95)`);
    await customer`delete from accounts where id = ${ids.savings}`;
    await expectRefusal(bank, 'INSUF', [ids.checking], () => customer`select withdraw(${ids.checking}, 95)`);
    const [row] =
      await customer`select overdraft, overdraft_account_id from accounts where id = ${ids.checking}`;
    expect(row).toEqual({ overdraft: 'savings', overdraft_account_id: null });
  });

  test('covers each checking account once a day', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    const ids = await openCovered(bank, alice, 20, 500);
    const other = await openAccount(bank, alice, { name: 'Other' });
    await customer`select set_overdraft(${other.id}, 'savings', ${ids.savings})`;
    await customer`select withdraw(${ids.checking}, 30)`;
    await customer`select withdraw(${other.id}, 40)`;
    expect(await balancesOf(bank, ids)).toEqual(['0.00', '450.00']);
    for (const id of [ids.checking, other.id])
      await expectRefusal(bank, 'INSUF', [id], () => customer`select withdraw(${id}, 1)`);
    await expectSoundBooks(bank);
  });

  test('also covers payments of debts and transfers by hand', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    const [card] = await customer`
      insert into credit_cards (name, balance, credit_limit) values ('Card', 200, 500) returning id`;
    const paying = await openCovered(bank, alice, 20, 500);
    await customer`select pay_credit_card(${card?.id}, 95, ${paying.checking})`;
    expect(await balancesOf(bank, paying)).toEqual(['0.00', '425.00']);
    const other = await openAccount(bank, alice, { name: 'Other' });
    const moving = await openCovered(bank, alice, 20, 500);
    const move = () => customer`select transfer(${moving.checking}, ${other.id}, 95, request_id => 'once')`;
    await move();
    await move();
    expect(await balancesOf(bank, moving)).toEqual(['0.00', '425.00']);
    expect(await getBalance(bank, other.id)).toBe('95.00');
    await expectRefusal(
      bank,
      'INSUF',
      Object.values(moving),
      () => customer`select transfer(${moving.checking}, ${other.id}, 1)`,
    );
    await expectSoundBooks(bank);
  });

  test('does not cover transfers to savings or raw table calls', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    const ids = await openCovered(bank, alice, 20, 500);
    for (const attempt of [
      () => customer`select transfer(${ids.checking}, ${ids.savings}, 95)`,
      () =>
        customer`insert into transactions (account_id, amount, type) values (${ids.checking}, 95, 'WITHDRAWAL')`,
    ])
      await expectRefusal(bank, 'INSUF', Object.values(ids), attempt);
    await expectRefusal(
      bank,
      'BADAM',
      Object.values(ids),
      () => customer`update accounts set balance = -75 where id = ${ids.checking}`,
    );
  });

  test.each([
    [2_000, 50_000, 9_500],
    [2_000, 7_500, 9_500],
    [2_000, 7_499, 9_500],
    [9_500, 0, 9_500],
    [0, 1, 1],
    [0, 0, 1],
  ])('gives the same balances as the engine: %i and %i, %i to pay', async (cash, saved, amount) => {
    const bank = committed;
    const person = nextPerson();
    const ids = await openCovered(bank, person, cash / 100, saved / 100);
    await bank.asCustomer(person)`select withdraw(${ids.checking}, ${amount / 100})`.catch(() => null);
    const { state } = simulate(
      household({
        on: '2026-12-01',
        accounts: [
          { ...account('checking', cash), overdraft: { kind: 'savings', accountId: 'savings' } },
          account('savings', saved, 'SAVINGS'),
        ],
        scheduledPayments: [payment('bill', 'checking', amount, '2026-12-02')],
      }),
      start('2026-12-03'),
    );
    const money = (await balancesOf(bank, ids)).map((text) => Math.round(Number(text) * 100));
    expect(money).toEqual(state.accounts.map(({ balance }) => balance));
  });
});

describe('parallel requests on a covered account', () => {
  it('cover one withdrawal a day, and never pay more than there is', async () => {
    const person = nextPerson();
    const ids = await openCovered(committed, person, 20, 500);
    const customer = committed.asCustomer(person);
    const outcomes = await getOutcomes(8, () => customer`select withdraw(${ids.checking}, 95)`);
    expect(outcomes).toEqual([...Array(7).fill('INSUF'), 'done']);
    expect(await balancesOf(committed, ids)).toEqual(['0.00', '425.00']);
    await expectSoundBooks(committed);
  });

  it('finish while money moves both ways between the two accounts', async () => {
    const person = nextPerson();
    const ids = await openCovered(committed, person, 20, 500);
    const customer = committed.asCustomer(person);
    const moves = Array.from({ length: 24 }, (_, index) => {
      if (index % 3 === 0) return customer`select withdraw(${ids.checking}, 25)`;
      if (index % 3 === 1) return customer`select transfer(${ids.savings}, ${ids.checking}, 1)`;
      return customer`select transfer(${ids.checking}, ${ids.savings}, 1)`;
    });
    const codes = await Promise.all(
      moves.map((move) =>
        move.then(
          () => 'done',
          (error) => String(error.code),
        ),
      ),
    );
    expect([...new Set(codes)].filter((code) => code !== 'done' && code !== 'INSUF')).toEqual([]);
    await expectSoundBooks(committed);
  });

  it('finish while payments and transfers use three accounts and one card', async () => {
    const person = nextPerson();
    const ids = await openCovered(committed, person, 20, 500);
    const { id: other } = await openAccount(committed, person, { name: 'Other', balance: 50 });
    const customer = committed.asCustomer(person);
    await customer`select set_overdraft(${other}, 'savings', ${ids.savings})`;
    const [card] = await customer`
      insert into credit_cards (name, balance, credit_limit) values ('Card', 400, 500) returning id`;
    const moves = Array.from({ length: 24 }, (_, index) => {
      if (index % 4 === 0) return customer`select pay_credit_card(${card?.id}, 30, ${ids.checking})`;
      if (index % 4 === 1) return customer`select transfer(${ids.checking}, ${other}, 7)`;
      if (index % 4 === 2) return customer`select transfer(${other}, ${ids.checking}, 9)`;
      return customer`select authorize_purchase(8, 'store', ${other}, merchant => 'Corner Grocer')`;
    });
    const codes = await Promise.all(
      moves.map((move) =>
        move.then(
          () => 'done',
          (error) => String(error.code),
        ),
      ),
    );
    expect([...new Set(codes)].filter((code) => code !== 'done' && code !== 'INSUF')).toEqual([]);
    const [row] = await committed.owner`
      select min(available_balance(a)) as least from accounts a where a.user_id = ${person.id}`;
    expect(Number(row?.least)).toBeGreaterThanOrEqual(0);
    await expectSoundBooks(committed);
  });
});
