import type { Context } from 'hono';
import { TooManyRequests } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';
import type { Challenge } from '../identities/flow-states.ts';
import { redirectTarget, siteUrl } from '../identities/redirects.ts';
import type { Queries, UserRow } from '../users.ts';
import { composeMail, type MailKind } from './mails.ts';
import type { TokenType } from './one-time-tokens.ts';

export type TokenMail = {
  userId: string;
  type: TokenType;
  kind: MailKind;
  recipient: string;
  redirectTo: string;
  challenge?: Challenge | null;
};

/** The user's column with the time of the last mail of a kind. */
const SENT_AT = {
  signup: 'confirmation_sent_at',
  invite: 'confirmation_sent_at',
  recovery: 'recovery_sent_at',
  magiclink: 'recovery_sent_at',
  email_change: 'email_change_sent_at',
  reauthentication: 'reauthentication_sent_at',
} as const satisfies Record<MailKind, string>;

/** A new one-time token: the code, and the link with its hash. */
export type IssuedToken = { code: string; tokenHash: string; link: string };

/** Creates a one-time token without sending it. */
export async function issueToken(auth: AuthContext, sql: Queries, mail: TokenMail): Promise<IssuedToken> {
  const { userId, type, kind, recipient, redirectTo, challenge } = mail;
  const { code, tokenHash } = await auth.tokens.issue(sql, { userId, type, address: recipient, challenge });
  const query = `token=${tokenHash}&type=${kind}&redirect_to=${inQuery(redirectTo)}`;
  return { code, tokenHash, link: `${auth.context.settings.publicUrl}/auth/v1/verify?${query}` };
}

/** Clients expect a plain address unchanged. Characters with a meaning in queries are encoded. */
const inQuery = (url: string) => (/^[\w:/.~-]*$/.test(url) ? url : encodeURIComponent(url));

/** Creates a one-time token and sends it. Without a user, does the same work and sends nothing. */
export async function mailToken(auth: AuthContext, sql: Queries, requested: TokenMail): Promise<void> {
  const { userId, kind, recipient, redirectTo } = requested;
  const { code, tokenHash, link } = await issueToken(auth, sql, requested);
  const [user] = await sql<Pick<UserRow, 'email' | 'email_change' | 'raw_user_meta_data'>[]>`
    update auth.users set ${sql({ [SENT_AT[kind]]: new Date() })} where id = ${userId}
    returning email, email_change, raw_user_meta_data`;
  const fields = {
    ConfirmationURL: kind === 'reauthentication' ? '' : link,
    Token: code,
    TokenHash: tokenHash,
    SiteURL: siteUrl(auth.context.settings),
    Email: user?.email ?? '',
    NewEmail: user?.email_change ?? '',
    RedirectTo: redirectTo,
    Data: user?.raw_user_meta_data ?? {},
  };
  const mail = composeMail({ kind, recipient, fields, template: auth.templates[kind] });
  await auth.delivery.queue(sql, mail, user !== undefined);
}

/** Throws 429 if a mail to this address was requested a moment ago, whether or not it belongs to a user. */
export async function throttleMail(auth: AuthContext, email: string): Promise<void> {
  const pause = await auth.limits.wait('mail', email);
  if (pause > 0) throw tooSoon(pause, 'over_email_send_rate_limit');
  // The operator's mail server has limits. The outbox has none.
  if (!auth.delivery.carries('mail')) return;
  const seconds = await auth.limits.wait('mails-sent', 'everybody');
  if (seconds === 0) return;
  throw new TooManyRequests(seconds, 'over_email_send_rate_limit', 'email rate limit exceeded');
}

/** Refuses a second message right after the first. */
export function tooSoon(seconds: number, code: string): TooManyRequests {
  return new TooManyRequests(
    seconds,
    code,
    `For security purposes, you can only request this after ${seconds} seconds.`,
  );
}

/** Returns the final address of a requested link. */
export function getRedirect(auth: AuthContext, c: Context, mail = ''): string {
  const target = mail || c.req.query('redirect_to') || c.req.header('redirect_to');
  return redirectTarget(auth.context.settings, target, c.req.header('referer'));
}
