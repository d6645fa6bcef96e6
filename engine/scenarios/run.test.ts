import { describe, expect, it } from 'vitest';
import { DAY_MS, parseDay, Zone } from '../calendar/calendar.ts';
import { buildHouseholdState } from '../household/state.ts';
import { simulate } from '../simulation/simulate.ts';
import type { HouseholdState, OutsideChange } from '../simulation/state.ts';
import { buildStep } from '../simulation/step.ts';
import { TINY_SCENARIO } from '../testing/tiny-scenario.ts';
import { simulateWhatIf } from '../what-if/what-if.ts';
import { buildDebrief } from './debrief.ts';
import { getReference } from './reference.ts';
import type { Scenario } from './scenario.ts';
import { buildScenarioStart, getFirstDay } from './start.ts';
import { fillText, plainValue } from './text.ts';

const TIME_ZONE = 'America/New_York';
const ZONE = new Zone(TIME_ZONE);
const BEGINS = parseDay('2031-03-01');

function startRun(pack: Scenario = TINY_SCENARIO) {
  let created = 100;
  const newId = () => {
    created += 1;
    return `id-${created}`;
  };
  const { row, ids } = buildScenarioStart(pack, { begins: BEGINS, timeZone: TIME_ZONE, newId });
  return { row, ids, state: buildHouseholdState(row) };
}

/** Simulates until a day of the scenario, with the given manual changes. */
function simulated(state: HouseholdState, day: number, ...byHand: [number, string, number, string][]) {
  const changes: OutsideChange[] = byHand.map(([on, productId, amount, kind]) => ({
    at: ZONE.at(BEGINS + on, 600),
    productId,
    amount,
    kind,
  }));
  const { state: after, events } = simulate({ ...state, changes }, ZONE.getStart(BEGINS + day));
  if (!after.play) throw new Error('Nothing is played.');
  return { play: after.play, events, state: after };
}

const END = 61;

