import type { Carryover } from '@engine/household/row.ts';
import { expect, it } from 'vitest';
import { showsFirstSteps } from './shows-first-steps';

const ownHousehold = { carryover: {} as Carryover };
const scenario = { carryover: { play: {} } as Carryover };

it.each([
  ['a new customer', null, null, null, true],
  ['a customer who hid the checklist', false, null, ownHousehold, false],
  ['the demo', null, '2026-11-28T12:00:00Z', ownHousehold, false],
  ['a demo visitor who asked for the checklist', true, '2026-11-28T12:00:00Z', ownHousehold, true],
  ['a scenario', null, null, scenario, false],
  ['a player who asked for the checklist', true, null, scenario, true],
])(
  'decides if the checklist is shown for %s',
  (_title, shows_first_steps, demo_until, household, isShown) => {
    expect(showsFirstSteps({ shows_first_steps, demo_until }, household)).toBe(isShown);
  },
);
