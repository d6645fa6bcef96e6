import type { SupabaseClient } from '@supabase/supabase-js';
import {
  isPersona,
  PERSONA_IDS,
  type PersonaId,
  personaHistory,
} from '../../../engine/household/personas.ts';
import { forCustomers } from '../access.ts';
import { corsHeaders, getRefusal } from '../environment.ts';
import { loadHistory } from '../load-history.ts';

/**
 * Creates the caller's household with two years of history: `{ "persona": "student", "time_zone":
 * "Europe/Paris" }`. The same customer always gets the same one. Keeps existing products.
 */
export default forCustomers(async ({ request, bank, mine }) => {
  const { persona, timeZone } = await readRequest(request);
  if (!isPersona(persona))
    return answer(
      {
        code: 'NTFND',
        message: `We couldn't find that persona. Choose one of: ${PERSONA_IDS.join(', ')}.`,
      },
      400,
    );

  try {
    const customer = await mine
      .rpc('ensure_customer', { time_zone: timeZone })
      .single<{ id: string; time_zone: string }>()
      .throwOnError();
    const now = await mine.rpc('simulated_now').throwOnError();
    const entries = await begin(bank, customer.data, persona, now.data);
    return answer({ loaded: entries > 0, entries }, 200);
  } catch (error) {
    const refused = getRefusal(error);
    if (refused === null) throw error;
    return answer(refused, 409);
  }
});

async function begin(
  bank: SupabaseClient,
  customer: { id: string; time_zone: string },
  persona: PersonaId,
  now: string,
): Promise<number> {
  const simulate = () =>
    personaHistory({
      persona,
      seed: getSeed(customer.id),
      now,
      timeZone: customer.time_zone,
      newId: () => crypto.randomUUID(),
    });
  return loadHistory(bank, customer.id, simulate);
}

/** The customer's seed, the same at each call: 31 bits of their id. */
function getSeed(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 8), 16) >>> 1;
}

/** Returns the requested persona and time zone. An invalid time zone becomes the bank's default. */
async function readRequest(request: Request): Promise<{ persona: unknown; timeZone: string | null }> {
  try {
    const { persona, time_zone: name } = (await request.json()) as { persona?: unknown; time_zone?: unknown };
    return { persona, timeZone: typeof name === 'string' && isTimeZone(name) ? name : null };
  } catch {
    return { persona: undefined, timeZone: null };
  }
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return name.includes('/');
  } catch {
    return false;
  }
}

function answer(body: object, status: number): Response {
  return Response.json(body, { status, headers: corsHeaders });
}