describe('a scenario run', () => {
  it('is judged equally in one step, in days, and in hours, through the carryover', () => {
    const { row } = startRun();
    const whole = simulated(startRun().state, END);
    for (const step of [DAY_MS, 7 * 3_600_000, 11 * DAY_MS]) {
      let at = row.simulated_until;
      let state = startRun().state;
      for (const end = ZONE.getStart(BEGINS + END); at < end; ) {
        at = Math.min(end, at + step);
        state = simulate(structuredClone(state), at).state;
      }
      expect(state.play).toEqual(whole.play);
    }
    expect(whole.play.outcome).toEqual({ state: 'lost', on: BEGINS + 60, by: 'saved' });
  });

  it('stores future events and nothing that is no longer needed', () => {
    const { row } = startRun();
    const { step } = buildStep(row, ZONE.getStart(BEGINS + 10), true);
    expect(step.carryover.play?.months).toEqual([]);
    expect(step.carryover.shocks?.map(({ story, begun }) => [story?.id, begun])).toEqual([
      ['tooth', undefined],
    ]);
    const after = buildHouseholdState({ ...row, carryover: step.carryover, simulated_until: step.to });
    expect(after.shocks).toEqual(startRun().state.shocks);
  });

  it("reports and books events with the scenario's texts", () => {
    const { events } = simulated(startRun().state, END);
    const eventsOfRepair = events.filter(({ subject }) => subject === 'story:tooth');
    expect(eventsOfRepair.map(({ kind, description, category }) => [kind, description, category])).toEqual([
      ['shock', 'The dentist asks for $250.', undefined],
      ['payment', 'Dentist', 'Healthcare'],
    ]);
  });

  it('adds up pay, rent, bills, interest, and fees, and excludes debt payments from spending', () => {
    const { play: scenarioRun } = simulated(startRun().state, END);
    const { income, spent, interest, fees, lateFees, categories } = scenarioRun.totals;
    expect(categories).toEqual({ Housing: 140_000, Healthcare: 25_000 });
    expect([income, lateFees]).toEqual([200_000, 1]);
    expect(spent).toBe(165_000 + interest + fees);
    expect(interest).toBeGreaterThan(800);
    expect(fees).toBe(2_500);
  });

  it('excludes money from outside the scenario, however it arrives', () => {
    const { ids, state } = startRun();
    const [savings = '', card = ''] = [ids['savings'], ids['card']];
    const plain = simulated(state, END);
    for (const [product, kind] of [
      [savings, 'deposit'],
      [savings, 'opening'],
      [card, 'card_payment'],
    ] as const) {
      const { play: scenarioRun } = simulated(state, END, [3, product, 30_000, kind]);
      expect(scenarioRun.totals.brought).toBe(30_000);
      // The interest that is earned or saved in the meantime still counts.
      expect(scenarioRun.objectives[0]?.value).toBeLessThan(200);
      expect(scenarioRun.months.at(-1)?.netWorth).toBeLessThanOrEqual(
        (plain.play.months.at(-1)?.netWorth ?? 0) + 5_000,
      );
    }
    const undone = simulated(
      state,
      END,
      [3, savings, 30_000, 'deposit'],
      [4, savings, -30_000, 'withdrawal'],
    );
    expect(undone.play.totals).toMatchObject({ brought: 0, spent: plain.play.totals.spent });
  });

  it('counts transfers between own accounts, and is won by them', () => {
    const { ids, state } = startRun();
    const [checking = '', savings = '', card = ''] = [ids['checking'], ids['savings'], ids['card']];
    const move = (
      day: number,
      to: string,
      amount: number,
      kind: string,
    ): [number, string, number, string][] => [
      [day, checking, -amount, kind],
      [day, to, amount, kind],
    ];
    const { play: scenarioRun } = simulated(
      state,
      END,
      ...move(6, savings, 30_000, 'transfer'),
      ...move(20, card, 10_000, 'card_payment'),
      ...move(45, card, 10_000, 'card_payment'),
    );
    expect(scenarioRun.totals.brought).toBe(0);
    expect(scenarioRun.outcome).toEqual({ state: 'won', on: BEGINS + 60 });
    expect(scenarioRun.objectives.map(({ standing: status }) => status)).toEqual(['met', 'met']);
  });

  it('counts the paid-out credit balance of a card as neither spending nor money from outside', () => {
    const { ids, state } = startRun();
    const [checking = '', card = ''] = [ids['checking'], ids['card']];
    const { play: scenarioRun } = simulated(
      state,
      END,
      [10, card, -5_000, 'credit_balance_refund'],
      [10, checking, 5_000, 'credit_balance_refund'],
    );
    const { brought, spent, interest, fees } = scenarioRun.totals;
    expect([brought, spent - interest - fees]).toEqual([0, 165_000]);
  });

  it('is lost on the third day in a row with too little cash', () => {
    const { ids, state } = startRun();
    const { play: scenarioRun } = simulated(state, END, [6, ids['checking'] ?? '', -175_000, 'withdrawal']);
    expect(scenarioRun.outcome).toMatchObject({ state: 'lost', by: 'broke' });
    expect(scenarioRun.months).toHaveLength(1);
  });

  it('hides future events from a what-if of it', () => {
    const { events } = simulateWhatIf(startRun().state, [], BEGINS + END);
    expect(events.filter(({ kind }) => kind === 'shock')).toEqual([]);
  });

  it('ends with results whose every number comes from the run', () => {
    const { play: scenarioRun } = simulated(startRun().state, END);
    const reference = getReference(TINY_SCENARIO, BEGINS, TIME_ZONE);
    expect(reference?.refused).toEqual([]);
    const debrief = buildDebrief(TINY_SCENARIO, scenarioRun, reference?.play);
    if (!debrief) throw new Error('It is not over.');
    const words = [
      ...debrief.paragraphs,
      ...debrief.objectives.map(({ result }) => result),
      debrief.reference ?? '',
    ].map((text) => fillText(text, debrief.values, plainValue));
    expect(words).toEqual([
      expect.stringMatching(/^It cost \$\d+\.\d\d of interest\.$/),
      'You saved only $0.',
      '1 of them.',
      expect.stringMatching(/^Others keep \$[\d,.]+\.$/),
    ]);
    expect(debrief).toMatchObject({
      state: 'lost',
      stars: 0,
      decidedBy: 'You saved only {objective.saved.value}.',
    });
    expect(buildDebrief(TINY_SCENARIO, simulated(startRun().state, 20).play)).toBeNull();
  });

  it('keeps the state at a checkpoint and the details of each card and debt', () => {
    const { ids, state } = startRun();
    const { play: scenarioRun } = simulated(state, 40);
    const [half] = scenarioRun.checkpoints;
    expect(half?.reached).toMatchObject({ day: BEGINS + 30, income: 100_000 });
    // 400.00 is carried over at 24% for the 26 days of the card's first cycle: 6.84 of interest.
    expect(half?.reached?.balances[ids['card'] ?? '']).toBe(40_000 + 684);
  });

  it.each([
    ['next month', '2030-02-01T04:59:00Z', '2030-02-01'],
    ['next month', '2030-02-01T05:00:00Z', '2030-03-01'],
    [{ month: 2 }, '2030-02-01T04:59:00Z', '2030-02-01'],
    [{ month: 2 }, '2030-02-01T05:00:00Z', '2031-02-01'],
    [{ on: '2031-09-01' }, '2030-02-01T05:00:00Z', '2031-09-01'],
    [{ on: '2029-09-01' }, '2030-10-01T05:00:00Z', '2031-09-01'],
  ] as const)('that starts on %j starts on the first that has not passed (%s)', (begins, now, day) => {
    const pack: Scenario = { ...TINY_SCENARIO, start: { ...TINY_SCENARIO.start, begins } };
    expect(getFirstDay(pack, Date.parse(now), TIME_ZONE)).toBe(parseDay(day));
  });
});
