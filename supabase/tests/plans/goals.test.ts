import { describe, expect } from 'vitest';
import { DAY_MS } from '../../../engine/calendar/calendar.ts';
import type { HouseholdRow } from '../../../engine/household/row.ts';
import { buildStep } from '../../../engine/simulation/step.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks, getBalance, getRefusal, openAccount } from '../support/household.ts';

async function live(bank: Bank, person: Person, days: number): Promise<void> {
  const service = bank.asService();
  const [household] = await service`select * from engine_households(array[${person.id}]::uuid[]) as row`;
  const row = household?.row as HouseholdRow;
  const { step } = buildStep(row, row.simulated_until + days * DAY_MS, true);
  const [applied] =
    await service`select outcome from apply_engine_steps(array_to_json(array[${JSON.stringify(step)}::text::json])::jsonb)`;
  expect(applied).toEqual({ outcome: 'applied' });
}

/**
 * Opens a checking account with 1,000.00, a savings account with 500.00, and a goal of 900.00 that uses
 * 200.00 of the savings.
 */
async function setUp(bank: Bank, person: Person) {
  await bank.asCustomer(person)`select ensure_customer('UTC')`;
  const checking = await openAccount(bank, person, { balance: 1000 });
  const savings = await openAccount(bank, person, { name: 'Savings', type: 'SAVINGS', balance: 500 });
  const goal = await setGoal(bank, person, savings.id, { portion: 200 });
  return { checking: checking.id, savings: savings.id, goal };
}

async function setGoal(
  bank: Bank,
  person: Person,
  accountId: string,
  { name = 'Trip', target = 900, portion = null as number | null } = {},
): Promise<string> {
  const [goal] = await bank.asCustomer(person)`
    insert into goals (name, target, account_id, portion) values (${name}, ${target}, ${accountId}, ${portion}) returning id`;
  return goal?.id;
}

const getStatus = async (bank: Bank, person: Person, goal: string) =>
  (
    await bank.asCustomer(person)`
      select saved::float, "left"::float, share::float, monthly_pace::float, needed_monthly::float, projected_date::text
      from goal_status where goal_id = ${goal}`
  )[0];

const getMovements = (bank: Bank, person: Person, goal: string) =>
  bank.asCustomer(person)`
    select kind, amount::float, saved_after::float from goal_movements where goal_id = ${goal} order by at, id`;

