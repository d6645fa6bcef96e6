import { expect, test } from 'vitest';
import { isSettled } from './queries';

const refund = { entry_id: 7, purchased_on: '2026-10-01', returned_at: '2026-10-05T16:00:00+00:00' };
const nothing = { now: Date.parse('2026-11-01'), disputes: [], returns: [] };

test('a missing refund needs the customer until the purchase is disputed, returned again, or too old', () => {
  expect(isSettled(refund, nothing)).toBe(false);
  expect(isSettled(refund, { ...nothing, disputes: [{ entry_id: 7 }] })).toBe(true);
  const again = { entry_id: 7, returned_at: '2026-10-25T16:00:00+00:00' };
  expect(isSettled(refund, { ...nothing, returns: [again] })).toBe(true);
  expect(isSettled(refund, { ...nothing, now: Date.parse('2027-02-01') })).toBe(true);
  const others = [{ entry_id: 8, returned_at: again.returned_at }];
  expect(isSettled(refund, { ...nothing, disputes: [{ entry_id: 8 }], returns: others })).toBe(false);
  // An earlier return of another part of the purchase.
  const part = { entry_id: 7, returned_at: '2026-10-02T16:00:00+00:00' };
  expect(isSettled(refund, { ...nothing, returns: [part] })).toBe(false);
});
