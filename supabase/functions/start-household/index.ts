import { z } from 'zod';
import { isPersona, PERSONA_IDS } from '../../../engine/household/personas.ts';
import { forCustomers } from '../access.ts';
import { parseTimeZone, startPersona } from '../load-history.ts';
import { readBody, respond } from '../responses.ts';

const requestSchema = z.object({ persona: z.unknown(), time_zone: z.unknown() });

/**
 * Creates the caller's household with two years of history: `{ "persona": "student", "time_zone":
 * "Europe/Paris" }`. The same customer always gets the same household. Keeps existing products.
 */
export default forCustomers(async (call) => {
  const body = await readBody(call.request, requestSchema);
  if (!isPersona(body?.persona)) {
    const message = `We couldn't find that persona. Choose one of: ${PERSONA_IDS.join(', ')}.`;
    return respond({ code: 'NTFND', message }, 400);
  }
  return startPersona(call, {
    persona: body.persona,
    timeZone: parseTimeZone(body.time_zone),
    getSeed,
  });
});

/** Returns the customer's seed: 31 bits of the customer id, so that a customer always gets the same seed. */
function getSeed(customerId: string): number {
  return Number.parseInt(customerId.replaceAll('-', '').slice(0, 8), 16) >>> 1;
}
