import type { Context } from 'hono';
import type { AuthContext } from '../context.ts';
import type { Challenge } from '../identities/flow-states.ts';
import { redirectTarget, siteUrl } from '../identities/redirects.ts';
import type { Queries } from '../users.ts';
import { composeMail, type MailKind } from './mails.ts';
import { recordSending, type TokenType } from './one-time-tokens.ts';

export type TokenMail = {
  userId: string;
  type: TokenType;
  kind: MailKind;
  recipient: string;
  redirectTo: string;
  challenge?: Challenge | null;
};

/**
 * Creates a one-time token without sending it. Returns the code, and a link that contains the token's hash.
 */
export async function issueToken(auth: AuthContext, sql: Queries, mail: TokenMail) {
  const { userId, type, kind, recipient, redirectTo, challenge } = mail;
  const { code, tokenHash } = await auth.tokens.issue(sql, { userId, type, address: recipient, challenge });
  const query = `token=${tokenHash}&type=${kind}&redirect_to=${inQuery(redirectTo)}`;
  return { code, tokenHash, link: `${auth.context.settings.publicUrl}/auth/v1/verify?${query}` };
}

/** Encodes a URL for a query string. Leaves plain URLs unchanged, because clients expect them unencoded. */
const inQuery = (url: string) => (/^[\w:/.~-]*$/.test(url) ? url : encodeURIComponent(url));

/** Creates a one-time token and sends it. If there is no user, does the same work but sends nothing. */
export async function mailToken(auth: AuthContext, sql: Queries, requested: TokenMail): Promise<void> {
  const { userId, kind, recipient, redirectTo } = requested;
  const { code, tokenHash, link } = await issueToken(auth, sql, requested);
  const user = await recordSending(sql, userId, requested.type);
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

/** Returns the URL to redirect to after the requested link is opened. */
export function getRedirect(auth: AuthContext, c: Context, mail = ''): string {
  const target = mail || c.req.query('redirect_to') || c.req.header('redirect_to');
  return redirectTarget(auth.context.settings, target, c.req.header('referer'));
}
