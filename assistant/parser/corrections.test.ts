import { expect, it } from 'vitest';
import { getExclusion } from './corrections.ts';

it.each([
  ['skip the mortgage', 'without mortgage'],
  ['ok leave rent out', 'without rent'],
  ['exclude restaurants and rerun', 'without restaurants'],
  ['now take out amazon', 'without amazon'],
  ['don’t count gas', 'without gas'],
])('reads “%s” as an exclusion', (text, expected) => expect(getExclusion(text)).toBe(expected));

it.each(['skip this month', 'drop it', 'remove 50', 'skip the next payment', 'leave it', 'what about rent'])(
  'doesn’t read “%s” as an exclusion',
  (text) => expect(getExclusion(text)).toBeNull(),
);
