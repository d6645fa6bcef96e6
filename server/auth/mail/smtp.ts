import { createTransport } from 'nodemailer';
import { isLoopbackHost } from '../../http/this-machine.ts';
import type { Config } from '../../settings/settings.ts';
import type { Carrier } from './carrier.ts';

/**
 * The timeout of each delivery step. It is short enough that a delivery ends before another process takes
 * over.
 */
const STEP_MS = 10_000;
const IMPLICIT_TLS_PORT = 465;

/**
 * Delivers emails through the server in `[auth.email.smtp]`. Connections to other machines are encrypted
 * before authentication.
 */
export function smtpCarrier(smtp: NonNullable<Config['auth']['email']['smtp']>): Carrier {
  const transport = createTransport({
    host: smtp.host,
    port: smtp.port,
    secure: smtp.port === IMPLICIT_TLS_PORT,
    requireTLS: smtp.port !== IMPLICIT_TLS_PORT && !isLoopbackHost(smtp.host) && smtp.pass !== '',
    auth: smtp.user === '' ? undefined : { user: smtp.user, pass: smtp.pass },
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    dnsTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = smtp.admin_email.split('@').at(-1) ?? 'localhost';
  return async ({ id, recipient, subject, body, html, createdAt }) => {
    await transport.sendMail({
      from: { name: smtp.sender_name, address: smtp.admin_email },
      to: { name: '', address: recipient },
      subject,
      text: body,
      html: html ?? undefined,
      // The message id stays the same for every attempt, so that duplicates are recognized.
      messageId: `<${createdAt.getTime()}.${id}@${domain}>`,
      date: createdAt,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  };
}
