import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { isUuid } from '../../lib/uuid.ts';
import { userInPath } from '../admin/users.ts';
import { AuthError, invalid } from '../auth-error.ts';
import { type AuthContext, audit, getClient } from '../context.ts';
import { readBody, text } from '../request-body.ts';
import { requireAdmin, signedIn } from '../sessions/bearer.ts';
import { type UserRow, userById } from '../users.ts';
import {
  authenticationOptions,
  registrationOptions,
  requirePasskeyAssurance,
  verifyAuthentication,
  verifyRegistration,
} from './passkey-ceremony.ts';
import { getPasskeys, type PasskeyRow, passkeyJson } from './passkey-table.ts';

const nameBody = z.object({ friendly_name: text });
const LONGEST_NAME = 120;

/** Signs in with passkeys. */
export function passkeyRoutes(auth: AuthContext): Hono {
  return new Hono()
    .use('/passkeys/*', async (_, next) => {
      if (!auth.config.passkey.enabled) throw new AuthError(404, 'passkey_disabled', 'Passkeys are disabled');
      await next();
    })
    .post('/passkeys/registration/options', async (c) => c.json(await registrationOptions(auth, c)))
    .post('/passkeys/registration/verify', async (c) => c.json(await verifyRegistration(auth, c)))
    .post('/passkeys/authentication/options', async (c) => c.json(await authenticationOptions(auth, c)))
    .post('/passkeys/authentication/verify', async (c) => c.json(await verifyAuthentication(auth, c)))
    .get('/passkeys', async (c) => c.json(await listed(auth, (await signedIn(auth, c)).user)))
    .patch('/passkeys/:passkeyId', async (c) => c.json(passkeyJson(await rename(auth, c))))
    .delete('/passkeys/:passkeyId', async (c) => {
      const customer = await signedIn(auth, c);
      requirePasskeyAssurance(customer);
      await remove(auth, c, customer.user);
      return c.body(null, 204);
    })
    .get('/admin/users/:id/passkeys', async (c) => {
      await requireAdmin(auth, c);
      return c.json(await listed(auth, await userInPath(auth.sql, c, userById)));
    })
    .delete('/admin/users/:id/passkeys/:passkeyId', async (c) => {
      await requireAdmin(auth, c);
      await remove(auth, c, await userInPath(auth.sql, c, userById));
      return c.body(null, 204);
    });
}

async function listed(auth: AuthContext, user: UserRow) {
  return (await getPasskeys(auth.sql, user.id)).map(passkeyJson);
}

async function rename(auth: AuthContext, c: Context): Promise<PasskeyRow> {
  const { user } = await signedIn(auth, c);
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
    await audit(sql, getClient(auth, c), 'passkey_updated', { id: user.id, name: user.email });
    return passkey;
  });
}

async function remove(auth: AuthContext, c: Context, user: UserRow): Promise<void> {
  const id = getPasskeyId(c);
  await auth.sql.begin(async (sql) => {
    const [removed] = await sql`
      delete from auth.webauthn_credentials where id = ${id} and user_id = ${user.id} returning id`;
    if (!removed) throw passkeyNotFound();
    await audit(sql, getClient(auth, c), 'passkey_deleted', { id: user.id, name: user.email });
  });
}

function getPasskeyId(c: Context): string {
  const id = c.req.param('passkeyId') ?? '';
  if (!isUuid(id)) throw passkeyNotFound();
  return id;
}

function passkeyNotFound(): AuthError {
  return new AuthError(404, 'validation_failed', 'Passkey not found');
}
