import type { Logger } from 'pino';
import type { Queries } from './users.ts';

/** What a mail is about; also the `type` of its link. */
export type MailKind = 'signup' | 'recovery' | 'magiclink' | 'email_change' | 'reauthentication';

export type Mail = { kind: MailKind; recipient: string; subject: string; body: string };

/** Sends a mail as part of a transaction: nothing is sent when that fails. */
export type Mailer = (sql: Queries, mail: Mail) => Promise<void>;

/**
 * The mailer where no mail server is configured: mails are kept in platform.mails and written to the log, for the
 * operator's eyes only. No address of the server shows them.
 */
export function createInbox(log: Logger): Mailer {
  return async (sql, mail) => {
    const { kind, recipient, subject, body } = mail;
    await sql`
      insert into platform.mails (kind, recipient, subject, body)
      values (${kind}, ${recipient}, ${subject}, ${body})`;
    log.info({ kind, recipient, body }, `mail kept in the inbox: ${subject}`);
  };
}

const WORDS: Record<MailKind, { subject: string; purpose: string }> = {
  signup: { subject: 'Confirm your address', purpose: 'confirm your address and finish signing up' },
  recovery: { subject: 'Choose a new password', purpose: 'sign in and choose a new password' },
  magiclink: { subject: 'Your sign-in link', purpose: 'sign in' },
  email_change: {
    subject: 'Confirm the change of your address',
    purpose: 'confirm the change of your address',
  },
  reauthentication: { subject: 'Confirm that it is you', purpose: 'confirm that it is you' },
};

export type MailContent = {
  kind: MailKind;
  recipient: string;
  site: string;
  code: string;
  link: string | null;
};

/** Words one mail. `site` is the name of the place the customer signs in to. */
export function wordMail({ kind, recipient, site, code, link }: MailContent): Mail {
  const { subject, purpose } = WORDS[kind];
  const body = [
    `To ${purpose} at ${site}, enter this code:`,
    code,
    ...(link ? ['or follow this link:', link] : []),
    'If you did not ask for it, ignore this mail: nothing happens without it.',
  ].join('\n\n');
  return { kind, recipient, subject, body };
}
