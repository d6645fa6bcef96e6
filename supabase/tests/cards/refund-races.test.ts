import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../engine/calendar/calendar.ts';
import type { HouseholdRow } from '../../../engine/household/row.ts';
import { buildStep, type Step } from '../../../engine/simulation/step.ts';
import { openCard, owedOn, simulateDays } from '../support/card-household.ts';
import { type CommittedBank, openCommittedBank, type Person } from '../support/harness.ts';
import { expectSoundBooks, getBalance, openAccount } from '../support/household.ts';

let bank: CommittedBank;
let people: Person[];
beforeAll(async () => {
  bank = await openCommittedBank(8);
  people = await bank.openCustomers(7);
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

/** Charges a new card and returns the card, the entry, and the key of the charge. */
async function chargeCard(person: Person, amount = 80) {
  const { id } = await openCard(bank, person);
  const [card] = await bank.asCustomer(person)`
    select last_entry from charge_credit_card(${id}, ${amount}, 'Grocer', 'Food')`;
  return { id, entry: card?.last_entry as string, key: `${id}:${card?.last_entry}` };
}

/** Buys something with the debit card of a new account. */
async function buy(person: Person, amount = 80) {
  const { id } = await openAccount(bank, person, { balance: 1000 });
  const customer = bank.asCustomer(person);
  await customer`select authorize_purchase(${amount}, 'subscription', account_id => ${id},
    merchant => 'Grocer')`;
  await simulateDays(bank, person, 8);
  const [row] = await customer`select id, entry_id from transactions where kind = 'payment'`;
  return { id, entry: row?.entry_id as string, key: row?.id as string };
}

/** Returns the engine's step of some days, which isn't applied yet. */
async function planStep(person: Person, days: number): Promise<Step> {
  const [household] = await bank.owner`select row from engine_households(array[${person.id}]::uuid[]) as row`;
  const row = household?.row as HouseholdRow;
  return buildStep(row, row.now + days * DAY_MS, true).step;
}

const apply = async (step: Step) =>
  (await bank.owner`select outcome from apply_engine_steps(${JSON.stringify([step])}::text::jsonb)`)[0]
    ?.outcome as string;

describe('parallel requests', () => {
  it('return a purchase once', async () => {
    const person = nextPerson();
    const { id, key } = await chargeCard(person);
    const customer = bank.asCustomer(person);
    const outcomes = await settle(
      Array.from({ length: 6 }, () => customer`select return_purchase(${key}, 80)`),
    );
    expect(outcomes.sort()).toEqual([...Array(5).fill('NORET'), 'done']);
    await simulateDays(bank, person, 9);
    expect(await owedOn(bank, id)).toBe('0.00');
    await expectSoundBooks(bank);
  });

  it.each(['card', 'account'] as const)('return or dispute a purchase of a %s, not both', async (product) => {
    const person = nextPerson();
    const { id, entry, key } = await (product === 'card' ? chargeCard(person) : buy(person));
    const customer = bank.asCustomer(person);
    const outcomes = await settle(
      Array.from({ length: 8 }, (_, index) =>
        index % 2 === 0
          ? customer`select return_purchase(${key}, 80)`
          : product === 'card'
            ? customer`select open_dispute(${id}, ${entry}, 80, 'other')`
            : customer`select open_dispute(entry_id => ${entry}, amount => 80, reason => 'other', account_id => ${id})`,
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    const [counts] = await bank.owner`
      select (select count(*)::integer from refunds where user_id = ${person.id}) as refunds,
        (select count(*)::integer from disputes where user_id = ${person.id}) as disputes`;
    expect(Number(counts?.refunds) + Number(counts?.disputes)).toBe(1);
    await simulateDays(bank, person, 10);
    await expectSoundBooks(bank);
  });

  it('pay a credit balance to an account once', async () => {
    const person = nextPerson();
    const { id, key } = await chargeCard(person);
    const account = await openAccount(bank, person, { balance: 100 });
    const customer = bank.asCustomer(person);
    await customer`select return_purchase(${key}, 80)`;
    await customer`select pay_credit_card(${id}, 80, ${account.id})`;
    await simulateDays(bank, person, 9);
    expect(await owedOn(bank, id)).toBe('-80.00');
    const outcomes = await settle(
      Array.from({ length: 5 }, () => customer`select refund_credit_balance(${id}, ${account.id})`),
    );
    expect(outcomes.sort()).toEqual([...Array(4).fill('NOCRB'), 'done']);
    expect(await getBalance(bank, account.id)).toBe('100.00');
    await expectSoundBooks(bank);
  });

  it('credit a refund or cancel it, never both', async () => {
    const person = nextPerson();
    const { id, key } = await chargeCard(person);
    const customer = bank.asCustomer(person);
    const [refund] = await customer`select * from return_purchase(${key}, 80)`;
    const step = await planStep(person, 9);
    expect(step.events.map(({ kind }) => kind)).toContain('refund');
    const [applied, canceled] = await Promise.all([
      apply(step),
      settle([customer`select cancel_return(${refund?.id})`]),
    ]);
    const [end] = await customer`select status from refunds where id = ${refund?.id}`;
    expect([applied === 'applied', canceled, end?.status, await owedOn(bank, id)]).toEqual(
      applied === 'applied' ? [true, ['DCIDD'], 'credited', '0.00'] : [false, ['done'], 'canceled', '80.00'],
    );
    await simulateDays(bank, person, 9);
    expect(await owedOn(bank, id)).toBe(end?.status === 'credited' ? '0.00' : '80.00');
    await expectSoundBooks(bank);
  });
});

describe('a step that was computed before a change', () => {
  it('credits neither a return that was canceled nor a claim that was withdrawn', async () => {
    const person = nextPerson();
    const { id, entry } = await buy(person);
    const { id: card, key } = await chargeCard(person);
    const customer = bank.asCustomer(person);
    const [refund] = await customer`select * from return_purchase(${key}, 80)`;
    const [claim] = await customer`
      select * from open_dispute(entry_id => ${entry}, amount => 80, reason => 'fraud', account_id => ${id})`;
    const step = await planStep(person, 40);
    const kinds = step.events.map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['refund', 'provisional_credit']));
    await customer`select cancel_return(${refund?.id})`;
    await customer`select withdraw_dispute(${claim?.id})`;
    expect(await apply(step)).not.toBe('applied');
    expect(await apply(await planStep(person, 40))).toBe('applied');
    expect(await getBalance(bank, id)).toBe('920.00');
    const [row] = await customer`
      select (select status from refunds where id = ${refund?.id}) as refund,
        (select credited_at from disputes where id = ${claim?.id}) as credited,
        (select count(*)::integer from card_activity where card_id = ${card} and kind = 'refund') as refunds`;
    expect(row).toEqual({ refund: 'canceled', credited: null, refunds: 0 });
    await expectSoundBooks(bank);
  });
});
