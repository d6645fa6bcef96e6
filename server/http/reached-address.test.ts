import { request } from 'node:http';
import { hostname, networkInterfaces } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import type { Settings } from '../settings/settings.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

let server: TestServer | undefined;
afterEach(() => server?.close());

/** Starts a server without SANDBANK_URL. Returns a function that requests its address with custom headers. */
async function startUnnamed(settings: Partial<Pick<Settings, 'host' | 'trustProxy'>> = {}) {
  server = await startTestServer({ listen: true, settings: { ...settings, publicUrlIsChosen: false } });
  const { url } = server;
  const { port } = new URL(url);
  const send = (headers: Record<string, string>) =>
    new Promise<string>((resolve, reject) => {
      const sent = request(`${url}/config.json`, { headers, agent: false }, (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve(JSON.parse(text).url));
      });
      sent.once('error', reject);
      sent.end();
    });
  return { url, port, ask: send };
}

test('a visitor who names another host gets the listening address, whatever the forwarding headers say', async () => {
  const { url, port, ask: send } = await startUnnamed();
  const forged: Record<string, string>[] = [
    { host: 'evil.example' },
    { host: `evil.example:${port}` },
    { host: `localhost.evil.example:${port}` },
    { host: `10.1.2.3:${port}` },
    { host: 'evil.example', 'x-forwarded-proto': 'https' },
    { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    { host: `127.0.0.1:${Number(port) + 1}`, 'x-forwarded-for': '10.1.2.3' },
  ];
  for (const headers of forged) expect(await send(headers), JSON.stringify(headers)).toBe(url);
  expect(await send({ host: `127.0.0.1:${port}`, 'x-forwarded-proto': 'https' })).toBe(url);
});

test('a visitor gets the listening address they used, also through a local tunnel', async () => {
  const { port, ask: send } = await startUnnamed();
  expect(await send({ host: `localhost:${port}` })).toBe(`http://localhost:${port}`);
  expect(await send({ host: `[::1]:${port}` })).toBe(`http://[::1]:${port}`);
  expect(await send({ host: 'localhost:8080' })).toBe('http://localhost:8080');
});

test("a bank that listens on the whole network returns the machine's address or name", async () => {
  const { url, port, ask: send } = await startUnnamed({ host: '0.0.0.0' });
  const [address] = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ family }) => family === 'IPv4')
    .map((entry) => entry.address);
  for (const host of [address, `${hostname().toLowerCase()}.local`])
    expect(await send({ host: `${host}:${port}` })).toBe(`http://${host}:${port}`);
  expect(await send({ host: `evil.example:${port}` })).toBe(url);
});

test("behind a trusted proxy a customer gets the proxy's host and protocol, or the listening address", async () => {
  const { url, ask: send } = await startUnnamed({ trustProxy: true });
  expect(await send({ host: 'bank.example', 'x-forwarded-proto': 'https' })).toBe('https://bank.example');
  expect(
    await send({
      host: '127.0.0.1:3000',
      'x-forwarded-host': 'forged.example, bank.example',
      'x-forwarded-proto': 'http, https',
    }),
  ).toBe('https://bank.example');
  expect(await send({ 'x-forwarded-host': 'bank.example/path?' })).toBe(url);
});
