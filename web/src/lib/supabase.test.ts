import { describe, expect, it } from 'vitest';
import { connectSupabase } from './supabase';

describe('the line to the bank', () => {
  const { realtime } = connectSupabase({ url: 'http://sandbank.test', anonKey: 'anybody' });

  it('beats every 30 seconds and waits 10 for an answer', () => {
    expect(realtime.heartbeatIntervalMs).toBe(30_000);
    expect(realtime.timeout).toBe(10_000);
  });

  it('comes back after 1, 2, 5, then 10 seconds', () => {
    expect([1, 2, 3, 4, 5, 50].map((tries) => realtime.reconnectAfterMs(tries))).toEqual([
      1_000, 2_000, 5_000, 10_000, 10_000, 10_000,
    ]);
  });
});
