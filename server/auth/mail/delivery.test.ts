import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApp } from '../../http/app.ts';
import { getClient, startTestServer, type TestServer } from '../../testing/server.ts';
import { newAddress, PASSWORD, send, startAuthServer } from '../testing/customers.ts';
import { readMailTemplates } from './templates.ts';

const LOGIN = { user: 'bank', pass: 'mail server password' };
const FOLDER = mkdtempSync(join(tmpdir(), 'sandbank-templates-'));

type ReceivedMail = { from: string; to: string; source: string };

/** Starts a mail server that stores messages and permanently rejects one recipient. */
function startPostOffice(port = 0) {
  const received: ReceivedMail[] = [];
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === LOGIN.user && password === LOGIN.pass
        ? done(null, { user: username })
        : done(new Error('wrong password')),
    onRcptTo: ({ address }, _session, done) =>
      done(
        address.startsWith('nobody@')
          ? Object.assign(new Error('no such user'), { responseCode: 550 })
          : null,
      ),
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom ? mailFrom.address : '';
        received.push({ from, to: rcptTo[0]?.address ?? '', source: Buffer.concat(parts).toString() });
        done();
      });
    },
  });
  smtp.on('error', () => {});
  return new Promise<{ port: number; received: ReceivedMail[]; close(): Promise<void> }>((resolve) => {
    const listening = smtp.listen(port, '127.0.0.1', () =>
      resolve({
        port: (listening.address() as AddressInfo).port,
        received,
        close: () => new Promise((closed) => smtp.close(() => closed())),
      }),
    );
  });
}

const getSmtp = (port: number) => ({
  enabled: true,
  host: '127.0.0.1',
  port,
  ...LOGIN,
  admin_email: 'bank@example.com',
  sender_name: 'The Bank',
});

/** Decodes quoted-printable text. */
const decoded = (source: string) =>
  source
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const getQueue = (server: TestServer, recipient: string) => server.context.database.owner`
  select * from platform.mails where recipient = ${recipient} order by id`;

let office: Awaited<ReturnType<typeof startPostOffice>>;
let server: TestServer;
beforeAll(async () => {
  writeFileSync(
    join(FOLDER, 'confirm.html'),
    '<style>p{}</style><p>Hello {{ .Data.name }} of {{.Email}}</p><a href="{{ .ConfirmationURL }}">confirm</a><b>{{ .Token }}</b> <i>{{ .TokenHash }}</i>',
  );
  office = await startPostOffice();
  server = await startAuthServer({
    email: {
      enable_confirmations: true,
      smtp: getSmtp(office.port),
      template: {
        confirmation: { subject: 'Welcome, {{ .Data.name }}', content_path: join(FOLDER, 'confirm.html') },
      },
    },
    rate_limit: { email_sent: 1000 },
  });
});
afterAll(async () => {
  await server.close();
  await office.close();
  rmSync(FOLDER, { recursive: true });
});

const getMessagesTo = (email: string) => office.received.filter(({ to }) => to === email);
const arrived = (email: string) =>
  vi.waitFor(() => {
    const [message] = getMessagesTo(email);
    if (!message) throw new Error('no letter yet');
    return { ...message, text: decoded(message.source) };
  }, 10_000);

