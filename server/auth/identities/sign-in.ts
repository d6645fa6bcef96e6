import { randomUUID } from 'node:crypto';
import { AuthError } from '../auth-error.ts';
import type { Client } from '../client.ts';
import { type AuthContext, audit } from '../context.ts';
import { throttle } from '../mail/throttle.ts';
import { mailToken } from '../mail/token.ts';
import { signUpDisabled } from '../passwords/sign-up-answer.ts';
import { type Metadata, mergeMetadata } from '../request-body.ts';
import { endSessions } from '../sessions/sessions.ts';
import {
  confirmEmail,
  findUserByEmail,
  isBanned,
  isUniqueViolation,
  json,
  lockUser,
  type Queries,
  type UserRow,
} from '../users.ts';
import { addIdentity, getIdentity, linkPerson, refreshProviders } from './identities.ts';
import type { Person } from './provider-profile.ts';
import type { Provider } from './provider-types.ts';

type SignIn = { provider: Provider; person: Person; client: Client; redirectTo: string };

/**
 * The account whose address must be confirmed by email. The id is null if the address belongs to another
 * user.
 */
type UnconfirmedAccount = { userId: string | null; email: string; redirectTo: string };

/**
 * Thrown if the provider sent an unverified address. The owner of the address must confirm it before anyone
 * can sign in.
 */
class UnverifiedEmail extends AuthError {
  constructor(
    { name }: Provider,
    isMailed: boolean,
    readonly account: UnconfirmedAccount,
  ) {
    const advice = isMailed
      ? `A confirmation email has been sent to your ${name} email`
      : `Verify the email with ${name} in order to sign in`;
    super(422, 'provider_email_needs_verification', `Unverified email with ${name}. ${advice}`);
  }
}

/**
 * Signs in a customer with a provider's identity, or links the identity to a signed-in customer. Runs
 * `finish` in the same transaction. Retries if someone added the same identity or address in the meantime. If
 * the address must be confirmed first, commits, sends the email, and throws the refusal.
 */
export async function identifyPerson<Result>(
  auth: AuthContext,
  { linkingUserId: userId, ...signIn }: SignIn & { linkingUserId: string | null },
  finish: (sql: Queries, userId: string) => Promise<Result>,
): Promise<Result> {
  const attempt = () =>
    auth.sql.begin(async (sql) => {
      const identified = userId
        ? await linkPerson(sql, { ...signIn, userId })
        : await signInPerson(auth, sql, signIn);
      return identified instanceof UnverifiedEmail ? identified : finish(sql, identified);
    });
  const outcome = await attempt().catch((error) => {
    if (!isUniqueViolation(error)) throw error;
    return attempt();
  });
  if (!(outcome instanceof UnverifiedEmail)) return outcome as Result;
  if (auth.config.email.enable_confirmations) await sendConfirmation(auth, outcome.account);
  throw outcome;
}

/** Sends the confirmation outside the transaction, because rate limits use a separate connection. */
async function sendConfirmation(auth: AuthContext, { userId, email, redirectTo }: UnconfirmedAccount) {
  await throttle(auth, 'mail', email);
  if (userId === null) return;
  const token = { userId, type: 'confirmation_token', kind: 'signup', recipient: email, redirectTo } as const;
  await auth.sql.begin((sql) => mailToken(auth, sql, token));
}

/**
 * Finds the account for a provider's identity: an account with this identity, an account with the same
 * verified address, or a new account. If the address must be confirmed first, returns the refusal instead of
 * throwing it, so that the transaction commits and the account is stored.
 */
async function signInPerson(auth: AuthContext, sql: Queries, signIn: SignIn) {
  const { provider, client, redirectTo } = signIn;
  const isMailed = auth.config.email.enable_confirmations;
  const person = withVerifiedEmail(signIn);
  const userId = await getAccount(auth, sql, provider, person);
  if (userId === null)
    return new UnverifiedEmail(provider, isMailed, { userId, email: person.email ?? '', redirectTo });
  const user = await lockUser(sql, userId);
  if (!user) throw new AuthError(403, 'user_not_found', 'User not found');
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned');
  await saveMetadata(sql, user, person.data);
  if (user.email_confirmed_at || user.email === null) return userId;

  const isProven = person.emailVerified && person.email === user.email;
  await removeUnverifiedData(sql, user, signIn, isProven);
  if (isProven || !isMailed) {
    await confirmEmail(sql, userId);
    await audit(sql, client, 'user_signedup', user);
    return userId;
  }
  return new UnverifiedEmail(provider, isMailed, { userId, email: user.email, redirectTo });
}

