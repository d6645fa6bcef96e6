import type { User } from '@supabase/supabase-js';
import type { Proof } from '../data/audit';

/** By what a customer can prove at once that it is them; `signed-in` where only signing in anew does. */
export type Ways = { app: string } | { email: string } | { phone: string } | 'signed-in';

/** The app goes before the password; somebody who has neither signs in anew. */
export function getWays(person: User, hasPassword: boolean): Ways {
  const app = person.factors?.find(
    ({ factor_type: type, status }) => type === 'totp' && status === 'verified',
  );
  if (app) return { app: app.id };
  if (!hasPassword) return 'signed-in';
  if (person.email) return { email: person.email };
  return person.phone ? { phone: person.phone } : 'signed-in';
}

export function proofFrom(ways: Ways, answer: string): Proof | null {
  if (ways === 'signed-in') return null;
  return 'app' in ways ? { factorId: ways.app, code: answer } : { ...ways, password: answer };
}
