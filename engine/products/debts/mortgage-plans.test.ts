import { describe, expect, test } from 'vitest';
import { dayText, parseDay, Zone } from '../../calendar/calendar.ts';
import { monthlyPayment } from '../../money/amortization.ts';
import { simulate } from '../../simulation/simulate.ts';
import { account, debt, household } from '../../testing/households.ts';
import { cappedRate } from './debt-interest.ts';
import { type DebtTerms, getSchedule } from './debt-plans.ts';
import { equityCurve, nextResetOn, rateBounds, rateShock, type VariableTerms } from './mortgage-plans.ts';

const caps = { margin: 2, everyMonths: 12, capPerReset: 2, capForLife: 5 };

function home(amount: number, rate: number, term: number, parts: Partial<VariableTerms> = {}): VariableTerms {
  return {
    balance: amount,
    rate,
    payment: monthlyPayment(amount, rate, term),
    term,
    start: parseDay('2026-01-01'),
    next: 1,
    variable: { ...caps, first: rate },
    ...parts,
  };
}

describe('an adjustable rate', () => {
  test('matches the sample of Regulation Z, appendix H-14: 10,000 from July 1982, index and 3 points, caps 2 and 5', () => {
    // The index in July of each year, starting in 1983. In 1986, the lifetime cap limits the rate.
    const indexes = [9.78, 12.17, 7.66, 6.36];
    const variable = { ...caps, margin: 3, first: 17.41 };
    const rows = getSchedule(home(1_000_000, 17.41, 360, { variable }), {
      rateAfter: (passed, rate) =>
        passed % 12 === 0 ? cappedRate((indexes[passed / 12 - 1] ?? 0) + 3, rate, variable) : rate,
    });
    const ends = [12, 24, 36, 48, 60].map((number) => rows[number - 1]);
    expect(ends.map((row) => row && [row.rate, row.payment, row.balance])).toEqual([
      [17.41, 14_590, 998_937],
      [15.41, 12_981, 996_966],
      [15.17, 12_791, 994_551],
      [13.17, 11_243, 990_370],
      [12.41, 10_673, 984_894],
    ]);
  });

  test('that rises five points goes from 106.03 to 145.34 in the fourth year, as in the same sample', () => {
    const shock = rateShock(home(1_000_000, 12.41, 360), 5);
    expect(shock.steps.map(({ number, rate }) => [number, rate])).toEqual([
      [13, 14.41],
      [25, 16.41],
      [37, 17.41],
    ]);
    expect(shock.highestPayment).toBe(14_534);
    expect(shock).toMatchObject({ isCapped: true, first: { rate: 14.41 } });
    expect(dayText(shock.first?.day ?? 0)).toBe('2027-01-01');
  });

  test.each([
    ['one point up is taken at once', 1, [6], false],
    ['three points up in two steps', 3, [7, 8], true],
    ['nine points up end at the cap for life', 9, [7, 9, 10], true],
    ['two points down lower the installment', -2, [3], false],
    ['no change changes nothing', 0, [], false],
  ])('%s', (_name, points, rates, isCapped) => {
    const mortgage = home(20_000_000, 5, 360);
    const shock = rateShock(mortgage, points);
    expect(shock.steps.map(({ rate }) => rate)).toEqual(rates);
    expect(shock.isCapped).toBe(isCapped);
    expect(Math.sign(shock.moreInterest)).toBe(Math.sign(points));
    for (const { number, rate, payment, balance } of shock.steps)
      expect(payment).toBe(monthlyPayment(balance, rate, 360 - number + 1));
  });

  test('without further resets has no increase', () => {
    const last = home(1_000_000, 5, 360, { next: 355 });
    expect(rateShock(last, 2)).toMatchObject({ first: null, steps: [], moreInterest: 0 });
    expect(nextResetOn(last)).toBeNull();
    expect(dayText(nextResetOn(home(1_000_000, 5, 360, { next: 12 })) ?? 0)).toBe('2027-01-01');
    expect(dayText(nextResetOn(home(1_000_000, 5, 360, { next: 13 })) ?? 0)).toBe('2028-01-01');
  });

  test('has bounds for the next reset and for its lifetime', () => {
    const variable = { ...caps, first: 4 };
    expect(rateBounds({ variable })).toEqual({ highest: 9, lowest: 0 });
  });

  test("equals the engine's result for the same rate change", () => {
    const terms = home(20_000_000, 5, 360);
    const shocks = [{ id: 'up', kind: 'rate_change' as const, on: parseDay('2026-02-01'), size: 30 }];
    const { events } = simulate(
      household({
        on: '2026-01-01',
        accounts: [account('checking', 9_000_000_000)],
        debts: [
          {
            ...debt('home', '2026-01-01', terms),
            product: 'mortgage',
            autopay: { accountId: 'checking', extra: 0 },
            variable: terms.variable,
          },
        ],
        shocks,
      }),
      new Zone('America/New_York').getStart(parseDay('2030-01-02')),
    );
    const resets = events.filter(({ kind }) => kind === 'rate_reset').map(({ facts }) => facts);
    expect(resets.map((facts) => [facts?.['to'], facts?.['payment']])).toEqual(
      rateShock(terms, 30).steps.map(({ rate, payment }) => [rate, payment]),
    );
  });
});

describe('home equity', () => {
  const mortgage: DebtTerms = home(20_000_000, 6, 24);

  test('grows with the value and with every installment', () => {
    const curve = equityCurve({ value: 25_000_000, growth: 3, from: parseDay('2026-01-01') }, mortgage);
    expect(curve).toHaveLength(25);
    expect(curve[0]).toMatchObject({ value: 25_000_000, balance: 20_000_000, equity: 5_000_000 });
    // The value grows by a quarter of a percent a month.
    expect(curve[1]?.value).toBe(25_062_500);
    expect(curve[2]?.value).toBe(25_125_156);
    expect(curve.at(-1)).toMatchObject({ balance: 0, equity: curve.at(-1)?.value });
  });

  test('may be negative if values fall, and includes extra payments', () => {
    const fallen = equityCurve({ value: 19_000_000, growth: -10, from: parseDay('2026-01-01') }, mortgage);
    expect(fallen[0]?.equity).toBe(-1_000_000);
    const lumps = [{ day: parseDay('2026-01-10'), amount: 1_000_000 }];
    const [, first] = equityCurve({ value: 19_000_000, growth: 0, from: parseDay('2026-01-01') }, mortgage, {
      lumps,
    });
    expect(first?.balance).toBe(getSchedule(mortgage, { lumps })[1]?.balance);
    expect(dayText(first?.day ?? 0)).toBe('2026-02-01');
  });
});
