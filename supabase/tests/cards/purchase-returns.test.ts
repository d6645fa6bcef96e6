import { describe, expect } from 'vitest';
import { type DayNumber, dayText } from '../../../engine/calendar/calendar.ts';
import { Draws, hashKey } from '../../../engine/simulation/draws.ts';
import { openCard, simulateDays } from '../support/card-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks, getRefusal, openAccount } from '../support/household.ts';

/** Returns a seed with which the refund of 80.00 that is returned on a day arrives, or doesn't. */
function findSeed(on: DayNumber, isLost: boolean): number {
  const key = hashKey(`Gadget Store:${dayText(on)}:8000`);
  for (let seed = 1; ; seed += 1) if (new Draws(seed, 'refunds', key).chance(50) === isLost) return seed;
}

/** Buys something, and plans its return on the third day after it was charged. */
async function buyWithReturn(
  bank: Bank,
  person: Person,
  product: 'card' | 'account',
  { isLost = false } = {},
) {
  const customer = bank.asCustomer(person);
  const { id } = await (product === 'card'
    ? openCard(bank, person)
    : openAccount(bank, person, { balance: 500 }));
  if (product === 'card')
    await customer`select authorize_purchase(80, 'subscription', card_id => ${id}, merchant => 'Gadget Store')`;
  else
    await customer`select authorize_purchase(80, 'subscription', account_id => ${id}, merchant => 'Gadget Store')`;
  await simulateDays(bank, person, 8);
  const [sale] = await bank.owner`
    select e.id, e.event_key from bank.entries e join bank.postings p on p.entry_id = e.id
    where p.ledger_id = ${id} and e.event_key like 'hold:%'`;
  const key = sale?.event_key as string;
  const [today] = await customer`select simulated_now()::date - date '1970-01-01' as day`;
  const on = Number(today?.day) + 3;
  const plan = [{ key, productId: id, amount: 8_000, merchant: 'Gadget Store', on }];
  await bank.owner`
    update bank.clocks set seed = ${findSeed(on, isLost)},
      carryover = carryover || ${JSON.stringify({ returns: true, plannedReturns: plan })}::text::jsonb
    where household_id = ${person.id}`;
  return { id, entry: sale?.id as string };
}

const read = async (bank: Bank, person: Person) => [
  ...(await bank.asCustomer(person)`
    select status, amount::float, merchant, entry_id, event_key is not null as planned from refunds`),
];

describe('surprises', () => {
  test('turn returns on and off', async ({ bank, alice }) => {
    await openAccount(bank, alice);
    const customer = bank.asCustomer(alice);
    const getRule = async () =>
      (
        await bank.owner`
          select carryover -> 'returns' as rule from bank.clocks where household_id = ${alice.id}`
      )[0]?.rule;
    expect(await getRule()).toBeNull();
    await customer`select set_surprises('some')`;
    expect(await getRule()).toBe(true);
    await customer`select set_surprises('off')`;
    expect(await getRule()).toBeNull();
  });
});

