import { z } from 'zod';
import { audit, getClient, type Handler } from '../context.ts';
import { parseEmail } from '../mail/email-address.ts';
import { getRedirect, mailToken } from '../mail/token.ts';
import { type Metadata, mergeMetadata, metadata, readBody, text } from '../request-body.ts';
import { requireAdmin } from '../sessions/bearer.ts';
import { userJson } from '../user-json.ts';
import {
  emailExists,
  findUserByEmail,
  findUserById,
  insertUser,
  json,
  type Queries,
  type UserRow,
} from '../users.ts';

const inviteBody = z.object({ email: text, data: metadata });

/** Invites a person by email. The person signs in with the link and then chooses a password. */
export const invite: Handler = async (auth, c) => {
  await requireAdmin(auth, c);
  const body = await readBody(c.req.raw, inviteBody);
  const email = parseEmail(body.email);
  return auth.sql.begin(async (sql) => {
    const user = await inviteUser(sql, email, body.data);
    await audit(sql, getClient(auth, c), 'user_invited', user, email);
    await mailToken(auth, sql, {
      userId: user.id,
      type: 'confirmation_token',
      kind: 'invite',
      recipient: email,
      redirectTo: getRedirect(auth, c),
    });
    return userJson((await findUserById(sql, user.id)) ?? user);
  });
};

/**
 * Returns the invited user, who is either new or was invited before. Throws 422 `email_exists` if the user
 * has already confirmed the address.
 */
export async function inviteUser(sql: Queries, email: string, data: Metadata): Promise<UserRow> {
  const existing = await findUserByEmail(sql, email);
  if (existing?.email_confirmed_at) throw emailExists();
  if (!existing)
    return insertUser(sql, {
      email,
      passwordHash: null,
      confirmed: false,
      invited: true,
      userMetadata: data,
    });
  await sql`
    update auth.users set invited_at = now(), updated_at = now(),
      raw_user_meta_data = ${json(sql, mergeMetadata(existing.raw_user_meta_data, data))}
    where id = ${existing.id}`;
  return existing;
}
