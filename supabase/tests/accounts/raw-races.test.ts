import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommittedBank, openCommittedBank, type Person, type Query } from '../support/harness.ts';
import { expectSoundBooks, getBalance, getOutcomes, openAccount } from '../support/household.ts';

describe('many clients that insert rows of one account in parallel', () => {
  let bank: CommittedBank;
  let person: Person;
  let customer: Query;

  beforeAll(async () => {
    bank = await openCommittedBank(8);
    const [first] = await bank.openCustomers(1);
    if (!first) throw new Error('no customer');
    person = first;
    customer = bank.asCustomer(person);
  });
  afterAll(() => bank.close());

  it('lose no deposit', async () => {
    const { id } = await openAccount(bank, person, { balance: 100 });
    const deposit = () => customer`
      insert into transactions (account_id, amount, type, description) values (${id}, 10, 'DEPOSIT', 'Cash')`;
    expect(await getOutcomes(16, deposit)).toEqual(Array(16).fill('done'));
    expect(await getBalance(bank, id)).toBe('260.00');
    await expectSoundBooks(bank);
  });

  it('withdraw no more than the balance', async () => {
    const { id } = await openAccount(bank, person, { balance: 30 });
    const withdraw = () => customer`
      insert into transactions (account_id, amount, type, description) values (${id}, 10, 'WITHDRAWAL', 'Cash')`;
    expect(await getOutcomes(8, withdraw)).toEqual([...Array(5).fill('INSUF'), ...Array(3).fill('done')]);
    expect(await getBalance(bank, id)).toBe('0.00');
    await expectSoundBooks(bank);
  });

  it('write to two accounts in one call, in either order, beside transfers, without a deadlock', async () => {
    const [first, second] = [
      await openAccount(bank, person, { balance: 1000 }),
      await openAccount(bank, person, { balance: 1000 }),
    ];
    const rows = (ids: string[]) => customer`
      insert into transactions (account_id, amount, type)
      select id, 0.01, 'DEPOSIT' from unnest(${ids}::uuid[]) with ordinality as u (id, place), generate_series(1, 10) n
      order by place, n`;
    const outcomes = await Promise.all(
      [
        ...[1, 2, 3].flatMap(() => [() => rows([first.id, second.id]), () => rows([second.id, first.id])]),
        () => customer`select transfer(${first.id}, ${second.id}, 5)`,
        () => customer`select transfer(${second.id}, ${first.id}, 5)`,
      ].map((attempt) => getOutcomes(1, attempt)),
    );
    expect(outcomes.flat()).toEqual(Array(8).fill('done'));
    expect([await getBalance(bank, first.id), await getBalance(bank, second.id)]).toEqual([
      '1000.60',
      '1000.60',
    ]);
    await expectSoundBooks(bank);
  });
});