/**
 * Marks an organization member's address as verified. The organization has verified the address, and its
 * accounts are never merged with other accounts.
 */
function withVerifiedEmail({ provider, person }: SignIn): Person {
  if (!provider.settings.isSingleSignOn || person.email === null) return person;
  return { ...person, emailVerified: true, data: { ...person.data, email_verified: true } };
}

/** Returns the account, or null if the address is unverified and belongs to another user. */
async function getAccount(auth: AuthContext, sql: Queries, provider: Provider, person: Person) {
  const existing = await getIdentity(sql, provider, person);
  if (existing) {
    await sql`
      update auth.identities set identity_data = ${json(sql, person.data)}, last_sign_in_at = now(), updated_at = now()
      where id = ${existing.id}`;
    await refreshProviders(sql, existing.user_id);
    return existing.user_id;
  }
  const { isSingleSignOn, emailOptional } = provider.settings;
  if (person.email === null && !emailOptional) {
    const message = 'Error getting user email from external provider';
    throw new AuthError(422, 'validation_failed', message);
  }
  if (person.email !== null && !isSingleSignOn) {
    const owner = await findUserByEmail(sql, person.email);
    if (owner && !person.emailVerified) return null;
    const userId = owner?.id ?? (person.emailVerified ? await findUserByIdentity(sql, person.email) : null);
    if (userId) {
      await addIdentity(sql, userId, provider, person);
      return userId;
    }
  }
  if (!auth.config.enable_signup) throw signUpDisabled();
  return insertPerson(sql, provider, person);
}

/**
 * Returns the user who has an identity with this verified address. Returns null if there is no such user or
 * more than one.
 */
async function findUserByIdentity(sql: Queries, email: string): Promise<string | null> {
  const owners = await sql<{ id: string }[]>`
    select distinct u.id from auth.identities i join auth.users u on u.id = i.user_id
    where i.email = ${email} and i.identity_data -> 'email_verified' = 'true' and not u.is_sso_user limit 2`;
  const [owner, another] = owners;
  return owner && !another ? owner.id : null;
}

async function insertPerson(sql: Queries, provider: Provider, person: Person): Promise<string> {
  const id = randomUUID();
  const appMetadata = { provider: provider.name, providers: [provider.name] };
  await sql`
    insert into auth.users (id, instance_id, aud, role, email, raw_app_meta_data, raw_user_meta_data, is_sso_user)
    values (${id}, '00000000-0000-0000-0000-000000000000', 'authenticated', 'authenticated', ${person.email},
      ${json(sql, appMetadata)}, ${json(sql, person.data)}, ${provider.settings.isSingleSignOn})`;
  await addIdentity(sql, id, provider, person);
  return id;
}

/** Saves the provider's profile as user metadata, unless it is too large. */
async function saveMetadata(sql: Queries, user: UserRow, data: Metadata): Promise<void> {
  let merged: Metadata;
  try {
    merged = mergeMetadata(user.raw_user_meta_data, data);
  } catch {
    return;
  }
  await sql`update auth.users set raw_user_meta_data = ${json(sql, merged)} where id = ${user.id}`;
}

/**
 * Removes everything that was set up before the address was confirmed, because someone else could have signed
 * up with the address before its owner did.
 */
async function removeUnverifiedData(sql: Queries, user: UserRow, signIn: SignIn, isProven: boolean) {
  const { provider, person } = signIn;
  await sql`
    delete from auth.identities
    where user_id = ${user.id} and not (provider = ${provider.name} and provider_id = ${person.subject})`;
  // If the provider didn't verify this address, a confirmation that was already sent to its owner stays
  // valid.
  await sql`
    delete from auth.one_time_tokens
    where user_id = ${user.id} and (${isProven} or token_type <> 'confirmation_token')`;
  await sql`delete from auth.mfa_factors where user_id = ${user.id}`;
  await sql`delete from auth.webauthn_credentials where user_id = ${user.id}`;
  await endSessions(sql, user.id);
  await sql`
    update auth.users set encrypted_password = null, phone = null, phone_confirmed_at = null, raw_user_meta_data = ${json(sql, person.data)}
    where id = ${user.id}`;
  await refreshProviders(sql, user.id);
}
