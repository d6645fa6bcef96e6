import type { Context } from 'hono';
import { z } from 'zod';
import { AuthError, invalid } from '../auth-error.ts';
import { type AuthContext, audit, getClient, type Handler } from '../context.ts';
import { readBody, text } from '../request-body.ts';
import { requireAssurance } from '../sessions/assurance.ts';
import { requireSession, type SignedIn } from '../sessions/bearer.ts';
import { sessionJson, startSession } from '../sessions/sessions.ts';
import { findUserById, isBanned, lockUser, type Queries } from '../users.ts';
import {
  consumeChallenge,
  findPasskeyByCredential,
  getCredentialIds,
  getPasskeys,
  insertPasskey,
  passkeyJson,
  storeChallenge,
} from './passkey-table.ts';
import {
  creationResponse,
  getCreationOptions,
  getRequestOptions,
  type RequestResponse,
  requestResponse,
  verifyCreation,
  verifyRequest,
} from './webauthn.ts';

const answerBody = z.object({ challenge_id: text, credential: z.unknown().optional() });

const MAX_PASSKEYS = 10;

/** A passkey replaces the password, so the device must verify the person each time. */
const USER_VERIFICATION = 'required';

/** Asks the customer's device to create a passkey. */
export const getRegistrationOptions: Handler = async (auth, c) => {
  const customer = await requireRegistrant(auth, c);
  const { user } = customer;
  const present = await getCredentialIds(auth.sql, user.id);
  if (present.length >= MAX_PASSKEYS) throw tooManyPasskeys();
  const options = await getCreationOptions(auth, user, present, {
    residentKey: 'required',
    userVerification: USER_VERIFICATION,
  });
  return { ...(await storeChallenge(auth.sql, 'registration', user.id, options.challenge)), options };
};

/** Stores the passkey that the device created. */
export const verifyRegistration: Handler = async (auth, c) => {
  const { user } = await requireRegistrant(auth, c);
  const { challenge_id: challengeId, credential } = await readResponse(c);
  const challenge = await consumeChallenge(auth, 'registration', user.id, challengeId);
  const answer = creationResponse.safeParse(credential);
  if (!answer.success) throw verificationFailed('Invalid credential response');
  const newCredential = await verifyCreation(auth, challenge, answer.data, USER_VERIFICATION);
  if (!newCredential) throw verificationFailed();
  return auth.sql.begin(async (sql) => {
    await lockUser(sql, user.id);
    if ((await getPasskeys(sql, user.id)).length >= MAX_PASSKEYS) throw tooManyPasskeys();
    const passkey = await insertPasskey(sql, user.id, newCredential);
    await audit(sql, getClient(auth, c), 'passkey_created', user);
    return passkeyJson(passkey);
  });
};

async function requireRegistrant(auth: AuthContext, c: Context): Promise<SignedIn> {
  const customer = await requireSession(auth, c);
  if (customer.user.is_anonymous) {
    const message = 'Anonymous user not allowed to perform these actions';
    throw new AuthError(403, 'no_authorization', message);
  }
  requirePasskeyAssurance(customer);
  return customer;
}

/**
 * Throws if the customer has a second factor and the session hasn't used it. Handlers call this before they
 * change passkeys.
 */
export function requirePasskeyAssurance(customer: SignedIn): void {
  const message = 'AAL2 session is required to manage passkeys when MFA is enabled';
  requireAssurance(customer, 403, message);
}

/** Returns options to sign in with any passkey for this host. */
export const getAuthenticationOptions: Handler = async (auth, c) => {
  await auth.limits.count('passkey-options', getClient(auth, c).network);
  const options = await getRequestOptions(auth, [], USER_VERIFICATION);
  return { ...(await storeChallenge(auth.sql, 'authentication', null, options.challenge)), options };
};

/** Starts a session for the owner of the passkey that signed the challenge. */
export const verifyAuthentication: Handler = async (auth, c) => {
  const client = getClient(auth, c);
  await auth.limits.count('passkey', client.network);
  const { challenge_id: challengeId, credential } = await readResponse(c);
  const challenge = await consumeChallenge(auth, 'authentication', null, challengeId);
  const answer = requestResponse.safeParse(credential);
  if (!answer.success) throw verificationFailed('Invalid credential response');
  const session = await auth.sql.begin(async (sql) => {
    const user = await getSigner(auth, sql, challenge, answer.data);
    return startSession(auth, sql, user.id, 'passkey', client);
  });
  return sessionJson(auth, session);
};

/**
 * Returns the user whose passkey signed the challenge. Throws 400 if there is none, and 403 if the user can't
 * sign in.
 */
async function getSigner(auth: AuthContext, sql: Queries, challenge: string, answer: RequestResponse) {
  const passkey = await findPasskeyByCredential(sql, answer.id);
  const handle = Buffer.from(answer.response.userHandle ?? '', 'base64url').toString();
  if (!passkey || handle !== passkey.userId) throw verificationFailed();
  const counter = await verifyRequest(auth, challenge, answer, passkey.credential, USER_VERIFICATION);
  if (counter === null) throw verificationFailed();
  const user = await findUserById(sql, passkey.userId);
  if (!user || user.deleted_at) throw new AuthError(403, 'user_not_found', 'User not found');
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned');
  if (user.email && !user.email_confirmed_at)
    throw new AuthError(403, 'email_not_confirmed', 'Email not confirmed');
  await sql`
    update auth.webauthn_credentials
    set sign_count = greatest(sign_count, ${counter}), last_used_at = now(), updated_at = now()
    where id = ${passkey.id}`;
  return user;
}

async function readResponse(c: Context) {
  const answer = await readBody(c.req.raw, answerBody);
  if (answer.challenge_id === '') throw invalid('challenge_id is required');
  if (answer.credential === undefined) throw invalid('credential is required');
  return answer;
}

function verificationFailed(message = 'Credential verification failed'): AuthError {
  return new AuthError(400, 'webauthn_verification_failed', message);
}

const tooManyPasskeys = () => new AuthError(422, 'too_many_passkeys', 'Maximum number of passkeys reached');
