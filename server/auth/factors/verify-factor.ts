import { z } from 'zod';
import { AuthError, invalid } from '../auth-error.ts';
import { type AuthContext, audit, getClient, type Handler } from '../context.ts';
import { readBody, readOptionalBody, text } from '../request-body.ts';
import { FACTOR_METHODS, raiseSession } from '../sessions/assurance.ts';
import { requireSession } from '../sessions/bearer.ts';
import { type OpenSession, sessionJson } from '../sessions/sessions.ts';
import { lockUser, type Queries, type UserRow } from '../users.ts';
import {
  type Challenge,
  createChallenge,
  findChallenge,
  getCredential,
  getFactorId,
  type LockedFactor,
  lockFactor,
  requireEnabled,
  type StoredCredential,
  storedCredential,
} from './factor-table.ts';
import { matchesCodeHash, sendFactorCode, throttleFactorText } from './phone-factor.ts';
import { getCodeStep, openSecret } from './totp.ts';
import {
  creationResponse,
  getCreationOptions,
  getRequestOptions,
  requestResponse,
  verifyCreation,
  verifyRequest,
} from './webauthn.ts';

const challengeBody = z.object({ channel: text });
const verifyBody = z.object({
  challenge_id: text,
  code: text,
  webauthn: z.object({ type: text, credential_response: z.unknown().optional() }).nullish(),
});
type Answer = z.output<typeof verifyBody>;

/** Creates a challenge for a factor, and sends a code or requests a signature from a device. */
export const challengeFactor: Handler = async (auth, c) => {
  const { user } = await requireSession(auth, c);
  const id = getFactorId(c);
  const client = getClient(auth, c);
  await auth.limits.count('challenge', client.network);
  const { channel } = await readOptionalBody(c.req.raw, challengeBody);
  const phone = user.factors.find((factor) => factor.id === id)?.phone;
  if (phone && auth.config.mfa.phone.verify_enabled) await throttleFactorText(auth, phone);
  return auth.sql.begin(async (sql) => {
    const factor = await lockFactor(sql, user.id, id);
    requireEnabled(auth.config, factor.factor_type, 'verify');
    const webauthn =
      factor.factor_type === 'webauthn' ? await getDeviceOptions(auth, sql, user, factor) : null;
    const challengeData = webauthn
      ? { signs: webauthn.credential_options.publicKey.challenge }
      : factor.phone
        ? { codeHash: await sendFactorCode(auth, sql, factor.id, factor.phone, channel) }
        : {};
    const challenge = await createChallenge(sql, factor.id, client, challengeData);
    await audit(sql, client, 'challenge_created', user);
    return {
      id: challenge.id,
      type: factor.factor_type,
      expires_at: Math.floor(challenge.expires_at.getTime() / 1000),
      ...(webauthn && { webauthn }),
    };
  });
};

/**
 * Returns the options for a device. A new device creates a credential, and a registered device signs the
 * challenge. A touch is enough, because the customer has already entered the password.
 */
async function getDeviceOptions(auth: AuthContext, sql: Queries, user: UserRow, factor: LockedFactor) {
  if (factor.web_authn_credential) {
    const credentials = [getCredential(factor.web_authn_credential)];
    const publicKey = await getRequestOptions(auth, credentials, 'preferred');
    return { type: 'request' as const, credential_options: { publicKey } };
  }
  const present = await sql<{ id: string }[]>`
    select web_authn_credential ->> 'id' as id from auth.mfa_factors
    where user_id = ${user.id} and web_authn_credential is not null`;
  const ids = present.map(({ id }) => id);
  const requested = { residentKey: 'discouraged', userVerification: 'preferred' } as const;
  const publicKey = await getCreationOptions(auth, user, ids, requested);
  return { type: 'create' as const, credential_options: { publicKey } };
}

