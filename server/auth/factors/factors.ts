import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AuthError, invalid } from '../auth-error.ts';
import { type AuthContext, audit, getClient, type Handler } from '../context.ts';
import { readBody, text } from '../request-body.ts';
import { lowerSessions, requireAssurance } from '../sessions/assurance.ts';
import { requireSession, type SignedIn } from '../sessions/bearer.ts';
import { lockUser, type Queries } from '../users.ts';
import {
  FACTOR_LIFETIME_SECONDS,
  type FactorType,
  getFactorId,
  LONGEST_FACTOR_NAME,
  lockFactor,
  requireEnabled,
} from './factor-table.ts';
import { deleteUnverifiedPhone, parseFactorPhone } from './phone-factor.ts';
import { createTotp, sealSecret } from './totp.ts';

const enrollBody = z.object({ factor_type: text, friendly_name: text, issuer: text, phone: text });
type Enrollment = z.output<typeof enrollBody>;

/**
 * The maximum length after URL encoding, because a QR code can contain only a limited number of characters.
 */
const LONGEST_ISSUER = 240;

/** Starts the setup of a second factor. The first verification activates it. */
export const enrollFactor: Handler = async (auth, c) => {
  const customer = await requireSession(auth, c);
  if (customer.user.is_anonymous) {
    const message = 'Anonymous user not allowed to perform these actions';
    throw new AuthError(403, 'no_authorization', message);
  }
  const requested = await readBody(c.req.raw, enrollBody);
  const type = getFactorType(requested.factor_type);
  requireEnabled(auth.config, type, 'enroll');
  if (requested.friendly_name.length > LONGEST_FACTOR_NAME)
    throw invalid(`friendly_name must be ${LONGEST_FACTOR_NAME} characters or less`);
  const id = randomUUID();
  const phone = type === 'phone' ? parseFactorPhone(requested.phone) : null;
  const totp = type === 'totp' ? createTotp(getIssuer(auth, requested), getAccount(customer)) : null;
  await auth.sql.begin(async (sql) => {
    if (phone) await deleteUnverifiedPhone(sql, customer.user.id, phone);
    await requireFactorAllowed(auth, sql, customer, requested.friendly_name);
    const secret = totp && sealSecret(auth.context.keys.secret, id, totp.secret);
    await sql`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, secret, phone)
      values (${id}, ${customer.user.id}, ${requested.friendly_name}, ${type}, ${secret}, ${phone})`;
    const { user } = customer;
    await audit(sql, getClient(auth, c), 'factor_in_progress', user);
  });
  const named = { id, type, friendly_name: requested.friendly_name };
  return { ...named, ...(totp && { totp }), ...(phone && { phone: requested.phone }) };
};

function getFactorType(input: string): FactorType {
  const type = (['totp', 'phone', 'webauthn'] as const).find((factorType) => factorType === input);
  if (!type) throw invalid('factor_type needs to be totp, phone, or webauthn');
  return type;
}

function getIssuer({ context }: AuthContext, { issuer }: Enrollment): string {
  if (issuer === '') return new URL(context.settings.publicUrl).host;
  if (encodeURIComponent(issuer).length > LONGEST_ISSUER) throw invalid('issuer is too long');
  return issuer;
}

const getAccount = ({ user }: SignedIn): string => user.email || user.phone || user.id;

/** Throws if the customer can't add another factor or already has a factor with this name. */
async function requireFactorAllowed(auth: AuthContext, sql: Queries, customer: SignedIn, name: string) {
  const user = await lockUser(sql, customer.user.id);
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  const forgotten = await sql<{ id: string }[]>`
    delete from auth.mfa_factors
    where user_id = ${user.id} and status = 'unverified'
      and created_at <= now() - make_interval(secs => ${FACTOR_LIFETIME_SECONDS})
    returning id`;
  const present = user.factors.filter(({ id }) => !forgotten.some((factor) => factor.id === id));
  if (present.some(({ friendly_name: taken }) => (taken ?? '') === name)) {
    const message = `A factor with the friendly name "${name}" for this user already exists`;
    throw new AuthError(422, 'mfa_factor_name_conflict', message);
  }
  if (present.length >= auth.config.mfa.max_enrolled_factors) {
    const message = 'Maximum number of verified factors reached, unenroll to continue';
    throw new AuthError(422, 'too_many_enrolled_mfa_factors', message);
  }
  requireAssurance({ user, aal: customer.aal }, 403, 'AAL2 required to enroll a new factor');
}

export const unenrollFactor: Handler = async (auth, c) => {
  const { user, aal } = await requireSession(auth, c);
  const id = getFactorId(c);
  await auth.sql.begin(async (sql) => {
    await lockUser(sql, user.id);
    const factor = await lockFactor(sql, user.id, id);
    if (factor.status === 'verified' && aal === 'aal1')
      throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
    await removeFactor(sql, id);
    await audit(sql, getClient(auth, c), 'factor_unenrolled', user);
  });
  return { id };
};

/** Removes a factor. Sessions that used it fall back to the password alone. */
export async function removeFactor(sql: Queries, id: string): Promise<void> {
  await lowerSessions(sql, id);
  await sql`delete from auth.mfa_factors where id = ${id}`;
}
