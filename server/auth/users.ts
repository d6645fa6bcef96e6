import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { AuthError } from './auth-error.ts';
import type { Metadata } from './request-body.ts';

/** A connection or a transaction. */
export type Queries = postgres.ISql;

export type IdentityRow = {
  id: string;
  provider_id: string;
  user_id: string;
  identity_data: Record<string, unknown>;
  provider: string;
  email: string | null;
  last_sign_in_at: string | null;
  created_at: string;
  updated_at: string;
};

/** A second factor, excluding its secret. */
export type FactorRow = {
  id: string;
  friendly_name: string | null;
  factor_type: 'totp' | 'webauthn' | 'phone';
  status: 'unverified' | 'verified';
  phone: string | null;
  last_challenged_at: string | null;
  created_at: string;
  updated_at: string;
};

export type UserRow = {
  id: string;
  aud: string | null;
  role: string | null;
  email: string | null;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  invited_at: Date | null;
  confirmation_sent_at: Date | null;
  recovery_sent_at: Date | null;
  email_change: string | null;
  email_change_sent_at: Date | null;
  email_change_confirm_status: number;
  last_sign_in_at: Date | null;
  raw_app_meta_data: Metadata | null;
  raw_user_meta_data: Metadata | null;
  created_at: Date | null;
  updated_at: Date | null;
  phone: string | null;
  phone_confirmed_at: Date | null;
  phone_change: string | null;
  phone_change_sent_at: Date | null;
  reauthentication_sent_at: Date | null;
  confirmed_at: Date | null;
  banned_until: Date | null;
  deleted_at: Date | null;
  is_anonymous: boolean;
  identities: IdentityRow[];
  factors: FactorRow[];
};

/** Returns the columns of a UserRow, from auth.users with the alias u. */
export const userColumns = (sql: Queries) => sql`
  u.*,
  coalesce((
    select json_agg(i order by i.created_at, i.id) from auth.identities i where i.user_id = u.id
  ), '[]') as identities,
  coalesce((
    select json_agg(f order by f.created_at, f.id)
    from (
      select id, friendly_name, factor_type, status, phone, last_challenged_at, created_at, updated_at
      from auth.mfa_factors where user_id = u.id
    ) f
  ), '[]') as factors`;

/** Returns the customer with this lower-case address, or undefined if there is none. */
export const findUserByEmail = (sql: Queries, email: string) =>
  findUser(sql, sql`u.email = ${email} and not u.is_sso_user`);

/** Returns the customer with this number (digits only), or undefined if there is none. */
export const findUserByPhone = (sql: Queries, phone: string) => findUser(sql, sql`u.phone = ${phone}`);

export const findUserById = (sql: Queries, id: string) => findUser(sql, sql`u.id = ${id}`);

async function findUser(sql: Queries, condition: postgres.Fragment): Promise<UserRow | undefined> {
  const [user] = await sql<UserRow[]>`select ${userColumns(sql)} from auth.users u where ${condition}`;
  return user;
}

/** Returns a user like findUserById, but locks the row until the transaction ends. */
export async function lockUser(sql: Queries, id: string): Promise<UserRow | undefined> {
  // Uses two statements. A single statement would read the identities and factors before it waits for the
  // lock, so they could be outdated.
  await sql`select from auth.users where id = ${id} for update`;
  return findUserById(sql, id);
}

export type NewUser = {
  id?: string;
  email?: string;
  phone?: string;
  passwordHash: string | null;
  /** True if the address is confirmed. `phoneConfirmed` is the equivalent for the number. */
  confirmed: boolean;
  phoneConfirmed?: boolean;
  isAnonymous?: boolean;
  invited?: boolean;
  role?: string;
  userMetadata: Metadata;
  appMetadata?: Metadata;
};

/** Adds a user with identities for the address and number. Throws 422 `email_exists` or `phone_exists`. */
export async function insertUser(sql: Queries, user: NewUser): Promise<UserRow> {
  const id = user.id ?? randomUUID();
  const email = user.email || null;
  const isEmailConfirmed = email !== null && user.confirmed;
  const userMetadata = { ...user.userMetadata, ...(isEmailConfirmed && { email_verified: true }) };
  const phone = user.phone || null;
  const providers = [...(email ? ['email'] : []), ...(phone ? ['phone'] : [])];
  const appMetadata = { ...(providers[0] && { provider: providers[0], providers }), ...user.appMetadata };
  await sql`
    insert into auth.users (id, instance_id, aud, role, email, encrypted_password, email_confirmed_at, invited_at,
      phone, phone_confirmed_at, raw_app_meta_data, raw_user_meta_data, is_anonymous)
    values (${id}, '00000000-0000-0000-0000-000000000000', 'authenticated', ${user.role || 'authenticated'},
      ${email}, ${user.passwordHash}, case when ${isEmailConfirmed} then now() end,
      case when ${user.invited ?? false} then now() end, ${phone},
      case when ${phone !== null && (user.phoneConfirmed ?? false)} then now() end, ${json(sql, appMetadata)}, ${json(sql, userMetadata)},
      ${user.isAnonymous ?? false})`.catch((error) => {
    throw toTakenRefusal(error);
  });
  if (email) await saveIdentity(sql, id, { email }, user.confirmed);
  if (phone) await saveIdentity(sql, id, { phone }, user.phoneConfirmed ?? false);
  const stored = await findUserById(sql, id);
  if (!stored) throw new Error('the inserted user was not found');
  return stored;
}

/** Adds or changes a user's email or phone identity. */
export async function saveIdentity(
  sql: Queries,
  userId: string,
  address: { email: string } | { phone: string },
  isVerified: boolean,
): Promise<void> {
  const provider = 'email' in address ? 'email' : 'phone';
  const verified = { email_verified: false, phone_verified: false, [`${provider}_verified`]: isVerified };
  await sql`
    insert into auth.identities as held (provider_id, user_id, identity_data, provider, last_sign_in_at)
    values (${userId}, ${userId}, ${json(sql, { sub: userId, ...address, ...verified })}, ${provider}, now())
    on conflict (provider_id, provider) do update
      set identity_data = held.identity_data || excluded.identity_data, updated_at = now()`;
}

export async function confirmEmail(sql: Queries, userId: string): Promise<void> {
  await sql`
    update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now(),
      raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}'
    where id = ${userId}`;
  await sql`
    update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = now()
    where user_id = ${userId} and provider = 'email'`;
}

/** Converts a value to a JSON parameter. Values parsed from JSON can always be serialized. */
export const json = (sql: Queries, value: unknown) => sql.json(value as postgres.JSONValue);

/** Converts a violated unique constraint of auth.users to a refusal. Returns other errors unchanged. */
export function toTakenRefusal(error: unknown): unknown {
  if (!isUniqueViolation(error)) return error;
  if (error.constraint_name === 'users_pkey')
    return new AuthError(422, 'user_already_exists', 'A user with this id has already been registered');
  return error.constraint_name === 'users_phone_key' ? phoneExists() : emailExists();
}

export const isUniqueViolation = (error: unknown): error is postgres.PostgresError =>
  error instanceof postgres.PostgresError && error.code === '23505' && error.schema_name === 'auth';

export function phoneExists(): AuthError {
  const message = 'A user with this phone number has already been registered';
  return new AuthError(422, 'phone_exists', message);
}

export function emailExists(): AuthError {
  const message = 'A user with this email address has already been registered';
  return new AuthError(422, 'email_exists', message);
}

export const isBanned = (user: UserRow) => user.banned_until !== null && user.banned_until > new Date();
