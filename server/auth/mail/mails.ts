import {
  convertHtmlToText,
  escapeHtml,
  fillHtml,
  fillText,
  type MailFields,
  type MailTemplate,
} from './templates.ts';

/** The purpose of an email, and the `type` of its link. */
export type MailKind = 'signup' | 'invite' | 'recovery' | 'magiclink' | 'email_change' | 'reauthentication';

/** An email or text message, with the code and link that it contains. */
export type Message = {
  channel: 'mail' | 'sms';
  kind: string;
  recipient: string;
  subject: string;
  body: string;
  html: string | null;
  code: string | null;
  link: string | null;
};

const DEFAULT_TEXTS: Record<MailKind, { subject: string; purpose: string }> = {
  signup: {
    subject: 'Confirm your email address',
    purpose: 'confirm your email address and finish signing up',
  },
  invite: { subject: 'You’ve been invited to Sandbank', purpose: 'accept the invitation and sign in' },
  recovery: { subject: 'Choose a new password', purpose: 'sign in and choose a new password' },
  magiclink: { subject: 'Your one-time code', purpose: 'sign in or confirm your address' },
  email_change: { subject: 'Confirm your new email address', purpose: 'confirm your new email address' },
  reauthentication: { subject: 'Verify your identity', purpose: 'verify your identity' },
};

export type MailContent = { kind: MailKind; recipient: string; fields: MailFields; template?: MailTemplate };

/** Composes an email from the operator's template or the default text. */
export function composeMail({ kind, recipient, fields, template = {} }: MailContent): Message {
  const { subject, purpose } = DEFAULT_TEXTS[kind];
  const code = fields.Token;
  const link = fields.ConfirmationURL || null;
  const html = template.html === undefined ? null : fillHtml(template.html, fields);
  const body = [
    `To ${purpose} at ${new URL(fields.SiteURL).host}, enter this code:`,
    code,
    ...(link ? ['Or open this link:', link] : []),
    "If you didn't request this, you can ignore this email. Nothing will change.",
  ].join('\n\n');
  return {
    channel: 'mail',
    kind,
    recipient,
    subject: template.subject === undefined ? subject : fillText(template.subject, fields),
    body: html === null ? body : convertHtmlToText(html),
    html: html ?? getPage(body),
    code,
    link,
  };
}

/** Formats the plain text as an HTML page with a button. */
function getPage(body: string): string {
  const paragraphs = body.split('\n\n').map((text) => {
    const shown = escapeHtml(text);
    return /^https?:\/\/\S+$/.test(text) ? `<p><a href="${shown}">${shown}</a></p>` : `<p>${shown}</p>`;
  });
  return `<!doctype html>\n<html lang="en"><body>\n${paragraphs.join('\n')}\n</body></html>\n`;
}
