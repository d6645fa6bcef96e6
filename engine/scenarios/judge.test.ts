import { describe, expect, it } from 'vitest';
import { judgeDay } from './judge.ts';
import { type FigureOf, getStars, type RunLosing, type RunObjective, type ScenarioRun } from './run-state.ts';

const objective = (parts: Partial<RunObjective>): RunObjective => ({
  id: 'o',
  required: true,
  figure: 'cash',
  atLeast: 100,
  when: 'end',
  day: 9,
  standing: 'open',
  value: null,
  course: [],
  ...parts,
});
const condition = (parts: Partial<RunLosing>): RunLosing => ({
  id: 'l',
  figure: 'cash',
  below: 0,
  days: 0,
  crossedFor: 0,
  ...parts,
});

/**
 * Judges a run of ten days (0 to 9) with a given amount of cash on each day. `others` returns all other
 * figures.
 */
function judged(
  objectives: RunObjective[],
  losing: RunLosing[],
  cash: (number | null)[],
  others: (figure: FigureOf, day: number) => number | null = () => null,
): ScenarioRun {
  const scenarioRun: ScenarioRun = {
    begins: 0,
    ends: 9,
    ids: {},
    objectives,
    losing,
    checkpoints: [],
    totals: {
      income: 0,
      spent: 0,
      interest: 0,
      fees: 0,
      lateFees: 0,
      failedPayments: 0,
      brought: 0,
      categories: {},
    },
    cards: {},
    credit: { lines: {}, dues: [], inquiries: [] },
    borrowed: [],
    months: [],
    lowest: null,
    turns: [],
    outcome: null,
  };
  for (let day = -1; day <= 11; day += 1)
    judgeDay(scenarioRun, day, (figure) =>
      figure.figure === 'cash' ? (cash[day] ?? 0) : others(figure, day),
    );
  return scenarioRun;
}

const rich = Array.from({ length: 10 }, () => 100);
const status = ({ objectives }: ScenarioRun) => objectives.map((item) => [item.standing, item.on]);

describe('a scenario run', () => {
  it('is won on its last day if the objectives are met then', () => {
    const scenarioRun = judged([objective({})], [], [0, 0, 0, 0, 0, 0, 0, 0, 0, 100]);
    expect([scenarioRun.outcome, status(scenarioRun)]).toEqual([{ state: 'won', on: 9 }, [['met', 9]]]);
  });

  it('is lost on its last day by an objective that misses by a cent, and names it', () => {
    const scenarioRun = judged([objective({})], [], [200, 200, 200, 200, 200, 200, 200, 200, 200, 99]);
    expect([scenarioRun.outcome, scenarioRun.objectives[0]?.value]).toEqual([
      { state: 'lost', on: 9, by: 'o' },
      99,
    ]);
  });

  it('ends when everything is decided, and early objectives stay met', () => {
    const scenarioRun = judged([objective({ when: 'by' })], [], [0, 0, 100, 0, 0, 0, 0, 0, 0, 0]);
    expect(scenarioRun.outcome).toEqual({ state: 'won', on: 2 });
  });

  it('continues for open bonus stars', () => {
    const scenarioRun = judged(
      [objective({ when: 'by' }), objective({ id: 'star', required: false })],
      [],
      rich,
    );
    expect([scenarioRun.outcome, getStars(scenarioRun)]).toEqual([
      { state: 'won', on: 9 },
      { stars: 2, of: 2 },
    ]);
  });

  it("ends when a required objective can't be met anymore, but not for a bonus star", () => {
    const always = objective({ when: 'always' });
    const dip = [100, 100, 100, 99, 100, 100, 100, 100, 100, 100];
    expect(judged([always], [], dip).outcome).toEqual({ state: 'lost', on: 3, by: 'o' });
    const scenarioRun = judged(
      [objective({ id: 'end' }), { ...always, required: false, standing: 'open' }],
      [],
      dip,
    );
    expect([scenarioRun.outcome, getStars(scenarioRun)]).toEqual([
      { state: 'won', on: 9 },
      { stars: 1, of: 2 },
    ]);
  });

  it('is lost by a condition that applied, even if it ended the next day', () => {
    const scenarioRun = judged(
      [objective({})],
      [condition({})],
      [100, 100, -1, 100, 100, 100, 100, 100, 100, 100],
    );
    expect([scenarioRun.outcome, scenarioRun.turns]).toEqual([
      { state: 'lost', on: 2, by: 'l' },
      [{ day: 2, kind: 'crossed', subject: 'l' }],
    ]);
  });

  it('tolerates a condition for the given days in a row, and counts again after each good day', () => {
    const lenient = () => condition({ days: 2 });
    const course = [100, -1, -1, 100, -1, -1, 100, 100, 100, 100];
    expect(judged([objective({})], [lenient()], course).outcome?.state).toBe('won');
    expect(judged([objective({})], [lenient()], [100, -1, -1, -1, 100]).outcome).toEqual({
      state: 'lost',
      on: 3,
      by: 'l',
    });
  });

  it('is lost rather than won if both happen on one day', () => {
    const scenarioRun = judged(
      [objective({ when: 'by' })],
      [condition({ below: undefined, above: 500 })],
      [0, 900],
    );
    expect(scenarioRun.outcome).toEqual({ state: 'lost', on: 1, by: 'l' });
  });

  it('treats missing values as not met, and never as a loss', () => {
    const equity = objective({ figure: 'home_equity', atLeast: 20 });
    const scenarioRun = judged([equity], [condition({ figure: 'credit_score', below: 600 })], rich);
    expect(scenarioRun.outcome).toEqual({ state: 'lost', on: 9, by: 'o' });
  });

  it('judges an objective on its own day, between the first and the last', () => {
    const early = objective({ day: 4 });
    const scenarioRun = judged(
      [early, objective({ id: 'end', atMost: 100, atLeast: undefined })],
      [],
      [0, 0, 0, 0, 100, 0],
    );
    expect(status(scenarioRun)).toEqual([
      ['met', 4],
      ['met', 9],
    ]);
  });
});
