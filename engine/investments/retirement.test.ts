import { describe, expect, test } from 'vitest';
import {
  checkRetirement,
  decide,
  describeShare,
  drawFuture,
  findSufficientChanges,
  type RetirementPlan,
  simulateFuture,
  summarizeFutures,
} from './retirement.ts';

const plan = (parts: Partial<RetirementPlan> = {}): RetirementPlan => ({
  age: 65,
  retireAt: 65,
  until: 95,
  saved: 100_000_000,
  monthlySaving: 0,
  yearlySpending: 4_000_000,
  mix: { US_STOCKS: 30, WORLD_STOCKS: 30, BONDS: 40, MONEY_MARKET: 0 },
  returns: 'conservative',
  ...parts,
});
const run = (of: RetirementPlan, count = 200, seed = 1) =>
  summarizeFutures(
    of,
    Array.from({ length: count }, (_, number) => simulateFuture(of, drawFuture(of, seed, number))),
  );

describe('what makes the money last', () => {
  test('is the smallest change of each decision that makes it last in 80% of the futures', {
    timeout: 60_000,
  }, () => {
    const short = plan({ age: 40, saved: 20_000_000, monthlySaving: 21_818, yearlySpending: 3_600_000 });
    const sufficient = findSufficientChanges(
      short,
      Array.from({ length: 200 }, (_, number) => drawFuture(short, 1, number)),
    );
    expect(sufficient.map(({ decision }) => decision)).toEqual(['later', 'more', 'less']);
    const [later, more, less] = sufficient.map(({ plan: changed }) => changed);
    for (const changed of [later, more, less])
      expect(run(changed ?? short).share).toBeGreaterThanOrEqual(0.8);
    const oneStepLess = [
      { ...short, retireAt: (later?.retireAt ?? 0) - 1 },
      { ...short, monthlySaving: (more?.monthlySaving ?? 0) - 1_000 },
      { ...short, yearlySpending: (less?.yearlySpending ?? 0) + 10_000 },
    ];
    for (const changed of oneStepLess) expect(run(changed).share).toBeLessThan(0.8);
  });

  test('is stated if small changes make no difference, without a retirement age above 75', () => {
    const far = plan({ age: 40, saved: 1_679_400, monthlySaving: 21_818, yearlySpending: 3_600_000 });
    const { outlook, sufficient } = checkRetirement(far, 1);
    expect(outlook.share).toBeLessThan(0.025);
    expect(sufficient.map(({ decision }) => decision)).toEqual(['more', 'less']);
  });

  test('is nothing if the money already lasts, and never more saving for a retired customer', () => {
    expect(checkRetirement(plan({ yearlySpending: 1_000_000 }), 1).sufficient).toEqual([]);
    const retired = checkRetirement(plan({ saved: 10_000_000, until: 90, age: 70, retireAt: 70 }), 1);
    expect(retired.sufficient.some(({ decision }) => decision === 'more')).toBe(false);
  });
});

