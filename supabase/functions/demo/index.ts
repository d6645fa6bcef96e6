import type { SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
import { forCustomers } from '../access.ts';
import { parseTimeZone, startPersona } from '../load-history.ts';
import { readBody } from '../responses.ts';

/** All copies start with the same household. */
const SEED = 20_260_401;
const LIFETIME_MS = 24 * 3_600_000;
/** The number of expired sign-ins removed at once, so that no customer waits long. */
const MOST_PURGED = 20;
const requestSchema = z.object({ time_zone: z.unknown() });

/**
 * Writes the demo household for the caller: two years of history up to now. Keeps existing products. An
 * anonymous customer's copy is deleted after a day.
 */
export default forCustomers(async (call) => {
  await purgeExpired(call.bank);
  const body = await readBody(call.request, requestSchema);
  return startPersona(call, {
    persona: 'demo',
    timeZone: parseTimeZone(body?.time_zone),
    getSeed: () => SEED,
    ...(call.customer.isAnonymous && { demoUntil: new Date(Date.now() + LIFETIME_MS).toISOString() }),
  });
});

/** Deletes expired copies and their sign-ins. A failure must not prevent a new copy. */
async function purgeExpired(bank: SupabaseClient): Promise<void> {
  const { data, error } = await bank.rpc('purge_demos');
  if (error) return;
  const expired = (data ?? []) as string[];
  await Promise.allSettled(expired.slice(0, MOST_PURGED).map((id) => bank.auth.admin.deleteUser(id)));
}
