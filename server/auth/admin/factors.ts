import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { AuthError, invalid } from '../auth-error.ts';
import { type AuthContext, audit, getClient } from '../context.ts';
import { removeFactor } from '../factors/factors.ts';
import { getFactorId, LONGEST_FACTOR_NAME } from '../factors/table.ts';
import { readBody, text } from '../request-body.ts';
import { requireAdmin } from '../sessions/bearer.ts';
import { factorJson } from '../user-json.ts';
import { type FactorRow, lockUser, type UserRow, userById } from '../users.ts';
import { userInPath } from './users.ts';

const changesBody = z.object({ friendly_name: text });

/** Lets an operator manage the factors of a user who lost a device. */
export function factorAdminRoutes(auth: AuthContext): Hono {
  return new Hono()
    .use('/admin/users/:id/factors/*', async (c, next) => {
      await requireAdmin(auth, c);
      await next();
    })
    .get('/admin/users/:id/factors', async (c) => {
      const user = await userInPath(auth.sql, c, userById);
      return c.json(user.factors.map(factorJson));
    })
    .put('/admin/users/:id/factors/:factorId', async (c) => c.json(factorJson(await rename(auth, c))))
    .delete('/admin/users/:id/factors/:factorId', async (c) => c.json(factorJson(await remove(auth, c))));
}

async function rename(auth: AuthContext, c: Context): Promise<FactorRow> {
  const { friendly_name: name } = await readBody(c.req.raw, changesBody);
  if (name.length > LONGEST_FACTOR_NAME)
    throw invalid(`friendly_name must be ${LONGEST_FACTOR_NAME} characters or less`);
  return auth.sql.begin(async (sql) => {
    const user = await userInPath(sql, c, lockUser);
    const factor = getFactor(user, c);
    if (name === '') return factor;
    if (user.factors.some((other) => other.id !== factor.id && other.friendly_name === name)) {
      const message = `A factor with the friendly name "${name}" for this user already exists`;
      throw new AuthError(422, 'mfa_factor_name_conflict', message);
    }
    await sql`update auth.mfa_factors set friendly_name = ${name}, updated_at = now() where id = ${factor.id}`;
    await audit(sql, getClient(auth, c), 'factor_updated', { id: user.id, name: user.email });
    return getFactor((await userById(sql, user.id)) ?? user, c);
  });
}

async function remove(auth: AuthContext, c: Context): Promise<FactorRow> {
  return auth.sql.begin(async (sql) => {
    const user = await userInPath(sql, c, lockUser);
    const factor = getFactor(user, c);
    await removeFactor(sql, factor.id);
    await audit(sql, getClient(auth, c), 'factor_deleted', { id: user.id, name: user.email });
    return factor;
  });
}

function getFactor(user: UserRow, c: Context): FactorRow {
  const id = getFactorId(c, 'factorId');
  const factor = user.factors.find((held) => held.id === id.toLowerCase());
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
  return factor;
}
