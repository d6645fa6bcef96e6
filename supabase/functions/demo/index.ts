import type { SupabaseClient } from '@supabase/supabase-js';
import { personaHistory } from '../../../engine/household/personas.ts';
import { type Customer as Caller, forCustomers } from '../access.ts';
import { corsHeaders, getRefusal } from '../environment.ts';
import { loadHistory } from '../load-history.ts';

/** All copies start with the same household. */
const SEED = 20_260_401;
const COPY_LIVES_MS = 24 * 3_600_000;
/** The number of expired sign-ins removed at once, so that nobody waits long. */
const MOST_PURGED = 20;

/**
 * Writes the demo household for the caller: two years of history up to now. Keeps existing products. An
 * anonymous customer's copy is deleted after a day.
 */
export default forCustomers(async ({ request, bank, mine, customer }) => {
  await purgeExpired(bank);
  try {
    return await write(bank, mine, customer, await getTimeZone(request));
  } catch (error) {
    const refused = getRefusal(error);
    if (refused === null) throw error;
    return answer(refused, 409);
  }
});

type Customer = { id: string; time_zone: string };

async function write(
  bank: SupabaseClient,
  mine: SupabaseClient,
  caller: Caller,
  timeZone: string | null,
): Promise<Response> {
  const customer = await mine
    .rpc('ensure_customer', { time_zone: timeZone })
    .single<Customer>()
    .throwOnError();
  const now = await mine.rpc('simulated_now').throwOnError();
  const simulate = () =>
    personaHistory({
      persona: 'demo',
      seed: SEED,
      now: now.data,
      timeZone: customer.data.time_zone,
      newId: () => crypto.randomUUID(),
    });
  const disposable = caller.isAnonymous
    ? { demo_until: new Date(Date.now() + COPY_LIVES_MS).toISOString() }
    : {};
  const entries = await loadHistory(bank, caller.id, simulate, disposable);
  return answer({ loaded: entries > 0, entries }, 200);
}

/** Deletes expired copies and their sign-ins. A failure must not prevent a new copy. */
async function purgeExpired(bank: SupabaseClient): Promise<void> {
  const { data, error } = await bank.rpc('purge_demos');
  if (error) return;
  const expired = (data ?? []) as string[];
  await Promise.allSettled(expired.slice(0, MOST_PURGED).map((id) => bank.auth.admin.deleteUser(id)));
}

/** Returns the body's time zone; null for an invalid one, which selects the bank's default. */
async function getTimeZone(request: Request): Promise<string | null> {
  try {
    const { time_zone: name } = (await request.json()) as { time_zone?: unknown };
    if (typeof name !== 'string') return null;
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return name.includes('/') ? name : null;
  } catch {
    return null;
  }
}

function answer(body: object, status: number): Response {
  return Response.json(body, { status, headers: corsHeaders });
}