describe('the retirement model', () => {
  test('lasts as often as 4,000 futures of the published model do', { timeout: 60_000 }, () => {
    const cases: [string, RetirementPlan, number][] = [
      ...(
        [
          [3, 98.8],
          [3.5, 95.6],
          [4, 88.2],
          [4.5, 79.3],
          [5, 66.5],
          [6, 40.8],
        ] as const
      ).map(([percent, share]): [string, RetirementPlan, number] => [
        `${percent}%`,
        plan({ yearlySpending: percent * 1_000_000 }),
        share,
      ]),
      ['bonds', plan({ mix: { US_STOCKS: 0, WORLD_STOCKS: 0, BONDS: 100, MONEY_MARKET: 0 } }), 57.2],
    ];
    const lasted = new Map<string, number>();
    for (let number = 0; number < 4_000; number += 1) {
      const drawn = drawFuture(plan(), 1, number);
      for (const [name, tried] of cases)
        if (simulateFuture(tried, drawn).endedAt === null) lasted.set(name, (lasted.get(name) ?? 0) + 1);
    }
    for (const [name, , share] of cases)
      expect(Math.abs((lasted.get(name) ?? 0) / 40 - share), name).toBeLessThan(2.5);
  });

  test('lasts more often with historical returns', { timeout: 60_000 }, () => {
    expect(Math.abs(run(plan({ returns: 'historical' }), 4_000).share * 100 - 94.1)).toBeLessThan(2.5);
  });

  test('gives the same answer for the same seed, and another for another', () => {
    expect(run(plan())).toEqual(run(plan()));
    expect(run(plan()).band).not.toEqual(run(plan(), 200, 2).band);
  });

  test('shows a band for every age, with the low value below the high one', () => {
    const { band, worstAge } = run(plan({ yearlySpending: 6_000_000 }));
    expect(band.map(({ age }) => age)).toEqual(Array.from({ length: 31 }, (_, year) => 65 + year));
    for (const { low, middle, high } of band) {
      expect(low).toBeLessThanOrEqual(middle);
      expect(middle).toBeLessThanOrEqual(high);
    }
    expect(band[0]).toEqual({ age: 65, low: 100_000_000, middle: 100_000_000, high: 100_000_000 });
    expect(worstAge).toBeGreaterThan(70);
    expect(worstAge).toBeLessThan(90);
  });

  test('starts from nothing if the customer saves first', () => {
    const saver = plan({ age: 35, saved: 0, monthlySaving: 150_000, yearlySpending: 3_600_000 });
    const { band, share } = run(saver);
    expect(band[30]?.middle).toBeGreaterThan(50_000_000);
    expect(share).toBeGreaterThan(0.3);
    expect(run({ ...saver, monthlySaving: 0 }).share).toBe(0);
  });

  test('lasts forever without spending', () => {
    expect(run(plan({ yearlySpending: 0 }))).toMatchObject({ share: 1, worstAge: null });
  });
});

describe('the decisions', () => {
  const saver = plan({ age: 40, saved: 10_000_000, monthlySaving: 100_000, yearlySpending: 4_000_000 });

  test('retire later, spend less, and save more', () => {
    expect(decide(saver, 'later')).toMatchObject({ retireAt: 67 });
    expect(decide(saver, 'less')).toMatchObject({ yearlySpending: 3_600_000 });
    expect(decide(saver, 'more')).toMatchObject({ monthlySaving: 125_000 });
    expect(decide({ ...saver, monthlySaving: 0 }, 'more')).toMatchObject({ monthlySaving: 10_000 });
  });

  test('never make the outlook worse', () => {
    const before = run(saver).share;
    for (const decision of ['later', 'less', 'more'] as const) {
      const after = decide(saver, decision);
      expect(after && run(after).share).toBeGreaterThanOrEqual(before);
    }
  });

  test('are checked in the same futures, with progress', () => {
    const progress: number[] = [];
    const { outlook, decisions } = checkRetirement(saver, 1, (done) => progress.push(done));
    expect(outlook).toEqual(run(saver));
    expect(decisions.map(({ decision }) => decision)).toEqual(['later', 'less', 'more']);
    expect(decisions[0]?.outlook).toEqual(run({ ...saver, retireAt: 67 }));
    expect(progress.at(-1)).toBe(200);
  });

  test("are left out if they can't change anything", () => {
    expect(decide(plan(), 'more')).toBe(null);
    expect(decide(plan({ yearlySpending: 0 }), 'less')).toBe(null);
    expect(decide(plan({ retireAt: 95 }), 'later')).toBe(null);
  });
});

test.each([
  [1, 'over 95%'],
  [0.96, 'about 95%'],
  [0.882, 'about 90%'],
  [0.84, 'about 85%'],
  [0.5, 'about 50%'],
  [0.01, 'under 5%'],
])('%d is %s', (share, text) => {
  expect(describeShare(share)).toBe(text);
});
