import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { z } from 'zod';
import { isUuid } from '../../lib/uuid.ts';
import { AuthError, invalid } from '../auth-error.ts';
import { audit, getClient, type Handler } from '../context.ts';
import { parseEmail } from '../mail/email-address.ts';
import { saveEmail } from '../mail/email-change.ts';
import { confirmPhone, savePhone } from '../phone/phone-change.ts';
import { parsePhoneNumber } from '../phone/phone-number.ts';
import { flag, mergeMetadata, readBody, readOptionalBody } from '../request-body.ts';
import { endSessions } from '../sessions/sessions.ts';
import { userJson } from '../user-json.ts';
import {
  confirmEmail,
  findUserById,
  insertUser,
  json,
  lockUser,
  type Queries,
  type UserRow,
  userColumns,
} from '../users.ts';
import { type Attributes, adminBody, ban, getPasswordHash, getRole } from './attributes.ts';

const deleteBody = z.object({ should_soft_delete: flag });

const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 1000;

export const listUsers: Handler = async (auth, c) => {
  const page = parsePageNumber(c.req.query('page'), 1);
  const size = Math.min(parsePageNumber(c.req.query('per_page'), DEFAULT_PAGE_SIZE), MAX_PAGE_SIZE);
  const filter = `%${(c.req.query('filter') ?? '').replaceAll('\0', '').replace(/[\\%_]/g, '\\$&')}%`;
  const { sql } = auth;
  const matches = sql`(coalesce(u.email, '') ilike ${filter} or u.phone ilike ${filter} or u.raw_user_meta_data ->> 'full_name' ilike ${filter})`;
  const [[{ total } = { total: 0 }], users] = await Promise.all([
    sql<{ total: number }[]>`select count(*)::int as total from auth.users u where ${matches}`,
    sql<UserRow[]>`
      select ${userColumns(sql)} from auth.users u where ${matches}
      order by u.created_at desc, u.id limit ${size} offset ${(page - 1) * size}`,
  ]);
  const last = Math.max(1, Math.ceil(total / size));
  const link = (to: number, rel: string) =>
    `<${auth.context.settings.publicUrl}/auth/v1/admin/users?page=${to}&per_page=${size}>; rel="${rel}"`;
  c.header('X-Total-Count', String(total));
  c.header('Link', [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', '));
  return { users: users.map(userJson), aud: 'authenticated' };
};

export const getUserById: Handler = async (auth, c) =>
  userJson(await getUserInPath(auth.sql, c, findUserById));

/** Parses a page number or size. Throws 400 if it is invalid. */
function parsePageNumber(input: string | undefined, fallback: number): number {
  if (!input) return fallback;
  if (!/^\d{1,9}$/.test(input)) throw invalid('Bad Pagination Parameters: page and per_page must be numbers');
  return Math.max(1, Number(input));
}

export const createUser: Handler = async (auth, c) => {
  const requested = await readBody(c.req.raw, adminBody);
  if (requested.email === '' && requested.phone === '')
    throw invalid('Cannot create a user without either an email or phone');
  if (requested.id !== '' && !isUuid(requested.id)) throw invalid('ID must conform to the uuid v4 format');
  const { email, phone } = getAddresses(requested);
  const passwordHash = await getPasswordHash(auth, requested);
  return auth.sql.begin(async (sql) => {
    const user = await insertUser(sql, {
      id: requested.id || undefined,
      email,
      phone,
      passwordHash,
      confirmed: requested.email_confirm ?? false,
      phoneConfirmed: requested.phone_confirm,
      role: getRole(requested),
      userMetadata: requested.user_metadata,
      appMetadata: requested.app_metadata,
    });
    await ban(sql, user.id, requested.ban_duration);
    await audit(sql, getClient(auth, c), 'user_signedup', user);
    return userJson((await findUserById(sql, user.id)) ?? user);
  });
};

/** Returns the email address and phone number in stored form. A missing value becomes an empty string. */
const getAddresses = (requested: Attributes): { email: string; phone: string } => ({
  email: requested.email === '' ? '' : parseEmail(requested.email),
  phone: requested.phone === '' ? '' : parsePhoneNumber(requested.phone),
});

export const updateUser: Handler = async (auth, c) => {
  const requested = await readBody(c.req.raw, adminBody);
  const { email, phone } = getAddresses(requested);
  const passwordHash = await getPasswordHash(auth, requested);
  return auth.sql.begin(async (sql) => {
    const user = await getUserInPath(sql, c, lockUser);
    const isConfirmed = requested.email_confirm ?? false;
    if (email !== '' && email !== user.email) await saveEmail(sql, user, email, isConfirmed);
    if (isConfirmed) await confirmEmail(sql, user.id);
    if (phone !== '' && phone !== user.phone)
      await savePhone(sql, user.id, phone, requested.phone_confirm ?? false);
    else if (requested.phone_confirm && user.phone) await confirmPhone(sql, user, user.phone);
    const current = (await findUserById(sql, user.id)) ?? user;
    const role = getRole(requested) || user.role;
    await sql`
      update auth.users set role = ${role}, encrypted_password = coalesce(${passwordHash}, encrypted_password),
        raw_user_meta_data = ${json(sql, mergeMetadata(current.raw_user_meta_data, requested.user_metadata))},
        raw_app_meta_data = ${json(sql, mergeMetadata(current.raw_app_meta_data, requested.app_metadata))},
        updated_at = now()
      where id = ${user.id}`;
    await ban(sql, user.id, requested.ban_duration);
    if (passwordHash) await endSessions(sql, user.id);
    await audit(sql, getClient(auth, c), 'user_modified', user);
    return userJson((await findUserById(sql, user.id)) ?? user);
  });
};

export const deleteUser: Handler = async (auth, c) => {
  const { should_soft_delete: isSoftDelete } = await readOptionalBody(c.req.raw, deleteBody);
  await auth.sql.begin(async (sql) => {
    const user = await getUserInPath(sql, c, lockUser);
    if (isSoftDelete) await anonymizeUser(sql, user);
    else await sql`delete from auth.users where id = ${user.id}`;
    await audit(sql, getClient(auth, c), 'user_deleted', user);
  });
  return {};
};

/** Removes all of a user's personal data (soft deletion). Keeps the row, because other rows refer to it. */
async function anonymizeUser(sql: Queries, user: UserRow): Promise<void> {
  const getPseudonym = (value: string | null) =>
    value && createHash('sha256').update(`${user.id}${value}`).digest('base64url');
  await sql`
    update auth.users set deleted_at = now(), email = ${getPseudonym(user.email)}, phone = ${getPseudonym(user.phone)},
      encrypted_password = null, email_change = '', phone_change = '', raw_user_meta_data = '{}',
      raw_app_meta_data = '{}', updated_at = now()
    where id = ${user.id}`;
  for (const table of ['identities', 'sessions', 'one_time_tokens', 'mfa_factors', 'webauthn_credentials'])
    await sql`delete from ${sql(`auth.${table}`)} where user_id = ${user.id}`;
}

/** Returns the user whose id is in the path. Throws 404 if there is no such user. */
export async function getUserInPath(sql: Queries, c: Context, find: typeof findUserById): Promise<UserRow> {
  const id = c.req.param('id') ?? '';
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID');
  const user = await find(sql, id);
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found');
  return user;
}
