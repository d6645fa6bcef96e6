import type { SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
import { forCustomers } from '../access.ts';
import { parseTimeZone, startPersona } from '../load-history.ts';
import { readBody } from '../responses.ts';

/** All copies of the demo start with the same household. */
const SEED = 20_260_401;
const LIFETIME_MS = 24 * 3_600_000;
/** The maximum number of expired sign-ins to remove in one request, so that the caller doesn't wait long. */
const MAX_PURGED = 20;
const requestSchema = z.object({ time_zone: z.unknown() });

/**
 * Creates the demo household for the caller, with two years of history up to now. If the caller already has
 * products, they are kept. An anonymous customer's copy is deleted after a day.
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

/** Deletes expired copies and their sign-ins. If this fails, the new copy is still created. */
async function purgeExpired(bank: SupabaseClient): Promise<void> {
  const { data, error } = await bank.rpc('purge_demos');
  if (error) return;
  const expired = (data ?? []) as string[];
  await Promise.allSettled(expired.slice(0, MAX_PURGED).map((id) => bank.auth.admin.deleteUser(id)));
}
