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

/** The user and purpose of a link. `verification` is the type in the response. */
type PreparedLink = { user: UserRow; verification: string } & Pick<TokenMail, 'type' | 'kind' | 'recipient'>;
type PrepareLink = (auth: AuthContext, sql: Queries, body: LinkRequest) => Promise<PreparedLink>;

const LINK_TYPES: Record<string, PrepareLink> = {
  signup: prepareSignUp,
  invite: prepareInvite,
  magiclink: prepareMagicLink,
  recovery: prepareRecovery,
  email_change_current: prepareChange('email_change_token_current'),
  email_change_new: prepareChange('email_change_token_new'),
};

/** Generates a link and code that the operator sends in their own message. */
export const generateLink: Handler = async (auth, c) => {
  const { password, ...body } = await readBody(c.req.raw, linkBody);
  const prepare = Object.hasOwn(LINK_TYPES, body.type) ? LINK_TYPES[body.type] : undefined;
  if (!prepare) throw invalid(`Invalid email action link type requested: ${body.type}`);
  const email = parseEmail(body.email);
  if (body.type === 'signup' && password === '') throw invalid('Signup requires a valid password');
  if (password !== '') requireStrongPassword(password, auth.passwords);
  const passwordHash = password === '' ? null : await hashPassword(password);
  const redirectTo = getRedirect(auth, c, body.redirect_to);
  return auth.sql.begin(async (sql) => {
    const { user, verification, ...token } = await prepare(auth, sql, { ...body, email, passwordHash });
    await audit(sql, getClient(auth, c), 'user_recovery_requested', user, email);
    const { code, tokenHash, link } = await issueToken(auth, sql, { ...token, userId: user.id, redirectTo });
    return {
      ...userJson((await findUserById(sql, user.id)) ?? user),
      action_link: link,
      email_otp: code,
      hashed_token: tokenHash,
      verification_type: verification,
      redirect_to: redirectTo,
    };
  });
};

async function prepareSignUp(_auth: AuthContext, sql: Queries, body: LinkRequest): Promise<PreparedLink> {
  const { email, data, passwordHash } = body;
  const existing = await findUserByEmail(sql, email);
  if (existing?.email_confirmed_at) throw emailExists();
  const user =
    existing ?? (await insertUser(sql, { email, passwordHash, confirmed: false, userMetadata: data }));
  if (existing)
    await sql`
      update auth.users set encrypted_password = ${passwordHash}, updated_at = now(),
        raw_user_meta_data = ${json(sql, mergeMetadata(existing.raw_user_meta_data, data))}
      where id = ${existing.id}`;
  return { user, verification: 'signup', type: 'confirmation_token', kind: 'signup', recipient: email };
}

async function prepareInvite(
  _auth: AuthContext,
  sql: Queries,
  { email, data }: LinkRequest,
): Promise<PreparedLink> {
  const user = await inviteUser(sql, email, data);
  return { user, verification: 'invite', type: 'confirmation_token', kind: 'invite', recipient: email };
}

/** An unknown address gets a sign-up link. */
async function prepareMagicLink(auth: AuthContext, sql: Queries, body: LinkRequest): Promise<PreparedLink> {
  const user = await findUserByEmail(sql, body.email);
  if (!user) return prepareSignUp(auth, sql, body);
  return {
    user,
    verification: 'magiclink',
    type: 'recovery_token',
    kind: 'magiclink',
    recipient: body.email,
  };
}

async function prepareRecovery(
  _auth: AuthContext,
  sql: Queries,
  { email }: LinkRequest,
): Promise<PreparedLink> {
  const user = await requireUserByEmail(sql, email);
  return { user, verification: 'recovery', type: 'recovery_token', kind: 'recovery', recipient: email };
}

function prepareChange(type: 'email_change_token_current' | 'email_change_token_new'): PrepareLink {
  return async (auth, sql, { email, new_email: newAddress, type: verification }) => {
    const newEmail = parseEmail(newAddress);
    const isPresent = type === 'email_change_token_current';
    if (isPresent && !auth.config.email.double_confirm_changes)
      throw invalid('Enable secure email change to generate link for current email');
    const user = await requireUserByEmail(sql, email);
    await prepareEmailChange(auth, sql, user, newEmail);
    return { user, verification, type, kind: 'email_change', recipient: isPresent ? email : newEmail };
  };
}

async function requireUserByEmail(sql: Queries, email: string): Promise<UserRow> {
  const user = await findUserByEmail(sql, email);
  if (!user) throw new AuthError(404, 'user_not_found', 'User with this email not found');
  return user;
}