/** Verifies the response to a challenge, raises the session to aal2, and returns new tokens. */
export const verifyFactor: Handler = async (auth, c) => {
  const { user, sessionId } = await requireSession(auth, c);
  const id = getFactorId(c);
  const answer = await readBody(c.req.raw, verifyBody);
  const client = getClient(auth, c);
  await auth.limits.count('verify', client.network);
  // Counts attempts per customer and factor. Otherwise, a stranger who knows a factor's id could use up its
  // attempts.
  const attempt = `${user.id} ${id}`;
  await auth.limits.count('factor', attempt);
  const verification = auth.sql.begin(async (sql): Promise<OpenSession> => {
    await lockUser(sql, user.id);
    const factor = await lockFactor(sql, user.id, id);
    const type = factor.factor_type;
    if (type !== 'webauthn' && answer.code === '') throw invalid('Code needs to be non-empty');
    requireEnabled(auth.config, type, 'verify');
    const challenge = await findChallenge(sql, id, answer.challenge_id, client);
    if (type === 'webauthn') await acceptDevice(auth, sql, factor, challenge, answer);
    else if (type === 'totp') await acceptTotpCode(auth, sql, factor, answer.code);
    else if (!matchesCodeHash(auth, id, challenge.otp_code, answer.code))
      throw verificationFailed('Invalid MFA Phone code entered');
    await sql`delete from auth.mfa_challenges where id = ${challenge.id}`;
    if (factor.status === 'unverified') await activateFactor(sql, factor);
    await audit(sql, client, 'verification_attempted', user);
    const proof = { sessionId, userId: user.id, factorId: id, method: FACTOR_METHODS[type] };
    return raiseSession(auth, sql, proof, client);
  });
  const session = await verification.catch(async (error) => {
    if (error instanceof AuthError && error.code === 'mfa_verification_failed')
      await audit(auth.sql, client, 'verification_failed', user);
    throw error;
  });
  await auth.limits.recordSuccess('factor', attempt);
  return sessionJson(auth, session);
};

/** Activates a factor and deletes the customer's unverified factors of the same type. */
async function activateFactor(sql: Queries, { id, user_id: userId, factor_type: type }: LockedFactor) {
  await sql`update auth.mfa_factors set status = 'verified', updated_at = now() where id = ${id}`;
  await sql`
    delete from auth.mfa_factors where user_id = ${userId} and status = 'unverified' and factor_type = ${type}`;
}

/** Accepts a code only once. After that, rejects this code and all older codes. */
async function acceptTotpCode(auth: AuthContext, sql: Queries, factor: LockedFactor, code: string) {
  const secret = factor.secret && openSecret(auth.context.keys.secret, factor.id, factor.secret);
  const step = secret ? getCodeStep(secret, code) : null;
  const isNew = step !== null && (factor.last_totp_step === null || step > Number(factor.last_totp_step));
  if (!isNew) throw verificationFailed('Invalid TOTP code entered');
  await sql`update auth.mfa_factors set last_totp_step = ${step} where id = ${factor.id}`;
}

async function acceptDevice(
  auth: AuthContext,
  sql: Queries,
  factor: LockedFactor,
  challenge: Challenge,
  { webauthn }: Answer,
): Promise<void> {
  if (!webauthn) throw invalid('WebAuthn config required');
  const stored = factor.web_authn_credential;
  if (webauthn.type !== 'create' && webauthn.type !== 'request')
    throw invalid('WebAuthn type must be create or request');
  if (webauthn.credential_response === undefined) throw invalid('credential_response required');
  const challengeData = challenge.session_data?.challenge ?? '';
  const accepted = stored
    ? await verifySignature(auth, challengeData, stored, webauthn.credential_response)
    : await verifyNewCredential(auth, challengeData, webauthn.credential_response);
  if (!accepted) throw verificationFailed('Invalid WebAuthn credential');
  await sql`
    update auth.mfa_factors set web_authn_credential = ${sql.json(accepted.credential)},
      web_authn_aaguid = coalesce(${accepted.aaguid}::uuid, web_authn_aaguid)
    where id = ${factor.id}`;
}

async function verifyNewCredential(auth: AuthContext, challengeData: string, answer: unknown) {
  const response = creationResponse.safeParse(answer);
  if (!response.success) throw invalid('Invalid credential_response');
  const credential = await verifyCreation(auth, challengeData, response.data, 'preferred');
  return credential && { credential: storedCredential(credential), aaguid: credential.aaguid };
}

async function verifySignature(
  auth: AuthContext,
  challengeData: string,
  stored: StoredCredential,
  answer: unknown,
) {
  const response = requestResponse.safeParse(answer);
  if (!response.success) throw invalid('Invalid credential_response');
  if (response.data.id !== stored.id) return null;
  const credential = getCredential(stored);
  const counter = await verifyRequest(auth, challengeData, response.data, credential, 'preferred');
  return counter === null ? null : { credential: { ...stored, counter }, aaguid: null };
}

const verificationFailed = (message: string) => new AuthError(422, 'mfa_verification_failed', message);
