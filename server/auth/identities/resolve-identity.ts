import postgres from 'postgres';
import { AuthError } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';
import { throttle } from '../mail/throttle.ts';
import { mailToken } from '../mail/token.ts';
import type { Queries } from '../users.ts';
import type { Provider } from './provider-types.ts';

const UNIQUE_VIOLATION = '23505';

/**
 * The account whose address must be confirmed by email. The id is null if the address belongs to another
 * user.
 */
export type Unconfirmed = { userId: string | null; email: string; redirectTo: string };

/**
 * Thrown if the provider sent an unverified address. The owner of the address must confirm it before anyone
 * can sign in.
 */
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
 * Runs the work in a transaction, and retries if someone added the same identity or address in the meantime.
 * If the work returns a refusal, commits its writes, sends the email, and throws the refusal.
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

/** Sends the confirmation outside the transaction, because rate limits use a separate connection. */
async function sendConfirmation(
  auth: AuthContext,
  { userId, email, redirectTo }: Unconfirmed,
): Promise<void> {
  await throttle(auth, 'mail', email);
  if (userId === null) return;
  const token = { userId, type: 'confirmation_token', kind: 'signup', recipient: email, redirectTo } as const;
  await auth.sql.begin((sql) => mailToken(auth, sql, token));
}

export function isUniqueViolation(error: unknown): boolean {
  return (
    error instanceof postgres.PostgresError && error.code === UNIQUE_VIOLATION && error.schema_name === 'auth'
  );
}
