import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyStep, planStep } from '../support/card-household.ts';
import { type CommittedBank, openCommittedBank, type Person } from '../support/harness.ts';
import { expectSoundBooks, getBalance, openAccount, settle } from '../support/household.ts';

let bank: CommittedBank;
let people: Person[];
beforeAll(async () => {
  bank = await openCommittedBank(8);
  people = await bank.openCustomers(5);
});
afterAll(() => bank.close());

function nextPerson(): Person {
  const person = people.pop();
  if (!person) throw new Error('no customer');
  return person;
}

const availableIn = async (person: Person, id: string) =>
  Number(
    (await bank.asCustomer(person)`select available_balance(a) as sum from accounts a where id = ${id}`)[0]
      ?.sum,
  );

describe('parallel requests', () => {
  it('authorize and withdraw no more than what is available', async () => {
    const person = nextPerson();
    const { id } = await openAccount(bank, person, { balance: 300 });
    const customer = bank.asCustomer(person);
    const outcomes = await settle(
      Array.from({ length: 12 }, (_, index) =>
        index % 2 === 0
          ? customer`select authorize_purchase(60, 'store', ${id}, merchant => 'Corner Grocer')`
          : customer`select withdraw(${id}, 60)`,
      ),
    );
    expect(outcomes.sort()).toEqual([...Array(7).fill('INSUF'), ...Array(5).fill('done')]);
    expect(await availableIn(person, id)).toBe(0);
    await expectSoundBooks(bank);
  });

  it('never spend a check that is deposited at the same time', async () => {
    const person = nextPerson();
    const { id } = await openAccount(bank, person, { balance: 300 });
    const customer = bank.asCustomer(person);
    const outcomes = await settle(
      Array.from({ length: 12 }, (_, index) =>
        index % 3 === 0
          ? customer`select deposit(${id}, 500, method => 'check')`
          : customer`select withdraw(${id}, 100)`,
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(4 + 3);
    expect([await getBalance(bank, id), await availableIn(person, id)]).toEqual(['2000.00', 0]);
    await expectSoundBooks(bank);
  });
});

describe('a step that was computed before a change', () => {
  it('does not charge a purchase that was canceled, in an account that was closed', async () => {
    const person = nextPerson();
    const { id } = await openAccount(bank, person, { balance: 300 });
    const other = await openAccount(bank, person, { name: 'Other' });
    const customer = bank.asCustomer(person);
    const [hold] = await customer`select * from authorize_purchase(60, 'store', ${id}, merchant => 'Shop')`;
    const step = await planStep(bank, person, 10);
    expect(step.events.map(({ kind }) => kind)).toContain('payment');
    await customer`select release_hold(${hold?.id})`;
    await customer`select close_account(${id}, ${other.id})`;
    expect(await applyStep(bank, step)).not.toBe('applied');
    expect(await applyStep(bank, await planStep(bank, person, 10))).toBe('applied');
    expect([await getBalance(bank, id), await getBalance(bank, other.id)]).toEqual(['0.00', '300.00']);
    await expectSoundBooks(bank);
  });

  it('does not release a check that was reversed', async () => {
    const person = nextPerson();
    const { id } = await openAccount(bank, person, { balance: 300 });
    const customer = bank.asCustomer(person);
    await customer`select deposit(${id}, 500, method => 'check')`;
    const step = await planStep(bank, person, 10);
    const [row] = await customer`select id from transactions where amount = 500`;
    await customer`select reverse_transaction(${row?.id})`;
    expect(await applyStep(bank, step)).not.toBe('applied');
    expect(await applyStep(bank, await planStep(bank, person, 10))).toBe('applied');
    expect([await getBalance(bank, id), await availableIn(person, id)]).toEqual(['300.00', 300]);
    const [ended] = await customer`select status from holds where deposit = 'check'`;
    expect(ended?.status).toBe('reversed');
    await expectSoundBooks(bank);
  });

  it('does not charge a purchase in an account that was deleted', async () => {
    const person = nextPerson();
    const { id } = await openAccount(bank, person, { balance: 300 });
    const customer = bank.asCustomer(person);
    await customer`select authorize_purchase(60, 'store', ${id}, merchant => 'Shop')`;
    const step = await planStep(bank, person, 10);
    await customer`delete from accounts where id = ${id}`;
    expect(await applyStep(bank, step)).not.toBe('applied');
    expect(await applyStep(bank, await planStep(bank, person, 10))).toBe('applied');
    expect(await customer`select from holds`).toEqual([]);
    await expectSoundBooks(bank);
  });
});
