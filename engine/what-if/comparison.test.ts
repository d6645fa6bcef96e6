import { describe, expect, it } from 'vitest';
import { addMonths, dayText, monthsBetween, parseDay } from '../calendar/calendar.ts';
import { monthlyPayment } from '../money/amortization.ts';
import type { HouseholdState } from '../simulation/state.ts';
import { account, debt, deposit, household, payment } from '../testing/households.ts';
import {
  compareLowestCash,
  compareStrategies,
  computeDifferences,
  findDivergences,
  simulateBand,
} from './comparison.ts';
import { type Decision, type Projection, type ProjectionEvent, simulateWhatIf } from './what-if.ts';

const ON = '2026-01-01';
const today = parseDay(ON);
const to = addMonths(today, 60) - 1;

function owing(): HouseholdState {
  const loan = (id: string, balance: number, rate: number, term: number) =>
    debt(id, ON, {
      balance,
      rate,
      term,
      payment: monthlyPayment(balance, rate, term),
      autopay: { accountId: 'everyday', extra: 0 },
    });
  return household({
    on: ON,
    accounts: [account('everyday', 500_000), account('fund', 100_000, 'INVESTMENT')],
    debts: [loan('car', 1_200_000, 6, 48), loan('sofa', 150_000, 3, 24)],
    autoDeposits: [deposit('pay', 'everyday', 150_000, '2026-01-02')],
    scheduledPayments: [payment('rent', 'everyday', 60_000, '2026-01-05')],
  });
}

const more: Decision = { id: 'more', on: today, kind: 'extra_payment', debtId: 'car', monthly: 20_000 };
const simulateBoth = (): [Projection, Projection] => [
  simulateWhatIf(owing(), [more], to),
  simulateWhatIf(owing(), [], to),
];
const toTuple = (row: { day: number; branch: string | null; baseline: string | null }) => [
  dayText(row.day),
  row.branch,
  row.baseline,
];

describe('two simulations', () => {
  it('diverge where an event occurs in one and later or never in the other', () => {
    const [branch, baseline] = simulateBoth();
    expect(findDivergences(branch, baseline).map(toTuple)).toEqual([
      ['2026-03-31', 'Net worth is higher from here on', null],
      ['2028-04-01', "car is paid off. You're debt-free.", null],
      ['2030-01-01', null, "car is paid off. You're debt-free."],
    ]);
  });

  it("that are the same don't diverge", () => {
    const [, baseline] = simulateBoth();
    expect(findDivergences(baseline, baseline)).toEqual([]);
    expect(computeDifferences(baseline, baseline).interestSaved).toBe(0);
  });

  it("compare their lowest cash, not the what-if's lowest day with the baseline's month end", () => {
    const [, baseline] = simulateBoth();
    const bought: Decision = {
      ...{ id: 'bike', on: today, kind: 'purchase', name: 'Bike' },
      ...{ accountId: 'everyday', amount: 100_000 },
    };
    const branch = simulateWhatIf(owing(), [bought], to);
    expect(compareLowestCash(branch, baseline)).toEqual({
      branch: branch.lowestCash,
      baseline: baseline.lowestCash,
    });
    expect(branch.lowestCash).toEqual({ day: today, amount: 400_000 });
    // The next day's pay is part of the month's end.
    expect(baseline.lowestCash).toEqual({ day: today, amount: 500_000 });
    expect(baseline.points.find(({ day }) => day > today)?.cash).toBeGreaterThan(500_000);
    expect(compareLowestCash(baseline, branch)).toBeNull();
    expect(compareLowestCash(baseline, baseline)).toBeNull();
  });

  it('list at most twelve divergences, the largest ones', () => {
    const [, baseline] = simulateBoth();
    const failures = Array.from(
      { length: 20 },
      (_, index): ProjectionEvent => ({
        day: today + index,
        kind: 'payment_failed',
        text: `bill ${index}`,
        subject: `${index}`,
      }),
    );
    const bought: ProjectionEvent = {
      day: today + 90,
      kind: 'home_bought',
      text: 'Cottage purchased',
      subject: 'c',
    };
    const rows = findDivergences(
      { ...baseline, events: [...failures, bought, ...baseline.events] },
      baseline,
    );
    expect(rows).toHaveLength(12);
    expect(rows.at(-1)?.branch).toBe('Cottage purchased');
    expect(rows.map(({ day }) => day)).toEqual(
      rows.map(({ day }) => day).sort((left, right) => left - right),
    );
  });

  it('differ by the interest saved, day by day', () => {
    const [branch, baseline] = simulateBoth();
    const { points, interestSaved } = computeDifferences(branch, baseline);
    expect(interestSaved).toBe(baseline.interestPaid - branch.interestPaid);
    expect(interestSaved).toBeGreaterThan(0);
    expect(monthsBetween(branch.debtFreeOn ?? 0, baseline.debtFreeOn ?? 0)).toBe(21);
    expect(points[0]).toEqual({ day: today, netWorth: 0, cash: 0, debt: 0, property: 0, investments: 0 });
    expect(points.at(-1)).toMatchObject({ netWorth: interestSaved, cash: interestSaved, debt: 0 });
  });
});

it('of debt strategies are compared with the current plan by cost and payoff dates', () => {
  const results = compareStrategies(owing(), { monthly: 20_000, accountId: 'everyday', order: ['car'] });
  expect(results.map(({ strategy }) => strategy)).toEqual(['as_is', 'snowball', 'avalanche', 'custom']);
  const [baseline, snowball, avalanche, custom] = results;
  expect(baseline).toMatchObject({ months: 48, payoffs: [{ id: 'sofa' }, { id: 'car' }] });
  expect(snowball?.payoffs.map(({ id }) => id)).toEqual(['sofa', 'car']);
  expect(avalanche?.interestPaid).toBeLessThan(snowball?.interestPaid ?? 0);
  expect(snowball?.interestPaid).toBeLessThan(baseline?.interestPaid ?? 0);
  expect({ ...custom, strategy: 'avalanche' }).toEqual(avalanche);
  expect(avalanche?.months).toBeLessThan(36);
});

it('have a band over some random paths, which can be canceled', () => {
  const band = simulateBand(owing(), [], to, { futures: 5 });
  const { points } = simulateWhatIf(owing(), [], to);
  expect(band.map(({ day }) => day)).toEqual(points.map(({ day }) => day));
  expect(band[0]).toEqual({ day: today, low: points[0]?.netWorth, high: points[0]?.netWorth });
  expect(band.at(-1)?.low).toBeLessThan(band.at(-1)?.high ?? 0);
  expect(simulateBand(owing(), [], to, { futures: 5, onMonth: (done) => done < 70 })).toEqual([]);
});
