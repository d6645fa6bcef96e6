import postgres from 'postgres';
import { AuthError } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';
import { throttle } from '../mail/throttle.ts';
import { mailToken } from '../mail/token.ts';
import type { Queries } from '../users.ts';
import type { Provider } from './provider-types.ts';

const UNIQUE_VIOLATION = '23505';

/** The account with an address to confirm by mail; the id is null if the address is another user's. */
export type Unconfirmed = { userId: string | null; email: string; redirectTo: string };

/** The provider sent an unverified address. Its owner must confirm it before anyone signs in. */
export class UnverifiedEmail extends AuthError {
  constructor(
    { name }: Provider,
    isMailed: boolean,
    readonly account: Unconfirmed,
  ) {
    const advice = isMailed
      ? `A confirmation email has been sent to your ${name} email`
      : `Verify the email with ${name} in order to sign in`;
    super(422, 'provider_email_needs_verification', `Unverified email with ${name}. ${advice}`);
  }
}

/**
 * Runs the work in a transaction, and again if someone added the same identity or address meanwhile. Returned
 * refusals keep their writes; then the mail is sent and the refusal thrown.
 */
export async function runWithRetry<Result>(
  auth: AuthContext,
  work: (sql: Queries) => Promise<Result | UnverifiedEmail>,
): Promise<Result> {
  const attempt = () => auth.sql.begin((sql) => work(sql));
  const outcome = await attempt().catch((error) => {
    if (!isUniqueViolation(error)) throw error;
    return attempt();
  });
  if (!(outcome instanceof UnverifiedEmail)) return outcome as Result;
  if (auth.config.email.enable_confirmations) await sendConfirmation(auth, outcome.account);
  throw outcome;
}

/** Outside the transaction, because limits use another connection. */
async function sendConfirmation(
  auth: AuthContext,
  { userId, email, redirectTo }: Unconfirmed,
): Promise<void> {
  await throttle(auth, 'mail', email);
  if (userId === null) return;
  const token = { userId, type: 'confirmation_token', kind: 'signup', recipient: email, redirectTo } as const;
  await auth.sql.begin((sql) => mailToken(auth, sql, token));
}

/** Returns true for a unique constraint violation. */
export function isUniqueViolation(error: unknown): boolean {
  return (
    error instanceof postgres.PostgresError && error.code === UNIQUE_VIOLATION && error.schema_name === 'auth'
  );
}
