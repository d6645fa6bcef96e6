import { parseOptions } from '@node-rs/argon2';
import { z } from 'zod';
import { invalid } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';
import { parseDuration } from '../duration.ts';
import { hashPassword, isBcrypt } from '../passwords/password-hash.ts';
import { requireStrongPassword } from '../passwords/password-policy.ts';
import { flag, metadata, text } from '../request-body.ts';
import type { Queries } from '../users.ts';

/** The user attributes that an operator can set. */
export const adminBody = z.object({
  id: text,
  email: text,
  phone: text,
  password: z.string().nullish(),
  password_hash: text,
  email_confirm: flag,
  phone_confirm: flag,
  user_metadata: metadata,
  app_metadata: metadata,
  role: text,
  ban_duration: text,
});
export type Attributes = z.output<typeof adminBody>;

const LONGEST_ROLE = 63;

/**
 * Hashes the operator's password, or returns the hash that the operator sent. Returns null if the operator
 * sent neither.
 */
export async function getPasswordHash(auth: AuthContext, { password, password_hash: hash }: Attributes) {
  if (hash !== '') {
    if (password) throw invalid('Only a password or a password hash should be provided');
    if (!isBcrypt(hash) && !isArgon2(hash))
      throw invalid('password_hash must be a bcrypt hash or an argon2 hash in PHC form');
    return hash;
  }
  if (!password) return null;
  requireStrongPassword(password, auth.passwords);
  return hashPassword(password);
}

function isArgon2(hash: string): boolean {
  try {
    return hash.length <= 255 && parseOptions(hash).memoryCost > 0;
  } catch {
    return false;
  }
}

/** Returns the role that the operator sets, or an empty string if there is none. */
export function getRole({ role }: Attributes): string {
  if (role.length > LONGEST_ROLE) throw invalid('role must be the name of a database role');
  return role;
}

/** Bans a user for a duration such as `24h`. `none` ends the ban, and an empty string changes nothing. */
export async function ban(sql: Queries, userId: string, duration: string): Promise<void> {
  if (duration === '') return;
  const seconds = duration === 'none' ? 0 : parseDuration(duration);
  if (seconds === null || seconds > Number.MAX_SAFE_INTEGER / 1e6)
    throw invalid(`invalid format for ban duration: ${duration}`);
  await sql`
    update auth.users
    set banned_until = case when ${seconds}::float8 > 0 then now() + make_interval(secs => ${seconds}) end
    where id = ${userId}`;
}
