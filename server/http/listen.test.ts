import { once } from 'node:events';
import { Agent, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { type Listening, listen } from './listen.ts';

const open: Listening[] = [];
afterEach(async () => {
  for (const http of open.splice(0)) await http.close();
});

async function listenFrom(port: number, portIsChosen: boolean): Promise<Listening> {
  const http = await listen({ host: 'localhost', port, portIsChosen });
  open.push(http);
  return http;
}

test('without a chosen port the next free one is used', async () => {
  const first = await listenFrom(0, true);
  const second = await listenFrom(first.port, false);
  expect(second.port).toBeGreaterThan(first.port);
});

test('a port that is taken on only one address of localhost counts as taken', async () => {
  const other = createServer();
  other.listen(0, '::1');
  const [outcome] = await Promise.race([
    once(other, 'listening').then(() => ['listening']),
    once(other, 'error'),
  ]);
  if (outcome !== 'listening') return;
  const { port } = other.address() as AddressInfo;
  await expect(listenFrom(port, true)).rejects.toThrow(`Port ${port} is taken by another program`);
  other.close();
});

test("a host that isn't on this machine is refused", async () => {
  await expect(listen({ host: '192.0.2.1', port: 0, portIsChosen: true })).rejects.toThrow(
    /can't listen on 192.0.2.1/,
  );
});

test('early requests are asked to retry, and an open connection does not delay the stop', async () => {
  const http = await listenFrom(0, true);
  const early = await fetch(`http://localhost:${http.port}/`);
  expect(early.status).toBe(503);
  expect(await early.json()).toEqual({ code: '503', message: 'The bank is starting.' });
  await http.close();
  await expect(fetch(`http://localhost:${http.port}/`)).rejects.toThrow();
});

test('open connections get one last response with Connection: close when the server stops', async () => {
  const http = await listenFrom(0, true);
  http.answer((_request, response) => response.end('answered'));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async () => {
    const [response] = await once(get({ agent, host: '127.0.0.1', port: http.port }), 'response');
    return { body: await text(response), connection: response.headers.connection };
  };
  expect(await ask()).toEqual({ body: 'answered', connection: 'keep-alive' });
  const closed = http.close();
  expect(await ask()).toEqual({ body: 'answered', connection: 'close' });
  await closed;
  await expect(ask()).rejects.toThrow(/ECONNREFUSED/);
  agent.destroy();
});
