import type { SupabaseClient } from '@supabase/supabase-js';
import { Secret, TOTP } from 'otpauth';
import type { TestServer } from '../../testing/server.ts';
import { type Customer, newCustomer } from './customers.ts';

/** Returns an authenticator app's code at the given time, in milliseconds since 1970. */
export const getCode = (secret: string, at = Date.now()) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at });

/**
 * An enrolled authenticator app. `code` returns the code that is valid the given number of 30-second steps
 * after the verification.
 */
type App = { factorId: string; code: (steps: number) => string };

/** Enrolls and verifies an authenticator app. */
export async function enrollApp(client: SupabaseClient, friendlyName = 'App'): Promise<App> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  const { id: factorId, totp } = data;
  const now = Date.now();
  const code = (steps: number) => getCode(totp.secret, now + steps * 30_000);
  const verified = await client.auth.mfa.challengeAndVerify({ factorId, code: code(0) });
  if (verified.error) throw verified.error;
  return { factorId, code };
}

/** Creates a customer with a verified password and authenticator app. */
export async function newCustomerWithApp(server: TestServer): Promise<Customer & App> {
  const customer = await newCustomer(server);
  return { ...customer, ...(await enrollApp(customer.client)) };
}
