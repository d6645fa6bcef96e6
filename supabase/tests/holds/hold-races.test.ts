import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../engine/calendar/calendar.ts';
import type { HouseholdRow } from '../../../engine/household/row.ts';
import { buildStep } from '../../../engine/simulation/step.ts';
import { type CommittedBank, openCommittedBank, type Person } from '../support/harness.ts';
import { expectSoundBooks, getBalance, openAccount } from '../support/household.ts';

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

const settle = (attempts: readonly PromiseLike<unknown>[]) =>
  Promise.all(
    attempts.map((attempt) =>
      attempt.then(
        () => 'done',
        (error: { code?: string }) => String(error.code),
      ),
    ),
  );
const availableIn = async (person: Person, id: string) =>
  Number(
    (await bank.asCustomer(person)`select available_balance(a) as sum from accounts a where id = ${id}`)[0]
      ?.sum,
  );

/** Returns the engine's step of the next ten days, which isn't applied yet. */
async function planStep(person: Person) {
  const [household] = await bank.owner`select row from engine_households(array[${person.id}]::uuid[]) as row`;
  const row = household?.row as HouseholdRow;
  return buildStep(row, row.now + 10 * DAY_MS, true).step;
}

const apply = async (step: object) =>
  (await bank.owner`select outcome from apply_engine_steps(${JSON.stringify([step])}::text::jsonb)`)[0]
    ?.outcome;

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
    const step = await planStep(person);
    expect(step.events.map(({ kind }) => kind)).toContain('payment');
    await customer`select release_hold(${hold?.id})`;
    await customer`select close_account(${id}, ${other.id})`;
    expect(await apply(step)).not.toBe('applied');
    expect(await apply(await planStep(person))).toBe('applied');
    expect([await getBalance(bank, id), await getBalance(bank, other.id)]).toEqual(['0.00', '300.00']);
    await expectSoundBooks(bank);
  });

  it('does not release a check that was reversed', async () => {
    const person = nextPerson();
    const { id } = await openAccount(bank, person, { balance: 300 });
    const customer = bank.asCustomer(person);
    await customer`select deposit(${id}, 500, method => 'check')`;
    const step = await planStep(person);
    const [row] = await customer`select id from transactions where amount = 500`;
    await customer`select reverse_transaction(${row?.id})`;
    expect(await apply(step)).not.toBe('applied');
    expect(await apply(await planStep(person))).toBe('applied');
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
    const step = await planStep(person);
    await customer`delete from accounts where id = ${id}`;
    expect(await apply(step)).not.toBe('applied');
    expect(await apply(await planStep(person))).toBe('applied');
    expect(await customer`select from holds`).toEqual([]);
    await expectSoundBooks(bank);
  });
});
