import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { closeAfter, listen } from './listen.ts';

const PATIENCE = { headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 50 };

test.each([
  ['nothing', ''],
  ['half of its headers', 'POST / HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
  ['half of its body', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf'],
  ['what is not HTTP', 'hello\r\n\r\n'],
  [
    'an upgrade that nobody answers to',
    'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
  ],
])('closes the connection of a client that sends %s and never closes it', async (_, text) => {
  const http = await listen({ host: '127.0.0.1', port: 0, portIsChosen: true }, PATIENCE);
  http.answer((request, response) => {
    request.resume();
    request.once('end', () => response.end());
  });
  for (const server of http.servers)
    server.on('upgrade', (_request, socket) => closeAfter(socket, 'HTTP/1.1 404 Not Found\r\n\r\n'));
  const socket = connect({ port: http.port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  socket.resume();
  await once(socket, 'connect');
  if (text !== '') socket.write(text);
  const [server] = http.servers;
  const open = () =>
    new Promise<number>((resolve) => server?.getConnections((_error, count) => resolve(count)));
  await expect.poll(open, { timeout: 1_000 }).toBe(1);
  await expect.poll(open, { timeout: 4_000, interval: 100 }).toBe(0);
  socket.destroy();
  await http.close();
});
