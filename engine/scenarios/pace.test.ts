import { describe, expect, it } from 'vitest';
import { parseDay } from '../calendar/calendar.ts';
import { TINY_SCENARIO } from '../testing/tiny-scenario.ts';
import { getInitialValues, getPace } from './pace.ts';
import type { RunObjective } from './run-state.ts';

const objective = (parts: Partial<RunObjective>): RunObjective => ({
  id: 'o',
  required: true,
  figure: 'debt',
  when: 'end',
  day: 99,
  standing: 'open',
  value: 600,
  course: [],
  ...parts,
});
const at = (today: number, initial: number | null = 1_000) => ({ begins: 0, today, initial });

describe('the pace of an objective', () => {
  it('is the paid share of the way from the initial debt to the maximum', () => {
    expect(getPace(objective({ atMost: 200 }), at(25))).toEqual({
      share: 0.5,
      expected: 0.25,
      isBehind: false,
      left: 400,
    });
    expect(getPace(objective({ atMost: 200 }), at(75))?.isBehind).toBe(true);
  });

  it('is the saved share of the way from the initial balance to the minimum', () => {
    const saving = objective({ figure: 'balance', atLeast: 1_100, value: 350 });
    expect(getPace(saving, at(50, 100))).toEqual({ share: 0.25, expected: 0.5, isBehind: true, left: 750 });
    expect(getPace({ ...saving, value: 1_100 }, at(50, 100))).toMatchObject({ share: 1, left: 0 });
  });

  it('is the used share of a budget for interest, and behind above the even share', () => {
    const interest = objective({ figure: 'interest_paid', atMost: 900, when: 'always', value: 450 });
    expect(getPace(interest, at(25))).toEqual({ share: 0.5, expected: 0.25, isBehind: true, left: 450 });
    expect(getPace(interest, at(60))?.isBehind).toBe(false);
  });

  it('is unknown without a value, once decided, if met from the start, and for a condition of every day', () => {
    expect(getPace(objective({ atMost: 200, value: null }), at(25))).toBeNull();
    expect(getPace(objective({ atMost: 200, standing: 'met' }), at(25))).toBeNull();
    expect(getPace(objective({ atMost: 1_000 }), at(25))).toBeNull();
    expect(getPace(objective({ atMost: 200 }), at(25, null))).toBeNull();
    expect(getPace(objective({ figure: 'days_late', atMost: 15, when: 'always' }), at(25))).toBeNull();
    expect(
      getPace(objective({ figure: 'late_fees', atMost: 0, when: 'always', value: 0 }), at(25)),
    ).toBeNull();
  });

  it("starts from the scenario's own household", () => {
    const debt = { figure: 'debt' as const, of: 'card', atMost: 0, when: 'end' as const };
    const pack = {
      ...TINY_SCENARIO,
      objectives: [
        ...TINY_SCENARIO.objectives,
        { id: 'card-gone', text: 'Pay off the card.', measure: debt, met: 'Yes.', missed: 'No.' },
      ],
    };
    expect(getInitialValues(pack, parseDay('2031-03-01'), 'UTC')).toEqual(
      new Map([
        ['saved', 0],
        ['no-fees', 0],
        ['card-gone', 40_000],
      ]),
    );
  });
});
