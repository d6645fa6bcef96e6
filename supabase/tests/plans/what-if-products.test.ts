import { describe, expect } from 'vitest';
import { parseDay, Zone } from '../../../engine/calendar/calendar.ts';
import { buildHouseholdState } from '../../../engine/household/state.ts';
import { findPaymentDayChange } from '../../../engine/products/debts/payment-day.ts';
import { simulate } from '../../../engine/simulation/simulate.ts';
import type { HouseholdState } from '../../../engine/simulation/state.ts';
import { getCommands } from '../../../engine/what-if/apply.ts';
import { applyDecision } from '../../../engine/what-if/decisions.ts';
import type { Command, Decision, DecisionKind } from '../../../engine/what-if/what-if.ts';
import { read, simulateDays } from '../support/debt-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks, getRefusal, openAccount } from '../support/household.ts';

const zone = new Zone('UTC');

/** Opens a CD of 10,000.00, a car loan with autopay, and a checking and savings account. */
async function openAll(bank: Bank, person: Person) {
  const { id: checking } = await openAccount(bank, person, { balance: 40_000 });
  const { id: savings } = await openAccount(bank, person, { type: 'SAVINGS', balance: 900 });
  const customer = bank.asCustomer(person);
  const [cd] = await customer`select id from open_cd(${checking}, 10000, 12)`;
  const [car] = await customer`select id from take_loan(9000, 6, 'Car', 48, ${checking})`;
  await customer`update loans set autopay_account_id = ${checking}`;
  return { checking, savings, cd: cd?.id as string, car: car?.id as string };
}

/** Returns the household now, with all changes since the engine last ran. */
async function getState(bank: Bank, person: Person): Promise<HouseholdState> {
  const row = await read(bank, person);
  return simulate(buildHouseholdState(row), row.now, { record: false }).state;
}

async function carryOut(bank: Bank, person: Person, command: Command) {
  if ('impossible' in command) throw new Error(command.impossible);
  const customer = bank.asCustomer(person);
  const { account_id, to_account_id, amount = null, penalty, plan, debt_id, day, first_day } = command.values;
  switch (command.target) {
    case 'withdraw_from_cd':
      return customer`select withdraw_from_cd(${account_id}, ${to_account_id}, ${amount}, ${penalty}, 'once')`;
    case 'set_account_plan':
      return customer`select set_account_plan(${account_id}, ${plan})`;
    case 'change_payment_day':
      return customer`select change_payment_day(${debt_id}, ${day}, 'once')`;
    case 'start_biweekly':
      return customer`select start_biweekly(${debt_id}, ${first_day}::date, 'once')`;
    default:
      throw new Error(`${command.target} isn't expected.`);
  }
}

const getProducts = ({ accounts, debts }: HouseholdState) => ({
  accounts: accounts.map(({ id, balance, closed, planTerms, certificate }) => ({
    ...{ id, balance, closed, planTerms },
    principal: certificate?.principal,
  })),
  debts: debts.map(({ id, balance, start, next, countedTo, oddInterest, paymentDay, biweekly }) => ({
    ...{ id, balance, start, next, countedTo, oddInterest, paymentDay },
    biweekly: biweekly && { next: biweekly.next, balance: biweekly.balance },
  })),
});

describe('a decision of a what-if that the bank carries out', () => {
  test.for<[string, (ids: Awaited<ReturnType<typeof openAll>>) => DecisionKind]>([
    [
      'an early withdrawal from a CD',
      ({ cd, checking }) => ({ kind: 'withdraw_cd', from: cd, to: checking }),
    ],
    [
      'a partial withdrawal from a CD',
      ({ cd, savings }) => ({ kind: 'withdraw_cd', from: cd, to: savings, amount: 4_000_00 }),
    ],
    ['an account plan', ({ checking }) => ({ kind: 'choose_plan', accountId: checking, plan: 'classic' })],
    ['a savings plan', ({ savings }) => ({ kind: 'choose_plan', accountId: savings, plan: 'goal_saver' })],
    ['a biweekly plan', ({ car }) => ({ kind: 'biweekly', debtId: car })],
  ])('has the same result as its projection: %s', async ([_name, choose], { bank, alice, bob }) => {
    const ids = await openAll(bank, alice);
    await simulateDays(bank, alice, 47);
    const state = await getState(bank, alice);
    const decision = { id: 'it', on: zone.getDay(state.at), ...choose(ids) } as Decision;
    const { state: projected, event } = applyDecision(state, decision, 'USD');
    expect(event?.kind).not.toBe('refused');
    const commands = getCommands(decision, state);
    await openAccount(bank, bob, { balance: 5 });
    for (const command of commands) {
      expect((await getRefusal(carryOut(bank, bob, command))).code).toBe('NTFND');
      await carryOut(bank, alice, command);
    }
    expect(getProducts(await getState(bank, alice))).toEqual(getProducts(projected));
    await simulateDays(bank, alice, 40);
    await expectSoundBooks(bank);
  });

  test('has the same result as its projection for each payment day', async ({ bank, alice }) => {
    const { car } = await openAll(bank, alice);
    await simulateDays(bank, alice, 37);
    const state = await getState(bank, alice);
    const today = zone.getDay(state.at);
    const debt = state.debts.find(({ id }) => id === car);
    if (!debt) throw new Error('There is no loan.');
    const offered: number[] = [];
    for (let day = 1; day <= 28; day += 1) {
      const change = findPaymentDayChange(debt, day, today);
      const decision: Decision = { id: 'it', on: today, kind: 'payment_day', debtId: car, day };
      const { event } = applyDecision(state, decision, 'USD');
      const quote = async () =>
        (await bank.asCustomer(alice)`select payment_day_quote(${car}, ${day}) as quote`)[0]?.quote;
      if (event?.kind === 'refused') {
        expect((await getRefusal(quote())).code).toBe('BADDT');
        continue;
      }
      offered.push(day);
      const { to, days, interest } = await quote();
      expect(change).toEqual({ due: parseDay(to), days, interest: Math.round(interest * 100) });
    }
    expect(offered.length).toBeGreaterThan(20);
    const day = offered.at(-1) ?? 0;
    const decision = { id: 'it', on: today, kind: 'payment_day', debtId: car, day } as const;
    const { state: projected, event } = applyDecision(state, decision, 'USD');
    expect(event).toBeNull();
    for (const command of getCommands(decision, state)) await carryOut(bank, alice, command);
    expect(getProducts(await getState(bank, alice))).toEqual(getProducts(projected));
    await expectSoundBooks(bank);
  });
});