describe('a goal', () => {
  test('has its portion of the account, and no portion is assigned twice', async ({ bank, alice }) => {
    const { savings, goal } = await setUp(bank, alice);
    expect(await getStatus(bank, alice, goal)).toMatchObject({ saved: 200, left: 700, share: 0.2222 });
    expect(await getRefusal(setGoal(bank, alice, savings, { portion: 300.01 }))).toMatchObject({
      code: 'INSUF',
      detail: { available: 300, amount: 300.01, short: 0.01 },
    });
    const unassigned = await setGoal(bank, alice, savings);
    expect(await getStatus(bank, alice, unassigned)).toMatchObject({ saved: 300 });
    expect(await getRefusal(setGoal(bank, alice, savings))).toMatchObject({ code: 'LIMIT' });
  });

  test('is funded before later ones if the account has less than assigned', async ({ bank, alice }) => {
    const { savings, checking, goal } = await setUp(bank, alice);
    const second = await setGoal(bank, alice, savings, { portion: 300 });
    await bank.asCustomer(alice)`select transfer(${savings}, ${checking}, 350)`;
    expect(await getStatus(bank, alice, goal)).toMatchObject({ saved: 150 });
    expect(await getStatus(bank, alice, second)).toMatchObject({ saved: 0 });
  });

  test('refuses invalid values', async ({ bank, alice, bob }) => {
    const { savings, checking, goal } = await setUp(bank, alice);
    const customer = bank.asCustomer(alice);
    const euros = await openAccount(bank, alice, { currency: 'EUR', balance: 5 });
    const strangersAccount = await openAccount(bank, bob);
    const code = async (attempt: Promise<unknown>) => (await getRefusal(attempt)).code;
    expect(await code(setGoal(bank, alice, savings, { target: 0 }))).toBe('BADAM');
    expect(await code(setGoal(bank, alice, savings, { name: ' ' }))).toBe('BADNM');
    expect(await code(setGoal(bank, alice, strangersAccount.id))).toBe('NTFND');
    const fixed = (from: string, amount: number, frequency = 'MONTHLY') =>
      customer`
        update goals set contribution = 'fixed', from_account_id = ${from}, contribution_amount = ${amount}, frequency = ${frequency}
        where id = ${goal} returning *`;
    expect(await code(fixed(savings, 5))).toBe('SAMAC');
    expect(await code(fixed(euros.id, 5))).toBe('BADCU');
    expect(await code(fixed(checking, 0))).toBe('BADAM');
    expect(await code(fixed(checking, 5, 'DAILY'))).toBe('BADTY');
    const share = (percent: number) =>
      customer`
        update goals set contribution = 'share_of_pay', contribution_percent = ${percent}, from_account_id = ${checking} where id = ${goal}`;
    expect(await code(share(100.5))).toBe('BADRT');
    await customer`select close_account(${euros.id}, ${checking})`;
    expect(await code(fixed(euros.id, 5))).toBe('CLOSD');
    expect(await code(customer`select contribute_to_goal(${crypto.randomUUID()}, 5, ${checking})`)).toBe(
      'NTFND',
    );
  });

  test('has a small JPEG photo, or none', async ({ bank, alice }) => {
    const { goal } = await setUp(bank, alice);
    const setPhoto = (photo: string | null) =>
      bank.asCustomer(alice)`update goals set photo = ${photo} where id = ${goal} returning photo`;
    const photo = `data:image/jpeg;base64,${'A'.repeat(400)}==`;
    expect(await setPhoto(photo)).toEqual([{ photo }]);
    for (const wrong of [
      'https://example.com/track.gif',
      'data:image/svg+xml;base64,PHN2Zz4=',
      'data:image/jpeg;base64,"><script>',
      `data:image/jpeg;base64,${'A'.repeat(60_000)}`,
    ])
      expect((await getRefusal(setPhoto(wrong))).code, wrong.slice(0, 40)).toBe('23514');
    const [row] =
      await bank.asService()`select row from engine_households(array[${alice.id}]::uuid[]) as row`;
    expect(JSON.stringify(row)).not.toContain('AAAA');
    expect(await setPhoto(null)).toEqual([{ photo: null }]);
  });

  test('receives a contribution once, however often it is requested, and returns it', async ({
    bank,
    alice,
  }) => {
    const { savings, checking, goal } = await setUp(bank, alice);
    const customer = bank.asCustomer(alice);
    for (let tries = 0; tries < 2; tries += 1)
      await customer`select contribute_to_goal(${goal}, 50.25, ${checking}, 'once')`;
    expect(await getBalance(bank, checking)).toBe('949.75');
    expect(await getStatus(bank, alice, goal)).toMatchObject({ saved: 250.25 });
    await customer`select take_from_goal(${goal}, 100, ${checking})`;
    expect(await getBalance(bank, savings)).toBe('450.25');
    await customer`select contribute_to_goal(${goal}, 10, ${savings})`;
    await customer`select take_from_goal(${goal}, 60.25, ${savings})`;
    expect(await getRefusal(customer`select take_from_goal(${goal}, 100.01, ${checking})`)).toMatchObject({
      code: 'INSUF',
      detail: { available: 100 },
    });
    expect(await getMovements(bank, alice, goal)).toEqual([
      { kind: 'start', amount: 200, saved_after: 200 },
      { kind: 'contribution', amount: 50.25, saved_after: 250.25 },
      { kind: 'taken', amount: -100, saved_after: 150.25 },
      { kind: 'set_aside', amount: 10, saved_after: 160.25 },
      { kind: 'released', amount: -60.25, saved_after: 100 },
    ]);
    await expectSoundBooks(bank);
  });

  test('is reached manually, and its customer is notified once', async ({ bank, alice }) => {
    const { checking, goal } = await setUp(bank, alice);
    const customer = bank.asCustomer(alice);
    await customer`select contribute_to_goal(${goal}, 700, ${checking})`;
    await customer`select contribute_to_goal(${goal}, 1, ${checking})`;
    await live(bank, alice, 3);
    expect(await customer`select kind, description from household_events where kind like 'goal%'`).toEqual([
      { kind: 'goal_reached', description: 'You reached your Trip goal' },
    ]);
  });

  test('grows automatically in the simulation and states when it will be reached', async ({
    bank,
    alice,
  }) => {
    const { checking, savings, goal } = await setUp(bank, alice);
    const customer = bank.asCustomer(alice);
    await customer`
      update goals set contribution = 'fixed', contribution_amount = 100, frequency = 'WEEKLY', from_account_id = ${checking}
      where id = ${goal}`;
    await live(bank, alice, 9);
    expect(await getStatus(bank, alice, goal)).toMatchObject({ saved: 400, monthly_pace: 433.33 });
    expect((await getStatus(bank, alice, goal))?.projected_date).not.toBeNull();
    expect(await getBalance(bank, checking)).toBe('800.00');
    await live(bank, alice, 30);
    expect(await getStatus(bank, alice, goal)).toMatchObject({ saved: 800, left: 100 });
    expect(await getMovements(bank, alice, goal)).toHaveLength(7);
    expect(await customer`select count(*)::int as days from goal_history(${goal})`).toEqual([{ days: 7 }]);
    const [moved] = await customer`
      select type, description from transactions
      where account_id = ${savings} and kind = 'goal_contribution' order by date desc limit 1`;
    expect(moved).toEqual({ type: 'TRANSFER', description: 'To Trip' });
    await expectSoundBooks(bank);
  });

  test('receives no automatic contributions after its source account is deleted', async ({ bank, alice }) => {
    const { goal } = await setUp(bank, alice);
    const secondAccount = await openAccount(bank, alice, { name: 'Other' });
    const customer = bank.asCustomer(alice);
    await customer`
      update goals set contribution = 'round_ups', from_account_id = ${secondAccount.id} where id = ${goal}`;
    await customer`delete from accounts where id = ${secondAccount.id}`;
    expect(await customer`select contribution from goals where id = ${goal}`).toEqual([
      { contribution: null },
    ]);
  });

  test('that is deleted and restored has its history again', async ({ bank, alice }) => {
    const { savings, goal } = await setUp(bank, alice);
    const customer = bank.asCustomer(alice);
    await customer`delete from goals where id = ${goal}`;
    await customer`insert into goals (id, name, target, account_id, portion) values (${goal}, 'Trip', 900, ${savings}, 200)`;
    expect(await getMovements(bank, alice, goal)).toEqual([{ kind: 'start', amount: 200, saved_after: 200 }]);
  });

  test('that is archived holds no money, and returns only within the free balance', async ({
    bank,
    alice,
  }) => {
    const { savings, goal } = await setUp(bank, alice);
    const customer = bank.asCustomer(alice);
    await customer`update goals set status = 'archived' where id = ${goal}`;
    expect(await getStatus(bank, alice, goal)).toMatchObject({ saved: 0 });
    await setGoal(bank, alice, savings, { portion: 400 });
    expect(await getRefusal(customer`update goals set status = 'active' where id = ${goal}`)).toMatchObject({
      code: 'INSUF',
    });
  });
});
