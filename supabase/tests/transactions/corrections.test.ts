import { afterAll, beforeAll, describe, expect } from 'vitest';
import { categoryNamed, openCard } from '../support/card-household.ts';
import { type Bank, type CommittedBank, openCommittedBank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks, openAccount } from '../support/household.ts';

const getRow = async (bank: Bank, person: Person, kind: string) =>
  (await bank.asCustomer(person)`select * from transactions where kind = ${kind} order by date desc`)[0] ??
  {};
const getBalance = async (bank: Bank, id: string) =>
  (await bank.owner`select balance::text from accounts where id = ${id}`)[0]?.balance;

describe('a correction', () => {
  test('reverses a withdrawal and enters the right amount, and the ledger stays sound', async ({
    bank,
    alice,
  }) => {
    const customer = bank.asCustomer(alice);
    const { id } = await openAccount(bank, alice, { balance: 500 });
    await customer`select withdraw(${id}, 450, 'Corner Market')`;
    const old = await getRow(bank, alice, 'withdrawal');
    const food = await categoryNamed(customer, 'Food');
    await customer`select annotate_transactions(${[old.id]}, ${{ category_id: food, tags: ['trip'] }})`;
    const rows = await customer`select * from reverse_transaction(${old.id}, 45, request_id => 'one')`;
    expect(rows.map(({ kind, direction, amount, corrects }) => [kind, direction, amount, corrects])).toEqual([
      ['correction', 'in', '450.00', old.id],
      ['withdrawal', 'out', '45.00', old.id],
    ]);
    expect(await customer`select * from reverse_transaction(${old.id}, 45, request_id => 'one')`).toEqual(
      rows,
    );
    expect(await getBalance(bank, id)).toBe('455.00');
    expect(await customer`select amount::text, category, description from spending`).toEqual([
      { amount: '45.00', category: 'Food', description: 'Corner Market' },
    ]);
    expect(await customer`select tag from transaction_tags where transaction_key = ${rows[1]?.id}`).toEqual([
      { tag: 'trip' },
    ]);
    const [entry] = await customer`select reverses from journal_entries where kind = 'correction'`;
    expect(entry?.reverses).toBe(old.entry_id);
    expect((await customer`select money_out::text from month_flow()`)[0]?.money_out).toBe('45.00');
    await expectSoundBooks(bank);
  });

  test('is made once: the reversed transaction says so, and the reversal stays', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    const { id } = await openAccount(bank, alice);
    await customer`select deposit(${id}, 80)`;
    const old = await getRow(bank, alice, 'deposit');
    const [reversal] = await customer`select * from reverse_transaction(${old.id})`;
    expect(reversal?.description).toBe('Reversed: deposit');
    expect((await getRow(bank, alice, 'deposit')).corrected_by).toBe(reversal?.id);
    for (const row of [old.id, reversal?.id])
      await expect(customer`select reverse_transaction(${row})`).rejects.toMatchObject({ code: 'NOCOR' });
    expect(await getBalance(bank, id)).toBe('0.00');
    expect(await customer`select from spending`).toEqual([]);
  });

  test('is refused if it would overdraw, and corrects an excessive deposit if the rest is spent', async ({
    bank,
    alice,
  }) => {
    const customer = bank.asCustomer(alice);
    const { id } = await openAccount(bank, alice);
    await customer`select deposit(${id}, 500)`;
    const old = await getRow(bank, alice, 'deposit');
    await customer`select withdraw(${id}, 40)`;
    await expect(customer`select reverse_transaction(${old.id})`).rejects.toMatchObject({ code: 'INSUF' });
    await expect(customer`select reverse_transaction(${old.id}, 30)`).rejects.toMatchObject({
      code: 'INSUF',
    });
    expect(await getBalance(bank, id)).toBe('460.00');
    await customer`select reverse_transaction(${old.id}, 50)`;
    expect(await getBalance(bank, id)).toBe('10.00');
    await expectSoundBooks(bank);
  });

  test('reverses both sides of a transfer, at the original rate', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    const from = await openAccount(bank, alice, { balance: 500 });
    const euros = await openAccount(bank, alice, { name: 'Travel', currency: 'EUR' });
    await customer`select transfer(${from.id}, ${euros.id}, 100)`;
    const old = await getRow(bank, alice, 'transfer');
    await customer`select reverse_transaction(${old.id}, 60)`;
    expect(await getBalance(bank, from.id)).toBe('440.00');
    const [same] =
      await bank.owner`select count(*)::int as links from transactions a join transactions b on b.id = a.corrected_by
      where b.corrects = a.id and a.account_id = b.account_id and a.amount = b.amount and a.direction <> b.direction`;
    expect(same?.links).toBe(2);
    await expectSoundBooks(bank);
  });

  test('is refused for postings of the bank, a rule, or a card, and for other customers', async ({
    bank,
    alice,
    bob,
  }) => {
    const customer = bank.asCustomer(alice);
    const { id } = await openAccount(bank, alice, { balance: 500 });
    const card = await openCard(bank, alice);
    await customer`select charge_credit_card(${card.id}, 20)`;
    const [charge] = await customer`select id from spending`;
    const opening = await getRow(bank, alice, 'opening');
    for (const [row, why] of [
      [opening.id, 'bank'],
      [charge?.id, 'card'],
    ]) {
      const refused = await customer`select reverse_transaction(${row})`.catch((error) => error);
      expect(refused).toMatchObject({ code: 'NOCOR' });
      expect(JSON.parse(refused.detail)).toMatchObject({ why });
    }
    await customer`select deposit(${id}, 5)`;
    const { id: row } = await getRow(bank, alice, 'deposit');
    await expect(bank.asCustomer(bob)`select reverse_transaction(${row})`).rejects.toMatchObject({
      code: 'NTFND',
    });
  });
});

describe('parallel corrections', () => {
  let bank: CommittedBank;
  beforeAll(async () => {
    bank = await openCommittedBank(4);
  });
  afterAll(() => bank.close());

  test('reverse a deposit once, from however many windows', async () => {
    const [person] = await bank.openCustomers(1);
    if (!person) throw new Error('There is no customer.');
    const { id } = await openAccount(bank, person);
    await bank.asCustomer(person)`select deposit(${id}, 80)`;
    await bank.asCustomer(person)`select deposit(${id}, 500)`;
    const old = await getRow(bank, person, 'deposit');
    const tries = await Promise.allSettled(
      Array.from({ length: 4 }, () => bank.asCustomer(person)`select reverse_transaction(${old.id})`),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await getBalance(bank, id)).toBe('80.00');
  });
});
