import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readHouseholdFile } from './file.ts';

const example = JSON.parse(
  readFileSync(new URL('../../docs/household-file.example.json', import.meta.url), 'utf8'),
);

test('a file has the ended holds of more than a year of daily purchases', () => {
  const holds = Array.from({ length: 3_000 }, (_, number) => ({
    id: `0a1b2c3d-0000-4000-8000-${String(number).padStart(12, '0')}`,
    account_id: example.accounts[0].id,
    kind: 'authorization',
    purchase: 'store',
    amount: 10,
    remaining_amount: 0,
    cleared_amount: 10,
    placed_at: '2027-01-02T16:30:00Z',
    expires_at: '2027-01-09T16:30:00Z',
    ended_at: '2027-01-04T10:00:00Z',
    status: 'cleared',
    event_key: `life:2027-01-02:${number}`,
  }));
  const read = readHouseholdFile({ ...example, holds });
  expect('problem' in read ? read.problem : read.file.holds).toHaveLength(3_000);
});
