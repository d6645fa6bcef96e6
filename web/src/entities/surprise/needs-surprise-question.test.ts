import { expect, test } from 'vitest';
import { needsSurpriseQuestion } from './needs-surprise-question';

const CUSTOMER = { surprises_chosen_at: null, time_zone: 'America/New_York', now: '2026-11-28T15:00:00Z' };
const YEAR = { by: 'P1Y' };

test('the bank asks before a fast-forward of at least three months', () => {
  const asks = (target: { by: string } | { to: string }) =>
    needsSurpriseQuestion(CUSTOMER, { carryover: {} }, target);
  expect(['P3M', 'P1Y', 'P50Y'].every((by) => asks({ by }))).toBe(true);
  expect(['P1D', 'P1M', 'P11W', 'P2M'].some((by) => asks({ by }))).toBe(false);
  expect(asks({ to: '2027-02-28T17:00:00Z' })).toBe(true);
  expect(asks({ to: '2027-02-27T17:00:00Z' })).toBe(false);
});

test('the bank never asks a customer who has chosen, has surprises, or plays a scenario', () => {
  const chosen = { ...CUSTOMER, surprises_chosen_at: '2026-11-01T00:00:00Z' };
  expect(needsSurpriseQuestion(chosen, { carryover: {} }, YEAR)).toBe(false);
  expect(needsSurpriseQuestion(CUSTOMER, { carryover: { surprises: 'some' } }, YEAR)).toBe(false);
  const { play } = { play: { outcome: null } } as never;
  expect(needsSurpriseQuestion(CUSTOMER, { carryover: { play } }, YEAR)).toBe(false);
});
