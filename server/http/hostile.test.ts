import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSocket } from '../testing/realtime.ts';
import { raw, startTestServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ listen: true });
});
afterAll(() => server.close());

describe('malformed HTTP', () => {
  test.each([
    ['a number that is no address', '9223372036854775808'],
    ['a port that is none', 'bank:99999'],
    ['an address that is cut off', '[::1'],
    ['a path', 'a/../b'],
  ])('%s as a host is refused like other malformed input', async (_, host) => {
    for (const path of ['/auth/v1/.well-known/jwks.json', '/rest/v1/accounts', '/config.json', '/']) {
      const answer = await raw(server, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      expect(answer, path).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer, path).toMatch(/x-content-type-options: nosniff/i);
      expect(answer, path).toContain('The URL is not well-formed.');
    }
  });

  test('headers above the limit are refused, and HEAD never gets a body', async () => {
    const endless = `Host: a\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`;
    const whole = await raw(server, `GET / HTTP/1.1\r\n${endless}`);
    expect(whole).toMatch(/^HTTP\/1\.1 431 [\s\S]*nosniff[\s\S]*"code":"431"/);
    const head = await raw(server, `HEAD / HTTP/1.1\r\n${endless}`);
    expect(head).toMatch(/^HTTP\/1\.1 431 [\s\S]*\r\n\r\n$/);
  });

  test('an address of a hundred thousand characters is refused', async () => {
    const answer = await raw(server, `GET /rest/v1/${'a'.repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  });

  test('encoded slashes and dots lead nowhere', async () => {
    const names = ['..%2f..%2fdatabase.json', '%2e%2e/%2e%2e/x', 'a%2f..%2f..%2fb', '%5c..%5cx', '.%00.'];
    const folders = [
      'functions/v1',
      'storage/v1/object/public/documents',
      'storage/v1/object/documents',
      'rest/v1',
    ];
    for (const path of folders.flatMap((folder) => names.map((name) => `/${folder}/${name}`))) {
      const answer = await raw(
        server,
        `GET ${path} HTTP/1.1\r\nHost: a\r\napikey: ${server.anonKey}\r\nConnection: close\r\n\r\n`,
      );
      // Paths that leave the API can reach only the web app.
      expect(answer, path).toMatch(/^HTTP\/1\.1 (4\d\d |200 [\s\S]*<div id="root">)/);
      expect(answer, path).not.toMatch(/password|node:|\/server\//);
    }
  });
});

test('a topic that no database can store is refused with a message', async () => {
  const { socket, frames } = await openSocket(server, `?apikey=${server.anonKey}&vsn=2.0.0`);
  const config = { config: { private: true } };
  socket.send(JSON.stringify(['1', '1', 'realtime:a\0b', 'phx_join', config]));
  const answer = await frames.until((frame) => Array.isArray(frame) && frame[3] === 'phx_reply');
  expect(answer).toMatchObject({ 4: { response: { reason: expect.stringContaining('TopicNameRequired') } } });
  socket.terminate();
});
