import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyStep, openCard, owedOn, planStep, simulateDays } from '../support/card-household.ts';
import { type CommittedBank, openCommittedBank, type Person } from '../support/harness.ts';
import { expectSoundBooks, getBalance, getOutcomes, openAccount, settle } from '../support/household.ts';

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

describe('parallel requests', () => {
  it('return a purchase once', async () => {
    const person = nextPerson();
    const { id, key } = await chargeCard(person);
    const customer = bank.asCustomer(person);
    const outcomes = await getOutcomes(6, () => customer`select return_purchase(${key}, 80)`);
    expect(outcomes).toEqual([...Array(5).fill('NORET'), 'done']);
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
    const outcomes = await getOutcomes(5, () => customer`select refund_credit_balance(${id}, ${account.id})`);
    expect(outcomes).toEqual([...Array(4).fill('NOCRB'), 'done']);
    expect(await getBalance(bank, account.id)).toBe('100.00');
    await expectSoundBooks(bank);
  });

  it('credit a refund or cancel it, never both', async () => {
    const person = nextPerson();
    const { id, key } = await chargeCard(person);
    const customer = bank.asCustomer(person);
    const [refund] = await customer`select * from return_purchase(${key}, 80)`;
    const step = await planStep(bank, person, 9);
    expect(step.events.map(({ kind }) => kind)).toContain('refund');
    const [applied, canceled] = await Promise.all([
      applyStep(bank, step),
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
    const step = await planStep(bank, person, 40);
    const kinds = step.events.map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['refund', 'provisional_credit']));
    await customer`select cancel_return(${refund?.id})`;
    await customer`select withdraw_dispute(${claim?.id})`;
    expect(await applyStep(bank, step)).not.toBe('applied');
    expect(await applyStep(bank, await planStep(bank, person, 40))).toBe('applied');
    expect(await getBalance(bank, id)).toBe('920.00');
    const [row] = await customer`
      select (select status from refunds where id = ${refund?.id}) as refund,
        (select credited_at from disputes where id = ${claim?.id}) as credited,
        (select count(*)::integer from card_activity where card_id = ${card} and kind = 'refund') as refunds`;
    expect(row).toEqual({ refund: 'canceled', credited: null, refunds: 0 });
    await expectSoundBooks(bank);
  });
});