describe('emails through a mail server', () => {
  test("use the operator's template, and their link confirms the address", async () => {
    const email = newAddress();
    const name = '<script>alert("Ada")</script>\r\nBcc: everybody@example.com';
    const { error } = await getClient(server).auth.signUp({
      email,
      password: PASSWORD,
      options: { data: { name } },
    });
    expect(error).toBeNull();
    const { from, source, text } = await arrived(email);
    expect(from).toBe('bank@example.com');
    expect(text).toContain('From: The Bank <bank@example.com>');
    const [headers] = source.split('\r\n\r\n');
    expect(headers).toMatch(/^Subject: =\?UTF-8\?Q\?Welcome/m);
    expect(headers).not.toMatch(/^Bcc:/im);
    expect(text).toContain('Hello &lt;script&gt;alert(&#34;Ada&#34;)&lt;/script&gt;');
    expect(text).toContain(`of ${email}</p>`);
    const link = /href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(text).toContain(`<i>${new URL(link).searchParams.get('token')}</i>`);
    const answer = await server.fetch(link, { redirect: 'manual' });
    expect(answer.headers.get('Location')).toContain('#access_token=');
  });

  test('leave neither code nor link in the database after delivery', async () => {
    const email = newAddress();
    await getClient(server).auth.signUp({ email, password: PASSWORD });
    await arrived(email);
    const [row] = await vi.waitFor(async () => {
      const rows = await getQueue(server, email);
      expect(rows[0]?.due_at).toBeNull();
      return rows;
    });
    expect(row).toMatchObject({ attempts: 1, body: '', html: null, code: null, link: null, failure: null });
  });

  test('are sent once by several processes', async () => {
    const others = [createApp(server.context), createApp(server.context)];
    const emails = Array.from({ length: 12 }, newAddress);
    await Promise.all(
      emails.map((email, index) => {
        const app = others[index % 3];
        const request = new Request(`${server.url}/auth/v1/otp`, {
          method: 'POST',
          body: JSON.stringify({ email }),
        });
        return app ? app.fetch(request) : server.fetch(request);
      }),
    );
    for (const email of emails) await arrived(email);
    await vi.waitFor(async () => {
      const [left] = await server.context.database.owner`
        select count(*)::int as count from platform.mails where due_at is not null`;
      expect(left?.count).toBe(0);
    });
    await Promise.all(others.map((app) => app.close()));
    expect(emails.map((email) => getMessagesTo(email).length)).toEqual(emails.map(() => 1));
  });

  test('to a rejected address are given up with the reason', async () => {
    const email = `nobody@${newAddress().split('-')[0]}.example.com`;
    await getClient(server).auth.signUp({ email, password: PASSWORD });
    await vi.waitFor(async () => {
      const [row] = await getQueue(server, email);
      expect(row).toMatchObject({
        due_at: null,
        failure: expect.stringContaining('no such user'),
        code: null,
      });
    }, 10_000);
  });

  test("aren't sent to an unknown address if the request creates no user", async () => {
    const email = newAddress();
    const answer = await send(server, 'POST', '/otp', { email, create_user: false });
    expect(answer.status).toBe(200);
    expect(await getQueue(server, email)).toHaveLength(0);
  });
});

test("aren't lost when the mail server is down", async () => {
  const away = await startPostOffice();
  await away.close();
  const patient = await startAuthServer({
    email: { enable_confirmations: true, smtp: getSmtp(away.port) },
    rate_limit: { email_sent: 1000 },
  });
  const email = newAddress();
  expect((await getClient(patient).auth.signUp({ email, password: PASSWORD })).error).toBeNull();
  await vi.waitFor(async () => {
    const [row] = await getQueue(patient, email);
    expect(row).toMatchObject({ attempts: 1, failure: expect.stringContaining('ECONNREFUSED') });
    expect(row?.due_at.getTime()).toBeGreaterThan(Date.now());
  }, 10_000);
  const back = await startPostOffice(away.port);
  await patient.context.database.owner`update platform.mails set due_at = now()`;
  await send(patient, 'GET', '/health');
  await vi.waitFor(() => expect(back.received.map(({ to }) => to)).toEqual([email]), 10_000);
  await patient.close();
  await back.close();
});

test('above the hourly limit are refused in every process', async () => {
  const strict = await startAuthServer({
    email: { smtp: getSmtp(office.port) },
    rate_limit: { email_sent: 2 },
  });
  const send = (app: { fetch(request: Request): Promise<Response> }) =>
    app.fetch(
      new Request(`${strict.url}/auth/v1/recover`, {
        method: 'POST',
        body: JSON.stringify({ email: newAddress() }),
      }),
    );
  const other = createApp(strict.context);
  expect((await send(strict)).status).toBe(200);
  expect((await send(other)).status).toBe(200);
  const refused = await send(strict);
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({
    error_code: 'over_email_send_rate_limit',
    msg: 'email rate limit exceeded',
  });
  await other.close();
  await strict.close();
});

test('with an unknown template variable are reported at the start', () => {
  const { email } = server.context.settings.config.auth;
  const template = { recovery: { subject: 'For {{ .Password }}' } };
  expect(() => readMailTemplates({ ...email, template }, FOLDER)).toThrow(
    '[auth.email.template.recovery] uses {{ .Password }}, which is not a known field.',
  );
  const lost = { invite: { content_path: './lost.html' } };
  expect(() => readMailTemplates({ ...email, template: lost }, FOLDER)).toThrow('is not a file: ./lost.html');
});

test("use the templates in another project's folder", async () => {
  writeFileSync(join(FOLDER, 'words.html'), '<p>{{ .Token }}, says another project</p>');
  const email = { enable_confirmations: true, template: { confirmation: { content_path: './words.html' } } };
  const other = await startTestServer({ settings: { projectFolder: FOLDER }, config: { auth: { email } } });
  const address = newAddress();
  await getClient(other).auth.signUp({ email: address, password: PASSWORD });
  const [mail] = await getQueue(other, address);
  expect(mail?.html).toMatch(/^<p>\d{6}, says another project/);
  await other.close();
});
