import type { SupabaseClient } from '@supabase/supabase-js';
import {
  callerClient,
  type Environment,
  getCode,
  getEnvironment,
  getRefusal,
  preflight,
  type Refusal,
  serviceClient,
} from './environment.ts';
import { refuse } from './responses.ts';

export type Customer = { id: string; isAnonymous: boolean };

/** A request that passed the access check. `bank` uses the service key and bypasses row-level security. */
export type ServiceCall = { request: Request; environment: Environment; bank: SupabaseClient };
/** A customer's request. `mine` uses the customer's token, so row-level security applies. */
export type CustomerCall = ServiceCall & { customer: Customer; mine: SupabaseClient };

export type ServerFunction = { fetch(request: Request, providedEnvironment?: unknown): Promise<Response> };

const SIGN_IN: Refusal = { code: 'NOUSR', message: 'Please sign in first.' };
const ACCESS_STATUS: Record<string, number> = { NOUSR: 401, ENDED: 401, PROOF: 403 };
/**
 * The error codes for callers who are not signed in. Visitors can't call `require_session`, and PostgREST
 * rejects expired, forged, or unreadable tokens.
 */
const NOT_SIGNED_IN = new Set(['42501', 'PGRST301', 'PGRST302', 'PGRST303']);

/**
 * The options for responding to the bank's refusals. `statuses` maps refusal codes to HTTP statuses; all
 * other codes get 422.
 */
export type RefusalOptions = {
  statuses: Readonly<Record<string, number>>;
  /** The refusal for values that the database can't store. */
  unstorable?: Refusal;
};

/**
 * Allows only customers: a valid token, an active session, the second factor if the customer has one, and an
 * account that isn't suspended. Otherwise, responds with 401 (NOUSR, ENDED) or 403 (PROOF). The database
 * decides, as it does for tables, so the check works in every Supabase project. If options are given, also
 * responds to the bank's other refusals. Throws all other errors, such as an unavailable database.
 */
export function forCustomers(
  serve: (call: CustomerCall) => Promise<Response>,
  options?: RefusalOptions,
): ServerFunction {
  return {
    async fetch(request, providedEnvironment) {
      const early = preflight(request);
      if (early) return early;
      const environment = getEnvironment(providedEnvironment);
      const mine = callerClient(environment, request);
      try {
        const customer = await requireSession(mine);
        return await serve({ request, environment, customer, mine, bank: serviceClient(environment) });
      } catch (error) {
        const refusal = getRefusal(error, options?.unstorable);
        const status = refusal && (ACCESS_STATUS[refusal.code] ?? options?.statuses[refusal.code]);
        if (refusal === null || (status === undefined && !options)) throw error;
        return refuse(refusal, status ?? 422);
      }
    },
  };
}

/** Allows only the scheduler, which uses the service key. Otherwise, responds with 401 (NOUSR). */
export function forSchedule(serve: (call: ServiceCall) => Promise<Response>): ServerFunction {
  return {
    async fetch(request, providedEnvironment) {
      const early = preflight(request);
      if (early) return early;
      const environment = getEnvironment(providedEnvironment);
      const key = environment.get('SUPABASE_SERVICE_ROLE_KEY');
      if (!key || request.headers.get('authorization') !== `Bearer ${key}`)
        return refuse({ code: 'NOUSR', message: 'Only the scheduler can call this function.' }, 401);
      return serve({ request, environment, bank: serviceClient(environment) });
    },
  };
}

async function requireSession(mine: SupabaseClient): Promise<Customer> {
  try {
    const { data } = await mine
      .rpc('require_session')
      .single<{ user_id: string; is_anonymous: boolean }>()
      .throwOnError();
    return { id: data.user_id, isAnonymous: data.is_anonymous };
  } catch (error) {
    throw NOT_SIGNED_IN.has(getCode(error)) ? SIGN_IN : error;
  }
}
