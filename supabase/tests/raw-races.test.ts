import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommittedBank, openCommittedBank, type Person, type Query } from './harness.ts';
import { balanceOf, expectSoundBooks, openAccount, outcomesOf } from './household.ts';

describe('many clients that insert rows of one account at once', () => {
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
    expect(await outcomesOf(16, deposit)).toEqual(Array(16).fill('done'));
    expect(await balanceOf(bank, id)).toBe('260.00');
    await expectSoundBooks(bank);
  });

  it('withdraw no more than there is', async () => {
    const { id } = await openAccount(bank, person, { balance: 30 });
    const withdraw = () => customer`
      insert into transactions (account_id, amount, type, description) values (${id}, 10, 'WITHDRAWAL', 'Cash')`;
    expect(await outcomesOf(8, withdraw)).toEqual([...Array(5).fill('INSUF'), ...Array(3).fill('done')]);
    expect(await balanceOf(bank, id)).toBe('0.00');
    await expectSoundBooks(bank);
  });
});
