import { expect, test } from 'vitest';
import { nameFastForwardCheckpoint, nameReplacedHousehold } from './checkpoint-names.ts';

const AT = '2026-10-15T02:00:00Z';
const ZONE = 'America/New_York';

test('a checkpoint before a fast-forward is named after its duration, or else its target', () => {
  const names = ['P1D', 'P2W', 'P1M', 'P10Y', 'P1Y6M', undefined].map((by) =>
    nameFastForwardCheckpoint(by, Date.parse(AT), ZONE),
  );
  expect(names).toEqual([
    'Before +1 day',
    'Before +2 weeks',
    'Before +1 month',
    'Before +10 years',
    'Before fast-forward to Oct 14, 2026',
    'Before fast-forward to Oct 14, 2026',
  ]);
});

test('a replaced household is named after a named checkpoint, or after the date of an automatic one', () => {
  const name = 'x'.repeat(80);
  expect(nameReplacedHousehold({ name, at: AT, automatic: false }, ZONE)).toHaveLength(80);
  expect(nameReplacedHousehold({ name: 'The move', at: AT, automatic: false }, ZONE)).toBe(
    'Before restoring The move',
  );
  expect(nameReplacedHousehold({ name: 'Before +1 day', at: AT, automatic: true }, ZONE)).toBe(
    'Before returning to Oct 14, 2026',
  );
});
