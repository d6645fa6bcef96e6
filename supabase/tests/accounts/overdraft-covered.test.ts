import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bank, type CommittedBank, openCommittedBank, type Person, test } from '../support/harness.ts';
import {
  expectRefusal,
  expectSoundBooks,
  getBalance,
  getHistory,
  getOutcomes,
  getRefusal,
  openAccount,
} from '../support/household.ts';

/** Opens a checking account that the bank covers below zero, also for withdrawals. */
async function openCovered(bank: Bank, person: Person, balance: number, cards = true): Promise<string> {
  const { id } = await openAccount(bank, person, { balance });
  await bank.asCustomer(person)`
    select set_overdraft(${id}, 'covered', overdraft_product => 'standard', overdraft_cards => ${cards})`;
  return id;
}

describe('covering below zero', () => {
  test('needs a product, and belongs to the choice', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    const { id } = await openAccount(bank, alice);
    await expectRefusal(bank, 'BADTY', [], () => customer`select set_overdraft(${id}, 'covered')`);
    await expectRefusal(
      bank,
      'BADTY',
      [],
      () => customer`select set_overdraft(${id}, 'covered', overdraft_product => 'free')`,
    );
    const [chosen] = await customer`
      select * from set_overdraft(${id}, 'covered', overdraft_product => 'cushion')`;
    expect(chosen).toMatchObject({
      overdraft: 'covered',
      overdraft_product: 'cushion',
      overdraft_cards: null,
    });
    const [revoked] = await customer`select * from set_overdraft(${id}, 'decline')`;
    expect(revoked).toMatchObject({ overdraft: null, overdraft_product: null });
    const [opened] = await customer`select * from open_account('Bills', overdraft => 'covered',
      overdraft_product => 'standard', overdraft_cards => true)`;
    expect(opened).toMatchObject({
      overdraft: 'covered',
      overdraft_product: 'standard',
      overdraft_cards: true,
    });
  });

  test('takes a withdrawal down to -500.00 and no further', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    const id = await openCovered(bank, alice, 100);
    await customer`select withdraw(${id}, 170)`;
    expect(await getBalance(bank, id)).toBe('-70.00');
    expect((await getHistory(bank, alice, id))[0]).toMatchObject({
      kind: 'withdrawal',
      balance_after: '-70.00',
    });
    expect(await getRefusal(customer`select withdraw(${id}, 430.01)`)).toMatchObject({
      code: 'INSUF',
      detail: { available: 430, short: 0.01 },
    });
    await customer`select withdraw(${id}, 430)`;
    expect(await getBalance(bank, id)).toBe('-500.00');
    await expectSoundBooks(bank);
  });

  test('needs the opt-in for withdrawals, which the customer can revoke while overdrawn', async ({
    bank,
    alice,
  }) => {
    const customer = bank.asCustomer(alice);
    const without = await openCovered(bank, alice, 100, false);
    await expectRefusal(bank, 'INSUF', [without], () => customer`select withdraw(${without}, 170)`);
    const id = await openCovered(bank, alice, 100);
    await customer`select withdraw(${id}, 170)`;
    await customer`select set_overdraft(${id}, 'decline')`;
    expect(await getRefusal(customer`select withdraw(${id}, 1)`)).toMatchObject({
      code: 'INSUF',
      detail: { available: 0, short: 71 },
    });
    await customer`select deposit(${id}, 20)`;
    expect(await getBalance(bank, id)).toBe('-50.00');
  });

  test('covers payments of debts by hand without an opt-in, down to -500.00', async ({
    bank,
    alice,
    bob,
  }) => {
    const customer = bank.asCustomer(alice);
    const id = await openCovered(bank, alice, 100, false);
    const [card] = await customer`
      insert into credit_cards (name, balance, credit_limit) values ('Card', 900, 1000) returning id`;
    const pay = (amount: number | string, request: string | null = null) =>
      customer`select pay_credit_card(${card?.id}, ${amount}::numeric, ${id}, null, ${request})`;
    await pay(170, 'once');
    await pay(170, 'once');
    expect(await getBalance(bank, id)).toBe('-70.00');
    expect(await getRefusal(pay(430.01))).toMatchObject({ code: 'INSUF', detail: { short: 0.01 } });
    for (const amount of ['-1', '0', '0.005', 'NaN'])
      await expectRefusal(bank, 'BADAM', [id], () => pay(amount));
    const stranger = bank.asCustomer(bob);
    await expectRefusal(bank, 'NTFND', [id], () => stranger`select pay_credit_card(${card?.id}, 1, ${id})`);
    await pay(430);
    expect(await getBalance(bank, id)).toBe('-500.00');
    await customer`select set_overdraft(${id}, 'decline')`;
    await expectRefusal(bank, 'INSUF', [id], () => pay(1));
    await expectSoundBooks(bank);
  });

  test('does not cover transfers or raw table calls', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    const id = await openCovered(bank, alice, 100);
    const other = await openAccount(bank, alice);
    for (const [code, attempt] of [
      ['INSUF', () => customer`select transfer(${id}, ${other.id}, 170)`],
      [
        'INSUF',
        () => customer`insert into transactions (account_id, amount, type) values (${id}, 170, 'WITHDRAWAL')`,
      ],
      ['BADAM', () => customer`update accounts set balance = -70 where id = ${id}`],
      ['BADAM', () => customer`insert into accounts (name, balance) values ('Below', -1)`],
    ] as const)
      await expectRefusal(bank, code, [id], attempt);
    await customer`select withdraw(${id}, 170)`;
    for (const balance of [-71, -69, -1])
      await expectRefusal(
        bank,
        'BADAM',
        [id],
        () => customer`update accounts set balance = ${balance} where id = ${id}`,
      );
  });

  test('cannot be chosen through the table', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    const id = await openCovered(bank, alice, 100);
    for (const attempt of [
      () => customer`update accounts set overdraft_limit = 400 where id = ${id}`,
      () => customer`update accounts set overdraft_cards = true where id = ${id}`,
      () => customer`update accounts set overdraft_product = 'cushion' where id = ${id}`,
    ])
      await expectRefusal(bank, '42501', [id], attempt);
  });
});

