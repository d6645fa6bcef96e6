import { describe, expect, it } from 'vitest';
import { supabase } from '@/lib/supabase';
import { openBank } from '../testing/testing';

openBank();

describe('the realtime connection', () => {
  it('sends a heartbeat every 30 seconds and waits 10 seconds for the answer', () => {
    expect(supabase.realtime.heartbeatIntervalMs).toBe(30_000);
    expect(supabase.realtime.timeout).toBe(10_000);
  });

  it('reconnects after 1, 2, 5, then 10 seconds', () => {
    expect([1, 2, 3, 4, 5, 50].map((tries) => supabase.realtime.reconnectAfterMs(tries))).toEqual([
      1_000, 2_000, 5_000, 10_000, 10_000, 10_000,
    ]);
  });
});
