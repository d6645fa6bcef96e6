import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import type { ServerContext } from '../../http/context.ts';
import { documentHeaders } from '../../http/headers.ts';
import { isFromThisMachine, isLoopbackHost, LOOPBACK_NAME } from '../../http/this-machine.ts';
import type { Delivery } from './delivery.ts';
import type { Message } from './mails.ts';
import { escapeHtml } from './templates.ts';

const SHOWN = 100;

/**
 * Serves a page with all emails and text messages to developers on this machine. It needs no password and
 * exists only if no carrier delivers the messages. Other clients get a 404 response.
 */
export function outboxRoutes(context: ServerContext, delivery: Delivery): Hono {
  return new Hono().get('/outbox', async (c, next) => {
    if (!isDevelopersMachine(context, delivery) || !isFromThisMachine(c)) return next();
    const messages = await context.database.auth<OutboxMessage[]>`
      select id, created_at as "createdAt", channel, kind, recipient, subject, body, code, link
      from platform.mails order by id desc limit ${SHOWN}`;
    const headers = { ...Object.fromEntries(documentHeaders), ETag: `"${messages[0]?.id ?? 0}"` };
    return c.html(outboxPage(messages), 200, {
      ...headers,
      'Content-Security-Policy': outboxPolicy,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    });
  });
}

const isDevelopersMachine = ({ settings }: ServerContext, delivery: Delivery): boolean =>
  process.env.NODE_ENV !== 'production' &&
  isLoopbackHost(settings.host) &&
  LOOPBACK_NAME.test(new URL(settings.publicUrl).hostname) &&
  !delivery.carries('mail') &&
  !delivery.carries('sms');

type OutboxMessage = Omit<Message, 'html'> & { id: string; createdAt: Date };

const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { max-width: 44rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
  h1 { font-size: 1.5rem; margin: 0; }
  ol { list-style: none; margin: 1.5rem 0 0; padding: 0; display: grid; gap: 1rem; }
  li { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: .75rem; padding: 1rem; }
  h2 { font-size: 1.125rem; margin: 0; }
  p { margin: .25rem 0 0; overflow-wrap: anywhere; }
  .code { font: 600 1.5rem/1.5 ui-monospace, monospace; letter-spacing: .1em; user-select: all; }
  pre { margin: .75rem 0 0; white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
  summary { margin-top: .5rem; cursor: pointer; }
`;

/**
 * The script that checks for new messages every two seconds, except while the developer reads or copies a
 * message.
 */
const SCRIPT = `
  setInterval(async () => {
    if (document.hidden) return;
    const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
    const newest = answer?.ok && answer.headers.get('ETag');
    if (newest && newest !== document.documentElement.dataset.newest) location.reload();
  }, 2000);
`;

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Allows only the page's own style and script, and no external content. */
const outboxPolicy = [
  "default-src 'none'",
  `style-src ${hash(STYLE)}`,
  `script-src ${hash(SCRIPT)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Returns the HTML page with all messages, newest first. */
function outboxPage(messages: readonly OutboxMessage[]): string {
  const list =
    messages.length > 0
      ? `<ol>\n${messages.map(item).join('\n')}\n</ol>`
      : '<p>No messages yet. Emails and text messages appear here.</p>';
  return `<!doctype html>
<html lang="en" data-newest="&quot;${messages[0]?.id ?? 0}&quot;">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Outbox</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Outbox</h1>
<p>No mail server is configured, so messages stay here, on this machine only.</p>
${list}
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

function item(message: OutboxMessage): string {
  const { channel, kind, recipient, subject, body, code, link } = message;
  const instant = message.createdAt.toISOString();
  const lines = [
    `<h2>${escapeHtml(subject || body)}</h2>`,
    `<p>${channel === 'sms' ? 'Text message to +' : 'Mail to '}${escapeHtml(recipient)}, <time datetime="${instant}">${instant.slice(0, 19).replace('T', ' ')} UTC</time></p>`,
    code && `<p>Code <span class="code">${escapeHtml(code)}</span></p>`,
    link && `<p><a href="${escapeHtml(link)}" rel="noreferrer">${escapeHtml(linkName(kind))}</a></p>`,
    channel === 'mail' && `<details><summary>Full message</summary><pre>${escapeHtml(body)}</pre></details>`,
  ];
  return `<li>\n${lines.filter(Boolean).join('\n')}\n</li>`;
}

const LINKS: Record<string, string> = {
  signup: 'Confirm email address',
  invite: 'Accept the invitation',
  recovery: 'Sign in and choose a new password',
  magiclink: 'Sign in',
  email_change: 'Confirm the change of address',
};

const linkName = (kind: string) => LINKS[kind] ?? 'Follow the link';
