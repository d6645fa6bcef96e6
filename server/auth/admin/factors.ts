import type { Context } from 'hono';
import { z } from 'zod';
import { AuthError, invalid } from '../auth-error.ts';
import { audit, getClient, type Handler } from '../context.ts';
import { getFactorId, LONGEST_FACTOR_NAME } from '../factors/factor-table.ts';
import { removeFactor } from '../factors/factors.ts';
import { readBody, text } from '../request-body.ts';
import { factorJson } from '../user-json.ts';
import { type FactorRow, findUserById, lockUser, type UserRow } from '../users.ts';
import { getUserInPath } from './users.ts';

const changesBody = z.object({ friendly_name: text });

export const listUserFactors: Handler = async (auth, c) =>
  (await getUserInPath(auth.sql, c, findUserById)).factors.map(factorJson);

export const renameUserFactor: Handler = async (auth, c) => {
  const { friendly_name: name } = await readBody(c.req.raw, changesBody);
  if (name.length > LONGEST_FACTOR_NAME)
    throw invalid(`friendly_name must be ${LONGEST_FACTOR_NAME} characters or less`);
  return auth.sql.begin(async (sql) => {
    const user = await getUserInPath(sql, c, lockUser);
    const factor = getFactor(user, c);
    if (name === '') return factorJson(factor);
    if (user.factors.some(({ id, friendly_name }) => id !== factor.id && friendly_name === name)) {
      const message = `A factor with the friendly name "${name}" for this user already exists`;
      throw new AuthError(422, 'mfa_factor_name_conflict', message);
    }
    await sql`update auth.mfa_factors set friendly_name = ${name}, updated_at = now() where id = ${factor.id}`;
    await audit(sql, getClient(auth, c), 'factor_updated', user);
    return factorJson(getFactor((await findUserById(sql, user.id)) ?? user, c));
  });
};

/** Removes a factor for a user who lost a device. */
export const deleteUserFactor: Handler = (auth, c) =>
  auth.sql.begin(async (sql) => {
    const user = await getUserInPath(sql, c, lockUser);
    const factor = getFactor(user, c);
    await removeFactor(sql, factor.id);
    await audit(sql, getClient(auth, c), 'factor_deleted', user);
    return factorJson(factor);
  });

function getFactor(user: UserRow, c: Context): FactorRow {
  const id = getFactorId(c, 'factorId');
  const factor = user.factors.find((held) => held.id === id.toLowerCase());
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
  return factor;
}
