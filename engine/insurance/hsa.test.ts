import { expect, test } from 'vitest';
import { parseDay } from '../calendar/calendar.ts';
import { getCarryover } from '../household/state.ts';
import { simulate } from '../simulation/simulate.ts';
import type { HouseholdState, ShockState } from '../simulation/state.ts';
import { simulateByDay } from '../testing/daily-steps.ts';
import { account, household, start } from '../testing/households.ts';

const bill = (size: number, on = '2026-02-03'): ShockState => ({
  id: `plan:${on}`,
  kind: 'medical_bill',
  on: parseDay(on),
  size,
});
const hsa = (id: string, balance: number) => ({
  ...account(id, balance, 'INVESTMENT'),
  taxTreatment: 'hsa' as const,
});

/** A household with the health policy of the published example, and an HSA that pays first. */
const patient = (balance: number, parts: Partial<HouseholdState> = {}) =>
  household({
    on: '2026-02-01',
    accounts: [account('checking', 2_000_000), hsa('hsa', balance)],
    insurance: {
      health: { since: 0, paymentId: 'none', deductible: 190_000, coinsurance: 20, limit: 600_000 },
    },
    hsaPaysFirst: true,
    shocks: [bill(840_000)],
    ...parts,
  });

/** Returns what each account paid, by event key. */
function getPayments(state: HouseholdState) {
  const { events } = simulate(state, start('2026-02-04'));
  return events.flatMap(({ kind, key, lines }) =>
    kind === 'payment' && lines ? [[key, lines[0]?.ledger, lines[0]?.amount]] : [],
  );
}

test('an HSA pays the share of 3,200.00 of a bill of 8,400.00', () => {
  expect(getPayments(patient(500_000))).toEqual([['plan:2026-02-03:hsa', 'hsa', -320_000]]);
});

test('another account pays what the HSA can’t, and the claim says how much each pays', () => {
  const state = patient(100_000);
  expect(getPayments(state)).toEqual([
    ['plan:2026-02-03:hsa', 'hsa', expect.closeTo(-100_000, -3)],
    ['plan:2026-02-03:bill', 'checking', expect.closeTo(-220_000, -3)],
  ]);
  const { events } = simulate(state, start('2026-02-04'));
  const claim = events.find(({ kind }) => kind === 'insurance_claim');
  expect(claim?.description).toMatch(
    /^Health insurance pays \$5,200\.00 of \$8,400\.00, and you pay \$3,200\.00, \$[\d.,]+ of it from your HSA$/,
  );
});

test('two HSAs pay in the order of the accounts', () => {
  const accounts = [account('checking', 2_000_000), hsa('first', 100_000), hsa('second', 900_000)];
  const payments = getPayments(patient(0, { accounts }));
  expect(payments.map(([key, ledger]) => [key, ledger])).toEqual([
    ['plan:2026-02-03:hsa', 'first'],
    ['plan:2026-02-03:hsa2', 'second'],
  ]);
  expect(payments.reduce((sum, [, , amount]) => sum + Number(amount), 0)).toBe(-320_000);
});

test('an uninsured medical bill is paid from the HSA, too', () => {
  expect(getPayments(patient(900_000, { insurance: {} }))).toEqual([
    ['plan:2026-02-03:hsa', 'hsa', -840_000],
  ]);
});

test('an HSA pays nothing if the customer turned it off, for other bills, or if it is closed', () => {
  const getPayers = (state: HouseholdState) => getPayments(state).map(([, ledger]) => ledger);
  const { hsaPaysFirst: _, ...off } = patient(500_000);
  expect(getPayers(off)).toEqual(['checking']);
  const repair = { ...bill(40_000), kind: 'car_repair' as const };
  expect(getPayers(patient(500_000, { shocks: [repair] }))).toEqual(['checking']);
  const story = { id: 'laptop', text: 'Your laptop breaks.', payee: 'Computer Store', category: 'Shopping' };
  expect(getPayers(patient(500_000, { shocks: [{ ...bill(40_000), story }] }))).toEqual(['checking']);
  const closed = [account('checking', 2_000_000), { ...hsa('hsa', 0), closed: true as const }];
  expect(getPayers(patient(0, { accounts: closed }))).toEqual(['checking']);
});

test('the choice is kept between steps, and the result is the same day by day', () => {
  const state = patient(100_000);
  expect(getCarryover(state)).toMatchObject({ hsaPaysFirst: true });
  const end = start('2026-06-01');
  expect(simulateByDay(state, end)).toEqual(simulate(state, end));
});
