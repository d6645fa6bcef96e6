import type { Context } from 'hono';
import { z } from 'zod';
import { AuthError, invalid } from '../auth-error.ts';
import { type Contact, getEmailContact, getPhoneContact, requireEmailSignUps } from '../contact.ts';
import { type AuthContext, audit, getClient, type Handler } from '../context.ts';
import { requirePhoneSignIn } from '../phone/phone-number.ts';
import { metadata, readBody, text } from '../request-body.ts';
import { runAndRollBack } from '../rolled-back.ts';
import { sessionJson, startSession } from '../sessions/sessions.ts';
import { userJson } from '../user-json.ts';
import { findUserById, insertUser } from '../users.ts';
import { hashPassword } from './password-hash.ts';
import { requireStrongPassword } from './password-policy.ts';
import { decoyUser, NOBODY, replaceSignUp, signUpConfirmed, signUpDisabled } from './sign-up-answer.ts';

const signUpBody = z.object({
  email: text,
  phone: text,
  password: text,
  data: metadata,
  channel: text,
  code_challenge: text,
  code_challenge_method: text,
});
type SignUp = z.output<typeof signUpBody>;

export const signUp: Handler = async (auth, c) => {
  const body = await readBody(c.req.raw, signUpBody);
  if (!auth.config.enable_signup) throw signUpDisabled();
  if (body.email === '' && body.phone === '') return signInAnonymously(auth, c, body);
  if (body.email !== '' && body.phone !== '')
    throw invalid('Only an email address or phone number should be provided on signup.');
  await auth.limits.count('signup', getClient(auth, c).network);
  if (body.password === '') throw invalid('Signup requires a valid password');
  if (body.phone !== '') {
    requirePhoneSignIn(auth, 'Phone signups are disabled');
    return signUpWithPassword(auth, c, body, getPhoneContact(auth, body));
  }
  requireEmailSignUps(auth);
  return signUpWithPassword(auth, c, body, getEmailContact(auth, c, body));
};

async function signInAnonymously(auth: AuthContext, c: Context, body: SignUp) {
  if (!auth.config.enable_anonymous_sign_ins)
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  const client = getClient(auth, c);
  await auth.limits.count('anonymous', client.network);
  const session = await auth.sql.begin(async (sql) => {
    const user = await insertUser(sql, {
      passwordHash: null,
      confirmed: false,
      isAnonymous: true,
      userMetadata: body.data,
    });
    return startSession(auth, sql, user.id, 'anonymous', client);
  });
  return sessionJson(auth, session);
}

/** Signs up a customer. If confirmation is required, the customer must enter the code first. */
async function signUpWithPassword(auth: AuthContext, c: Context, body: SignUp, contact: Contact) {
  requireStrongPassword(body.password, auth.passwords);
  const passwordHash = await hashPassword(body.password);
  const user = { ...contact.address, passwordHash, userMetadata: body.data };
  if (!contact.needsConfirmation)
    return signUpConfirmed(auth, c, { ...user, confirmed: true, phoneConfirmed: true }, contact.taken);
  await contact.throttle();
  const newUser = { ...user, confirmed: false };
  const signedUp = await auth.sql.begin(async (sql) => {
    const existing = await contact.find(sql);
    await audit(sql, getClient(auth, c), 'user_confirmation_requested', existing, contact.name);
    if (existing) await runAndRollBack(sql, (inner) => insertUser(inner, { ...newUser, ...contact.unused }));
    const isTaken = existing !== undefined && contact.isConfirmed(existing);
    if (existing && !isTaken) await replaceSignUp(sql, existing, newUser);
    const { id } = existing ?? (await insertUser(sql, newUser));
    await contact.sendConfirmation(sql, isTaken ? NOBODY : id);
    return isTaken ? null : findUserById(sql, id);
  });
  return signedUp ? userJson(signedUp) : decoyUser(contact.address, body.data);
}