describe('an overdrawn account', () => {
  test('can be renamed, but keeps its type and currency, and cannot be closed', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    const id = await openCovered(bank, alice, 100);
    const other = await openAccount(bank, alice, { balance: 50 });
    await customer`select withdraw(${id}, 170)`;
    await customer`update accounts set name = 'Renamed' where id = ${id}`;
    for (const attempt of [
      () => customer`update accounts set type = 'SAVINGS' where id = ${id}`,
      () => customer`update accounts set currency = 'EUR' where id = ${id}`,
      () => customer`select close_account(${id})`,
      () => customer`select close_account(${id}, ${other.id})`,
    ])
      await expectRefusal(bank, 'OWING', [id, other.id], attempt);
    await customer`select transfer(${other.id}, ${id}, 50)`;
    expect(await getBalance(bank, id)).toBe('-20.00');
    await expectSoundBooks(bank);
  });

  test('is written off when it is deleted', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    const id = await openCovered(bank, alice, 100);
    await customer`select withdraw(${id}, 170)`;
    await customer`delete from accounts where id = ${id}`;
    const [off] = await bank.owner`
      select p.amount from bank.postings p where p.ledger_id = bank.system_account('charge_offs')
        and p.entry_id = (select max(entry_id) from bank.postings where ledger_id = ${id})`;
    expect(off?.amount).toBe('-70.00');
    await expectSoundBooks(bank);
  });

  test('lowers net worth', async ({ bank, alice }) => {
    const id = await openCovered(bank, alice, 100);
    await bank.asCustomer(alice)`select withdraw(${id}, 170)`;
    const [worth] = await bank.asCustomer(alice)`select sum(amount) as amount from net_worth_parts()`;
    expect(Number(worth?.amount)).toBe(-70);
  });
});

describe('parallel withdrawals', () => {
  let bank: CommittedBank;
  let people: Person[];
  beforeAll(async () => {
    bank = await openCommittedBank(8);
    people = await bank.openCustomers(1);
  });
  afterAll(() => bank.close());

  it('never pass the limit', async () => {
    const [person] = people;
    if (!person) throw new Error('no customer');
    const id = await openCovered(bank, person, 100);
    const outcomes = await getOutcomes(8, () => bank.asCustomer(person)`select withdraw(${id}, 200)`);
    expect(outcomes).toEqual([...Array(5).fill('INSUF'), ...Array(3).fill('done')]);
    expect(await getBalance(bank, id)).toBe('-500.00');
    await expectSoundBooks(bank);
  });
});
