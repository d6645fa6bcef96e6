import { isUuid } from '../../lib/uuid.ts';
import { AuthError } from '../auth-error.ts';
import type { Client } from '../client.ts';
import { audit, getClient, type Handler } from '../context.ts';
import { requireSession } from '../sessions/bearer.ts';
import {
  emailExists,
  type IdentityRow,
  isBanned,
  isUniqueViolation,
  json,
  lockUser,
  type Queries,
  type UserRow,
} from '../users.ts';
import { requireLinkingEnabled } from './authorize.ts';
import type { Person } from './provider-profile.ts';
import type { Provider } from './provider-types.ts';

/** Removes one of a customer's sign-in methods. */
export const unlinkIdentity: Handler = async (auth, c) => {
  requireLinkingEnabled(auth);
  const { user } = await requireSession(auth, c);
  const id = c.req.param('id') ?? '';
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'identity_id must be an UUID');
  await auth.sql.begin((sql) => unlink(sql, user.id, id.toLowerCase(), getClient(auth, c)));
  return {};
};

async function unlink(sql: Queries, userId: string, identityId: string, client: Client): Promise<void> {
  const user = await lockUser(sql, userId);
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  if (user.identities.length <= 1)
    throw new AuthError(
      422,
      'single_identity_not_deletable',
      'User must have at least 1 identity after unlinking',
    );
  const identity = user.identities.find(({ id }) => id === identityId);
  if (!identity) throw new AuthError(422, 'identity_not_found', "Identity doesn't exist");
  await sql`delete from auth.identities where id = ${identity.id}`;
  const remaining = user.identities.filter(({ id }) => id !== identity.id);
  if (identity.provider === 'phone') {
    await sql`update auth.users set phone = null, phone_confirmed_at = null where id = ${userId}`;
  } else {
    await replaceAddress(sql, user, identity, remaining);
  }
  await refreshProviders(sql, userId);
  await audit(sql, client, 'identity_unlinked', user);
}

/**
 * Replaces a user's address with the address of a remaining identity. If the email identity was removed, also
 * removes the password.
 */
async function replaceAddress(sql: Queries, user: UserRow, removed: IdentityRow, remaining: IdentityRow[]) {
  if (removed.provider === 'email') {
    await sql`update auth.users set encrypted_password = null where id = ${user.id}`;
    await sql`delete from auth.one_time_tokens where user_id = ${user.id}`;
  }
  if (remaining.some(({ email }) => email !== null && email === user.email)) return;
  const next = remaining.find(
    ({ email, identity_data: data }) => email !== null && data.email_verified === true,
  );
  const email = next?.email ?? null;
  await sql`
    update auth.users set email = ${email}, updated_at = now(),
      email_confirmed_at = case when ${email !== null} then coalesce(email_confirmed_at, now()) end
    where id = ${user.id}`.catch((error) => {
    if (!isUniqueViolation(error)) throw error;
    const message = 'Unable to unlink identity due to email conflict';
    throw new AuthError(422, 'email_conflict_identity_not_deletable', message);
  });
}

/** Stores a user's sign-in providers in app_metadata, oldest first. */
export async function refreshProviders(sql: Queries, userId: string): Promise<void> {
  await sql`
    update auth.users u set updated_at = now(), raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}')
      || jsonb_build_object('providers', held.names, 'provider',
        case when held.names ? (u.raw_app_meta_data ->> 'provider') then u.raw_app_meta_data -> 'provider'
          else held.names -> 0 end)
    from (
      select jsonb_agg(provider order by since, provider) as names
      from (
        select provider, min(created_at) as since from auth.identities where user_id = ${userId} group by provider
      ) i
    ) held
    where u.id = ${userId} and held.names is not null`;
}

export async function addIdentity(sql: Queries, userId: string, provider: Provider, person: Person) {
  await sql`
    insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at)
    values (${person.subject}, ${userId}, ${json(sql, person.data)}, ${provider.name}, now())`;
  await refreshProviders(sql, userId);
}

export async function getIdentity(sql: Queries, provider: Provider, person: Person) {
  const [identity] = await sql<{ id: string; user_id: string }[]>`
    select id, user_id from auth.identities where provider = ${provider.name} and provider_id = ${person.subject}`;
  return identity;
}

export type Link = { userId: string; provider: Provider; person: Person; client: Client };

/** Links a provider's identity to a signed-in customer. Throws 422 if it is already linked. */
export async function linkPerson(sql: Queries, link: Link): Promise<string> {
  const { userId, provider, person, client } = link;
  const user = await lockUser(sql, userId);
  if (!user) throw new AuthError(422, 'user_not_found', 'Linking target user not found');
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned');
  const existing = await getIdentity(sql, provider, person);
  if (existing) {
    const whose = existing.user_id === userId ? '' : ' to another user';
    throw new AuthError(422, 'identity_already_exists', `Identity is already linked${whose}`);
  }
  await addIdentity(sql, userId, provider, person);
  if (!user.email && person.email && person.emailVerified) await adoptAddress(sql, userId, person.email);
  await sql`update auth.users set is_anonymous = false, updated_at = now() where id = ${userId}`;
  await audit(sql, client, 'identity_linked', user);
  return userId;
}

/** Sets the address that the provider verified. The user must not have an address yet. */
async function adoptAddress(sql: Queries, userId: string, email: string): Promise<void> {
  const [taken] = await sql`select from auth.users where email = ${email} and not is_sso_user`;
  if (taken) throw emailExists();
  await sql`
    update auth.users set email = ${email}, email_confirmed_at = now(),
      raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}'
    where id = ${userId}`;
}
