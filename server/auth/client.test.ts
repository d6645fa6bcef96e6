import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { type Client, readClient } from './client.ts';

async function clientBehind(remoteAddress: string, headers: Record<string, string> = {}, trustProxy = false) {
  const app = new Hono().get('/', (c) => c.json(readClient(c, trustProxy)));
  const answer = await app.request('/', { headers }, { incoming: { socket: { remoteAddress } } });
  return (await answer.json()) as Client;
}

test.each([
  ['203.0.113.7', '203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8::6', '2001:db8:0:0'],
  ['2001:0db8:0001:0002::', '2001:0db8:0001:0002::', '2001:db8:1:2'],
  ['fe80::1%eth0', 'fe80::1', 'fe80:0:0:0'],
  ['nonsense', '127.0.0.1', '127.0.0.1'],
])('a client at %s counts as network %s', async (remote, address, network) => {
  expect(await clientBehind(remote)).toMatchObject({ address, network });
});

test('a forwarded address counts only behind a trusted proxy, and only the one it added', async () => {
  const headers = { 'X-Forwarded-For': '198.51.100.1, 198.51.100.2' };
  expect(await clientBehind('203.0.113.7', headers)).toMatchObject({ address: '203.0.113.7' });
  expect(await clientBehind('203.0.113.7', headers, true)).toMatchObject({ address: '198.51.100.2' });
});
