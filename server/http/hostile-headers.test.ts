import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLog } from '../log.ts';
import { lockDataFolder } from '../settings/data-folder.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { contentSecurityPolicy } from './headers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ settings: { publicUrl: 'https://bank.example' } });
});
afterAll(() => server.close());

const ADDRESSES = [
  'GET /health',
  'GET /config.json',
  'GET /rest/v1/accounts',
  'POST /rest/v1/rpc/ensure_customer',
  'POST /auth/v1/signup',
  'POST /auth/v1/token?grant_type=password',
  'GET /auth/v1/authorize?provider=none',
  'GET /storage/v1/object/public/x/y',
  'POST /functions/v1/demo',
  'GET /functions/v1/push-notifications',
  'GET /realtime/v1/websocket',
  'GET /nowhere.txt',
];

test.each(ADDRESSES)('%s has HSTS only with TLS, the right content type, and no cookie', async (address) => {
  const [method = '', path = ''] = address.split(' ');
  const { headers } = await server.fetch(`${server.url}${path}`, {
    method,
    headers: { apikey: server.anonKey, cookie: 'a=b', 'content-type': 'application/json' },
    ...(method === 'POST' && { body: '{}' }),
  });
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('same-origin');
  expect(headers.get('set-cookie')).toBeNull();
});

test("a page runs only its own scripts and styles and can't be framed", () => {
  const html =
    '<style>p{}</style><style></style><p style="left:1%">a</p><p class="a" style="left:2%"></p><script>go()</script>';
  const policy = contentSecurityPolicy(html, []);
  expect(policy).not.toContain('unsafe-inline');
  expect(policy).not.toContain('unsafe-eval');
  expect(policy).toMatch(/script-src 'self' 'sha256-[^ ;]+';/);
  expect(policy).toMatch(/style-src 'self' 'sha256-[^ ;]+' 'sha256-[^ ;]+';/);
  expect(policy).toMatch(/style-src-attr 'unsafe-hashes' 'sha256-[^ ;]+' 'sha256-[^ ;]+';/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(contentSecurityPolicy('<p>plain</p>', [])).toMatch(/style-src 'self'; img-src/);
});

test("the server's own files are private to the user", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbank-modes-'));
  const lock = lockDataFolder(folder);
  lock.announce('http://localhost:3000');
  const { log, close } = openLog(join(folder, 'logs'), undefined);
  log.info('started');
  await close();
  const modes = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => [
    path,
    statSync(join(folder, path)).mode & 0o077,
  ]);
  expect(modes).toEqual(
    expect.arrayContaining([
      ['server.lock', 0],
      ['logs', 0],
      [join('logs', 'server.log'), 0],
    ]),
  );
  expect(modes.every(([, mode]) => mode === 0)).toBe(true);
  lock.release();
  rmSync(folder, { recursive: true, force: true });
});
