import { z } from 'zod';
import { AuthError, invalid } from '../auth-error.ts';
import { type AuthContext, audit, getClient, type Handler } from '../context.ts';
import { parseEmail } from '../mail/email-address.ts';
import { prepareEmailChange } from '../mail/email-change.ts';
import { getRedirect, issueToken, type TokenMail } from '../mail/token.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { requireStrongPassword } from '../passwords/password-policy.ts';
import { mergeMetadata, metadata, readBody, text } from '../request-body.ts';
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
import { inviteUser } from './invite.ts';

const linkBody = z.object({
  type: text,
  email: text,
  new_email: text,
  password: text,
  data: metadata,
  redirect_to: text,
});
type LinkRequest = Omit<z.output<typeof linkBody>, 'password'> & { passwordHash: string | null };

/**
 * The purpose of a link. `getUser` finds or creates the link's user, or returns undefined if the address is
 * unknown.
 */
type LinkType = Pick<TokenMail, 'type' | 'kind'> & {
  getUser(auth: AuthContext, sql: Queries, body: LinkRequest): Promise<UserRow | undefined>;
};

const SIGN_UP: LinkType = { type: 'confirmation_token', kind: 'signup', getUser: getNewUser };
const LINK_TYPES: Record<string, LinkType> = {
  signup: SIGN_UP,
  invite: {
    type: 'confirmation_token',
    kind: 'invite',
    getUser: (_, sql, { email, data }) => inviteUser(sql, email, data),
  },
  magiclink: {
    type: 'recovery_token',
    kind: 'magiclink',
    getUser: (_, sql, { email }) => findUserByEmail(sql, email),
  },
  recovery: { type: 'recovery_token', kind: 'recovery', getUser: getUserByEmail },
  email_change_current: {
    type: 'email_change_token_current',
    kind: 'email_change',
    getUser: getChangingUser,
  },
  email_change_new: { type: 'email_change_token_new', kind: 'email_change', getUser: getChangingUser },
};

/** Generates a link and a code for the operator to send in their own message. */
export const generateLink: Handler = async (auth, c) => {
  const { password, ...body } = await readBody(c.req.raw, linkBody);
  const requested = Object.hasOwn(LINK_TYPES, body.type) ? LINK_TYPES[body.type] : undefined;
  if (!requested) throw invalid(`Invalid email action link type requested: ${body.type}`);
  const email = parseEmail(body.email);
  if (body.type === 'signup' && password === '') throw invalid('Signup requires a valid password');
  if (password !== '') requireStrongPassword(password, auth.passwords);
  const passwordHash = password === '' ? null : await hashPassword(password);
  const redirectTo = getRedirect(auth, c, body.redirect_to);
  return auth.sql.begin(async (sql) => {
    const request = { ...body, email, passwordHash };
    const existing = await requested.getUser(auth, sql, request);
    // An unknown address gets a sign-up link.
    const user = existing ?? (await getNewUser(auth, sql, request));
    const { type, kind } = existing ? requested : SIGN_UP;
    await audit(sql, getClient(auth, c), 'user_recovery_requested', user, email);
    const recipient = type === 'email_change_token_new' ? parseEmail(body.new_email) : email;
    const token = { userId: user.id, type, kind, recipient, redirectTo };
    const { code, tokenHash, link } = await issueToken(auth, sql, token);
    return {
      ...userJson((await findUserById(sql, user.id)) ?? user),
      action_link: link,
      email_otp: code,
      hashed_token: tokenHash,
      verification_type: existing ? body.type : 'signup',
      redirect_to: redirectTo,
    };
  });
};

async function getNewUser(_auth: AuthContext, sql: Queries, body: LinkRequest): Promise<UserRow> {
  const { email, data, passwordHash } = body;
  const existing = await findUserByEmail(sql, email);
  if (existing?.email_confirmed_at) throw emailExists();
  if (!existing) return insertUser(sql, { email, passwordHash, confirmed: false, userMetadata: data });
  await sql`
    update auth.users set encrypted_password = ${passwordHash}, updated_at = now(),
      raw_user_meta_data = ${json(sql, mergeMetadata(existing.raw_user_meta_data, data))}
    where id = ${existing.id}`;
  return existing;
}

async function getUserByEmail(_auth: AuthContext, sql: Queries, { email }: Pick<LinkRequest, 'email'>) {
  const user = await findUserByEmail(sql, email);
  if (!user) throw new AuthError(404, 'user_not_found', 'User with this email not found');
  return user;
}

async function getChangingUser(auth: AuthContext, sql: Queries, body: LinkRequest): Promise<UserRow> {
  const newEmail = parseEmail(body.new_email);
  if (body.type === 'email_change_current' && !auth.config.email.double_confirm_changes)
    throw invalid('Enable secure email change to generate link for current email');
  const user = await getUserByEmail(auth, sql, body);
  await prepareEmailChange(auth, sql, user, newEmail);
  return user;
}
