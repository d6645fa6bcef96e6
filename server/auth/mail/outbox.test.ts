import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApp } from '../../http/app.ts';
import type { Settings } from '../../settings/settings.ts';
import { getClient, startTestServer, type TestServer } from '../../testing/server.ts';
import { newAddress } from '../testing/customers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ listen: true, settings: { host: '127.0.0.1' } });
});
afterAll(() => server.close());
afterEach(() => vi.unstubAllEnvs());

const LOCAL = { incoming: { socket: { remoteAddress: '127.0.0.1' }, httpVersion: '1.1' } };

type Asked = {
  url?: string;
  headers?: Record<string, string>;
  bindings?: object;
  settings?: Partial<Settings>;
  method?: string;
};

/** Returns the status of the response to a request with these properties. */
async function getStatus({
  url = 'http://localhost:3000/outbox',
  headers,
  bindings = LOCAL,
  settings,
  method,
}: Asked) {
  const context = { ...server.context, settings: { ...server.context.settings, ...settings } };
  const app = createApp(context);
  const answer = await app.fetch(new Request(url, { headers, method }), bindings);
  await app.close();
  return answer.status;
}

describe('the developer outbox', () => {
  test('shows every email, newest first, and its link signs in', async () => {
    const email = `${newAddress()}`;
    const client = getClient(server, { global: { fetch } });
    await client.auth.signInWithOtp({ email, options: { data: { name: '<b>' } } });
    await client.auth.signInWithOtp({ email: newAddress() });
    const answer = await fetch(`${server.url}/outbox`);
    expect(answer.status).toBe(200);
    const page = await answer.text();
    expect(page.indexOf(email)).toBeGreaterThan(page.indexOf('<ol>'));
    const [, newest = '', older = ''] = page.split('<li>');
    expect(newest).not.toContain(email);
    expect(older).toContain(`Mail to ${email}`);
    expect(older).toMatch(/<span class="code">\d{6}<\/span>/);
    const link = /<a href="([^"]+)"/.exec(older)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const followed = await fetch(link, { redirect: 'manual' });
    expect(followed.headers.get('Location')).toContain('access_token=');
  });

  test("runs only its own script, isn't cached, and can't be read or framed by other origins", async () => {
    const answer = await fetch(`${server.url}/outbox`);
    const policy = answer.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; connect-src 'self'/,
    );
    expect(policy).toContain("frame-ancestors 'none'");
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(answer.headers.get('X-Frame-Options')).toBe('DENY');
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });

  test('reports the newest message without its text', async () => {
    await getClient(server).auth.signInWithOtp({ email: newAddress() });
    const [before, after] = [
      await fetch(`${server.url}/outbox`, { method: 'HEAD' }),
      await fetch(`${server.url}/outbox`),
    ];
    expect(before.headers.get('ETag')).toMatch(/^"\d+"$/);
    expect(await before.text()).toBe('');
    const shown = /data-newest="&quot;(\d+)&quot;"/.exec(await after.text())?.[1];
    expect(before.headers.get('ETag')).toBe(`"${shown}"`);
  });
});

describe('without a developer outbox', () => {
  const allowed: [string, Asked][] = [
    ['localhost', {}],
    ['127.0.0.1', { url: 'http://127.0.0.1:3000/outbox' }],
    [
      '[::1]',
      { url: 'http://[::1]:3000/outbox', bindings: { incoming: { socket: { remoteAddress: '::1' } } } },
    ],
    [
      'a link of another page',
      {
        headers: {
          'Sec-Fetch-Site': 'cross-site',
          'Sec-Fetch-Mode': 'navigate',
          'Sec-Fetch-Dest': 'document',
        },
      },
    ],
  ];
  test.each(allowed)('%s serves it', async (_name, requested) => {
    expect(await getStatus({ settings: { publicUrl: 'http://localhost:3000' }, ...requested })).toBe(200);
  });

  const refused: [string, Asked][] = [
    ['a name that was pointed at this machine', { headers: { Host: 'rebound.example:3000' } }],
    [
      'a name in the address that differs from the Host',
      { url: 'http://rebound.example/outbox', headers: { Host: 'localhost' } },
    ],
    ['a name that only begins like this machine', { url: 'http://localhost.evil.example:3000/outbox' }],
    [
      'another machine of the network',
      { bindings: { incoming: { socket: { remoteAddress: '192.168.1.7' } } } },
    ],
    ['no connection at all', { bindings: {} }],
    ['a proxy that forwards', { headers: { 'X-Forwarded-For': '203.0.113.9' } }],
    ['a proxy that forwards for this machine itself', { headers: { Forwarded: 'for=127.0.0.1' } }],
    ['a proxy that names itself', { headers: { Via: '1.1 proxy' } }],
    ['a proxy that adds no header', { bindings: { incoming: { ...LOCAL.incoming, httpVersion: '1.0' } } }],
    ['a script of another origin', { headers: { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'cors' } }],
    [
      'a frame of another origin',
      {
        headers: { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' },
      },
    ],
    ['a server that listens on every address', { settings: { host: '0.0.0.0' } }],
    ['a server with a public address', { settings: { publicUrl: 'https://bank.example.com' } }],
    ['a question before a request of another origin', { method: 'OPTIONS' }],
  ];
  test.each(refused)('%s returns 404', async (_name, requested) => {
    expect(await getStatus({ ...requested })).toBe(404);
  });

  test('production returns 404', async () => {
    vi.stubEnv('NODE_ENV', 'production');
    expect(await getStatus({})).toBe(404);
  });

  const carried = {
    'a mail server': {
      email: {
        smtp: {
          enabled: true,
          host: '127.0.0.1',
          port: 9,
          user: '',
          pass: '',
          admin_email: 'a@example.com',
          sender_name: '',
        },
      },
    },
    'a carrier of text messages': {
      sms: {
        twilio: {
          enabled: true,
          account_sid: 'AC1',
          message_service_sid: 'MG1',
          auth_token: 'x',
          api_url: 'http://127.0.0.1:9',
        },
      },
    },
  };
  test.each(Object.entries(carried))('a server with %s returns 404', async (_name, changes) => {
    const { config } = server.context.settings;
    const auth = { ...config.auth };
    if ('email' in changes) auth.email = { ...auth.email, ...changes.email };
    if ('sms' in changes) auth.sms = { ...auth.sms, ...changes.sms };
    expect(await getStatus({ settings: { config: { ...config, auth } } })).toBe(404);
  });
});
