import { describe, expect } from 'vitest';
import { dayText, Zone } from '../../../engine/calendar/calendar.ts';
import { buildHouseholdState } from '../../../engine/household/state.ts';
import { simulate } from '../../../engine/simulation/simulate.ts';
import type { HouseholdState } from '../../../engine/simulation/state.ts';
import { getCommands } from '../../../engine/what-if/apply.ts';
import { applyDecision } from '../../../engine/what-if/decisions.ts';
import type { Command, Decision, DecisionKind } from '../../../engine/what-if/what-if.ts';
import { getDay, read, simulateDays } from '../support/debt-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks, getRefusal, openAccount } from '../support/household.ts';

const zone = new Zone('UTC');

/** Returns the household now, with all changes since the engine last ran. */
async function getState(bank: Bank, person: Person): Promise<HouseholdState> {
  const row = await read(bank, person);
  return simulate(buildHouseholdState(row), row.now, { record: false }).state;
}

async function carryOut(bank: Bank, person: Person, command: Command) {
  if ('impossible' in command) throw new Error(command.impossible);
  const customer = bank.asCustomer(person);
  const { insurance_kind, deductible, account_id } = command.values;
  return command.target === 'end_insurance'
    ? customer`select end_insurance(${insurance_kind})`
    : customer`select set_insurance(${insurance_kind}, ${deductible}, ${account_id})`;
}

/** Returns the insurance, and the scheduled premiums without their ids. */
const getInsurance = ({ insurance = {}, drivingRecord, scheduledPayments }: HouseholdState) => ({
  drivingRecord,
  policies: Object.entries(insurance).map(([kind, { paymentId, ...policy }]) => {
    const payment = scheduledPayments.find(({ id }) => id === paymentId);
    return { kind, ...policy, payment: payment && { ...payment, id: '' } };
  }),
  payments: scheduledPayments.length,
});

const insure = (bank: Bank, person: Person, kind: string, deductible: number, accountId: string) =>
  bank.asCustomer(person)`select set_insurance(${kind}, ${deductible}, ${accountId})`;

describe('a decision about coverage that the bank carries out', () => {
  test.for<[string, (checking: string) => DecisionKind]>([
    ['a higher deductible', () => ({ kind: 'change_coverage', insurance: 'car', deductible: 2_000_00 })],
    [
      'new insurance',
      (accountId) => ({ kind: 'add_insurance', insurance: 'renters', deductible: 1_000_00, accountId }),
    ],
    [
      'new health insurance',
      (accountId) => ({ kind: 'add_insurance', insurance: 'health', deductible: 1_900_00, accountId }),
    ],
    ['canceled insurance', () => ({ kind: 'cancel_insurance', insurance: 'car' })],
  ])('has the same result as its projection: %s', async ([_name, choose], { bank, alice, bob }) => {
    const { id: checking } = await openAccount(bank, alice, { balance: 40_000 });
    await insure(bank, alice, 'car', 500, checking);
    await simulateDays(bank, alice, 47);
    const state = await getState(bank, alice);
    const decision = { id: 'it', on: zone.getDay(state.at), ...choose(checking) } as Decision;
    const { state: projected, event } = applyDecision(state, decision, 'USD');
    expect(event?.kind).not.toBe('refused');
    await openAccount(bank, bob, { balance: 5 });
    for (const command of getCommands(decision, state)) {
      expect((await getRefusal(carryOut(bank, bob, command))).code).toBe('NTFND');
      await carryOut(bank, alice, command);
    }
    expect(getInsurance(await getState(bank, alice))).toEqual(getInsurance(projected));
    await simulateDays(bank, alice, 40);
    await expectSoundBooks(bank);
  });

  test.for(['home_repair', 'collision', 'home_damage'])(
    'includes a planned shock: %s',
    async (shock, { bank, alice }) => {
      await openAccount(bank, alice, { balance: 9_000 });
      const day = await getDay(bank, alice, 5);
      await bank.asCustomer(alice)`insert into shocks (shock, on_date, size) values (${shock}, ${day}, 4200)`;
      const events = await simulateDays(bank, alice, 8);
      expect(events.find(({ kind }) => kind === 'payment')?.lines?.[0]?.amount).toBe(-4_200_00);
      const [account] = await bank.asCustomer(alice)`select balance from accounts`;
      expect(Number(account?.balance)).toBe(4_800);
    },
  );
});

describe('a claim for a collision', () => {
  test('raises the premium to 258.00 for three years, with a notice, also in a new policy', async ({
    bank,
    alice,
  }) => {
    const { id: checking } = await openAccount(bank, alice, { balance: 90_000 });
    await insure(bank, alice, 'car', 500, checking);
    await bank.asCustomer(
      alice,
    )`update scheduled_payments set yearly_adjustment = 'none', yearly_percent = null`;
    const renewal = await getDay(bank, alice, 1);
    const crash = await getDay(bank, alice, 20);
    await bank.asCustomer(
      alice,
    )`insert into shocks (shock, on_date, size) values ('collision', ${crash}, 4200)`;
    const getPremium = async () =>
      Number((await bank.asCustomer(alice)`select amount from scheduled_payments`)[0]?.amount);
    await simulateDays(bank, alice, 60);
    expect(await getPremium()).toBe(215);
    const notices = await bank.asCustomer(
      alice,
    )`select message, path from my_notifications(now() - interval '9 years')
      where kind = 'price_rise'`;
    const [year = 0, ...date] = renewal.split('-');
    expect(notices[0]?.path).toBe('/insurance');
    expect(notices[0]?.message).toMatch(
      /^Car insurance goes up from \$215\.00 to \$258\.00 on .*, because your claim adds 20% for 3 years\.$/,
    );
    await simulateDays(bank, alice, 320);
    expect(await getPremium()).toBe(258);
    const { drivingRecord } = await getState(bank, alice);
    expect(dayText(drivingRecord?.surcharge?.from ?? 0)).toBe([Number(year) + 1, ...date].join('-'));
    await bank.asCustomer(alice)`select end_insurance('car')`;
    await insure(bank, alice, 'car', 1000, checking);
    expect(await getPremium()).toBe(237.36);
    await bank.asCustomer(
      alice,
    )`update scheduled_payments set yearly_adjustment = 'none', yearly_percent = null`;
    await simulateDays(bank, alice, 3 * 366);
    expect(await getPremium()).toBe(197.8);
    await expectSoundBooks(bank);
  });
});

test('turning bill increases off changes the version of the rules once', async ({ bank, alice }) => {
  await openAccount(bank, alice, { balance: 10 });
  const getVersion = async () =>
    Number(
      (await bank.owner`select rules_version from bank.clocks where household_id = ${alice.id}`)[0]
        ?.rules_version,
    );
  const before = await getVersion();
  await bank.asCustomer(alice)`select set_bill_increases(false)`;
  expect(await getVersion()).toBe(before + 1);
  await bank.asCustomer(alice)`select set_bill_increases(true)`;
  expect(await getVersion()).toBe(before + 2);
  const [{ carryover } = { carryover: {} }] =
    await bank.owner`select carryover from bank.clocks where household_id = ${alice.id}`;
  expect(carryover).toMatchObject({ billIncreases: true });
  expect(carryover).not.toHaveProperty('bills');
});
