import type { Context } from 'hono';
import { z } from 'zod';
import { isUuid } from '../../lib/uuid.ts';
import { getUserInPath } from '../admin/users.ts';
import { AuthError, invalid } from '../auth-error.ts';
import { type AuthContext, audit, getClient, type Handler } from '../context.ts';
import { readBody, text } from '../request-body.ts';
import { requireSession } from '../sessions/bearer.ts';
import { findUserById, type UserRow } from '../users.ts';
import { requirePasskeyAssurance } from './passkey-ceremony.ts';
import { getPasskeys, type PasskeyRow, passkeyJson } from './passkey-table.ts';

const nameBody = z.object({ friendly_name: text });
const LONGEST_NAME = 120;

export const listPasskeys: Handler = async (auth, c) => list(auth, (await requireSession(auth, c)).user);
export const listUserPasskeys: Handler = async (auth, c) =>
  list(auth, await getUserInPath(auth.sql, c, findUserById));

async function list(auth: AuthContext, user: UserRow) {
  return (await getPasskeys(auth.sql, user.id)).map(passkeyJson);
}

export const renamePasskey: Handler = async (auth, c) => {
  const { user } = await requireSession(auth, c);
  const id = getPasskeyId(c);
  const { friendly_name: name } = await readBody(c.req.raw, nameBody);
  if (name === '') throw invalid('friendly_name is required');
  if (name.length > LONGEST_NAME) throw invalid(`friendly_name must be ${LONGEST_NAME} characters or less`);
  return auth.sql.begin(async (sql) => {
    const [passkey] = await sql<PasskeyRow[]>`
      update auth.webauthn_credentials set friendly_name = ${name}, updated_at = now()
      where id = ${id} and user_id = ${user.id}
      returning id, friendly_name, created_at, last_used_at`;
    if (!passkey) throw passkeyNotFound();
    await audit(sql, getClient(auth, c), 'passkey_updated', user);
    return passkeyJson(passkey);
  });
};

export const deletePasskey: Handler = async (auth, c) => {
  const customer = await requireSession(auth, c);
  requirePasskeyAssurance(customer);
  return remove(auth, c, customer.user);
};
export const deleteUserPasskey: Handler = async (auth, c) =>
  remove(auth, c, await getUserInPath(auth.sql, c, findUserById));

async function remove(auth: AuthContext, c: Context, user: UserRow): Promise<Response> {
  const id = getPasskeyId(c);
  await auth.sql.begin(async (sql) => {
    const [removed] = await sql`
      delete from auth.webauthn_credentials where id = ${id} and user_id = ${user.id} returning id`;
    if (!removed) throw passkeyNotFound();
    await audit(sql, getClient(auth, c), 'passkey_deleted', user);
  });
  return c.body(null, 204);
}

function getPasskeyId(c: Context): string {
  const id = c.req.param('passkeyId') ?? '';
  if (!isUuid(id)) throw passkeyNotFound();
  return id;
}

const passkeyNotFound = (): AuthError => new AuthError(404, 'validation_failed', 'Passkey not found');
