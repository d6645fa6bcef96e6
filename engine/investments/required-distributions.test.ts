import { describe, expect, test } from 'vitest';
import { dayText, getDay, parseDay, Zone } from '../calendar/calendar.ts';
import { knownFuture } from '../forecast/known-future.ts';
import { simulate } from '../simulation/simulate.ts';
import type { HouseholdState } from '../simulation/state.ts';
import { account, deposit, household, payment, start } from '../testing/households.ts';
import { getFirstDistributionYear } from './required-distributions.ts';

const zone = new Zone('America/New_York');
const IRA = {
  ...account('ira', 10_000_000, 'CHECKING'),
  type: 'CHECKING' as const,
  taxTreatment: 'traditional_ira' as const,
};

/** A retiree who was born on June 15, 1950, and has an IRA of 100,000.00 that doesn't grow. */
const retiree = (parts: Partial<HouseholdState> = {}) =>
  household({
    on: '2026-11-01',
    accounts: [account('checking', 5_000_000), IRA],
    birthDate: parseDay('1950-06-15'),
    distributions: { year: 2026, plans: [{ accountId: null, left: 400_000, taken: 0 }] },
    ...parts,
  });

/** Returns the movements of distributions and their tax. */
function getMovements(state: HouseholdState, until: string) {
  const { events } = simulate(state, start(until), { takesDistributions: true });
  return events
    .filter(({ key }) => key.includes('distribution'))
    .map(({ at, kind, lines }) => [dayText(zone.getDay(at)), kind, lines?.[0]?.ledger, lines?.[0]?.amount]);
}

describe('a projection', () => {
  test('withdraws in December what is still required, and again in each year by the table', () => {
    // At 77, the period is 22.9 years: 96,000.00 ÷ 22.9 = 4,192.14.
    expect(getMovements(retiree(), '2028-01-01')).toEqual([
      ['2026-12-15', 'transfer', 'ira', -400_000],
      ['2027-12-15', 'transfer', 'ira', -419_214],
    ]);
  });

  test('withdraws only the rest, if a rule has already withdrawn a part', () => {
    const rule = payment('draw', 'ira', 150_000, '2026-11-10', {
      to: { kind: 'account', id: 'checking' },
      count: 1,
    });
    expect(getMovements(retiree({ scheduledPayments: [rule] }), '2027-01-01')).toEqual([
      ['2026-12-15', 'transfer', 'ira', -250_000],
    ]);
  });

  test('withdraws nothing if the customer has taken it, or at once after December 15', () => {
    const taken = { year: 2026, plans: [{ accountId: null, left: 0, taken: 400_000 }] };
    expect(getMovements(retiree({ distributions: taken }), '2027-01-01')).toEqual([]);
    const late = { ...retiree(), at: start('2026-12-20') };
    expect(getMovements(late, '2027-01-01')[0]?.[0]).toBe('2026-12-20');
  });

  test('pays the estimated income tax on the deadline of the return', () => {
    // 100,000.00 ÷ 20.2 would be tax-free alone. With pay of 40,000.00, it is taxed at 12%.
    const pay = deposit('pay', 'checking', 0, '2026-11-15', {
      isPay: true,
      pay: {
        ...{ grossPerYear: 4_000_000, filingStatus: 'single', retirementPercent: 0, matchPercent: 0 },
        ...{ matchUpTo: 0, health: 0, hsa: 0, statePercent: 0 },
      },
    });
    const movements = getMovements(retiree({ autoDeposits: [pay] }), '2027-05-01');
    expect(movements.at(-1)).toEqual(['2027-04-15', 'tax_payment', 'checking', -48_000]);
    expect(getMovements(retiree(), '2027-05-01').at(-1)?.[1]).toBe('transfer');
  });

  test('starts in the first year of the law, and not before', () => {
    const younger = retiree({ birthDate: parseDay('1954-06-15'), distributions: undefined } as never);
    expect(getFirstDistributionYear(parseDay('1954-06-15'))).toBe(2027);
    // At 73, the period is 26.5 years.
    expect(getMovements(younger, '2028-01-01')).toEqual([['2027-12-15', 'transfer', 'ira', -377_358]]);
    const unknown = retiree({ birthDate: undefined } as never);
    expect(getMovements(unknown, '2028-01-01')).toEqual([]);
  });

  test('withdraws nothing from the 401(k) of a current job', () => {
    const plan = { ...IRA, id: 'plan', taxTreatment: '401k' as const };
    const pay = deposit('pay', 'checking', 0, '2026-11-15', {
      isPay: true,
      pay: {
        ...{ grossPerYear: 4_000_000, filingStatus: 'single', retirementPercent: 5, matchPercent: 0 },
        ...{ matchUpTo: 0, health: 0, hsa: 0, statePercent: 0, retirementAccountId: 'plan' },
      },
    });
    const parts = { accounts: [account('checking', 5_000_000), plan], distributions: undefined } as never;
    expect(getMovements(retiree(parts), '2028-01-01').map(([day]) => day)).toEqual(['2027-12-15']);
    const working = retiree({ ...(parts as object), autoDeposits: [pay] });
    expect(getMovements(working, '2028-01-01')).toEqual([]);
  });

  test('has the same result in one step and month by month', () => {
    const once = simulate(retiree(), start('2029-06-01'), { takesDistributions: true });
    let state = retiree();
    const events: typeof once.events = [];
    for (let month = 1; month <= 31; month += 1) {
      const day = getDay(2026 + Math.floor((10 + month) / 12), ((10 + month) % 12) + 1, 1);
      const step = simulate(state, zone.getStart(day), { takesDistributions: true });
      state = step.state;
      events.push(...step.events);
    }
    expect(state).toEqual(once.state);
    expect(events).toEqual(once.events);
  });
});

test('the bank never withdraws on its own, but the forecast does', () => {
  const state = retiree();
  expect(simulate(state, start('2027-02-01')).events.some(({ kind }) => kind === 'transfer')).toBe(false);
  const { balances } = knownFuture(state, parseDay('2027-01-31'));
  expect(balances.get('checking')?.at(-1)).toBe(5_400_000);
});