describe.each(['card', 'account'] as const)(
  'a purchase with the %s that the household returns',
  (product) => {
    /** Returns the purchase minus its refund and its dispute's credit. */
    const getOwed = async (bank: Bank, id: string) =>
      Number(
        (
          await bank.owner`
          select -sum(p.amount) as owed from bank.postings p join bank.entries e on e.id = p.entry_id
          where p.ledger_id = ${id} and e.kind in ('card_charge', 'payment', 'refund', 'dispute_credit',
            'provisional_credit', 'dispute_reversal')`
        )[0]?.owed,
      );

    test('is on its way, and then refunded', async ({ bank, alice }) => {
      const { id, entry } = await buyWithReturn(bank, alice, product);
      expect(await getOwed(bank, id)).toBe(80);
      await simulateDays(bank, alice, 4);
      const refund = { amount: 80, merchant: 'Gadget Store', entry_id: entry, planned: true };
      expect(await read(bank, alice)).toEqual([{ ...refund, status: 'expected' }]);
      await simulateDays(bank, alice, 9);
      expect(await read(bank, alice)).toEqual([{ ...refund, status: 'credited' }]);
      expect(await getOwed(bank, id)).toBe(0);
      await expectSoundBooks(bank);
    });

    test('is refunded in one step as well', async ({ bank, alice }) => {
      const { id } = await buyWithReturn(bank, alice, product);
      await simulateDays(bank, alice, 13);
      expect(await read(bank, alice)).toMatchObject([{ status: 'credited' }]);
      expect(await getOwed(bank, id)).toBe(0);
    });

    test('is not returned again after the customer returned or disputed it', async ({ bank, alice }) => {
      const { id, entry } = await buyWithReturn(bank, alice, product);
      const customer = bank.asCustomer(alice);
      if (product === 'card') await customer`select open_dispute(${id}, ${entry}, 80, 'other')`;
      else
        await customer`select open_dispute(entry_id => ${entry}, amount => 80, reason => 'other', account_id => ${id})`;
      await simulateDays(bank, alice, 13);
      expect(await read(bank, alice)).toEqual([]);
      await expectSoundBooks(bank);
    });

    test('has a missing refund that wins a dispute', async ({ bank, alice }) => {
      const { id, entry } = await buyWithReturn(bank, alice, product, { isLost: true });
      const customer = bank.asCustomer(alice);
      await simulateDays(bank, alice, 25);
      expect(await read(bank, alice)).toMatchObject([{ status: 'missing' }]);
      expect(await getOwed(bank, id)).toBe(80);
      const [dispute] =
        product === 'card'
          ? await customer`select * from open_dispute(${id}, ${entry}, 80, 'credit_not_processed')`
          : await customer`select * from open_dispute(entry_id => ${entry}, amount => 80,
            reason => 'credit_not_processed', account_id => ${id})`;
      // A restored household has the same outcome.
      const [{ file } = {}] = await bank.owner`select bank.household_file(${alice.id}) as file`;
      await bank.owner`select bank.clear_household(${alice.id})`;
      await bank.owner`select load_household(${alice.id}, ${JSON.stringify(file)}::text::jsonb)`;
      await simulateDays(bank, alice, 95);
      const [end] = await customer`select status, outcome from disputes where id = ${dispute?.id}`;
      expect(end).toEqual({
        status: 'won',
        outcome: "The merchant accepted your return and didn't send the refund.",
      });
      expect(await getOwed(bank, id)).toBe(0);
      await expectSoundBooks(bank);
    });

    test('can be disputed up to the missing refund', async ({ bank, alice }) => {
      const { id, entry } = await buyWithReturn(bank, alice, product, { isLost: true });
      const customer = bank.asCustomer(alice);
      await simulateDays(bank, alice, 25);
      await bank.owner`update refunds set amount = 30 where user_id = ${alice.id}`;
      const open = (amount: number) =>
        product === 'card'
          ? customer`select id from open_dispute(${id}, ${entry}, ${amount}, 'credit_not_processed')`
          : customer`select id from open_dispute(entry_id => ${entry}, amount => ${amount},
            reason => 'credit_not_processed', account_id => ${id})`;
      expect(await getRefusal(open(80))).toMatchObject({
        code: 'NODIS',
        detail: { why: 'amount', highest: 30 },
      });
      const [dispute] = await open(30);
      expect(
        await bank.owner`select outcome from bank.dispute_outcomes where dispute_id = ${dispute?.id}`,
      ).toEqual([{ outcome: 'won' }]);
    });
  },
);

describe('the refunds of purchases that were returned at the same instant', () => {
  test('are in the order of the purchases, as in one step', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice);
    const customer = bank.asCustomer(alice);
    for (const merchant of ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth'])
      await customer`select charge_credit_card(${id}, 10, ${merchant}, 'Food')`;
    for (const row of await customer`select entry_id from card_activity
      where card_id = ${id} and kind = 'card_charge' order by entry_id desc`)
      await customer`select return_purchase(${`${id}:${row['entry_id']}`})`;
    await bank.owner`update refunds set returned_at = (select min(returned_at) from refunds)`;
    const [engine] = await bank.owner`select refunds from bank.engine_refunds(${alice.id})`;
    const expected = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth'];
    expect(engine?.['refunds'].map(({ merchant }: { merchant: string }) => merchant)).toEqual(expected);
    const [exported] = await customer`select export_household() -> 'refunds' as refunds`;
    expect(exported?.['refunds'].map(({ merchant }: { merchant: string }) => merchant)).toEqual(expected);
  });
});
