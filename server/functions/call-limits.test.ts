import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';

const functionsFolder = fileURLToPath(new URL('../testing/functions', import.meta.url));
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    settings: { functionsFolder },
    config: {
      edge_runtime: { max_body_size: 2000 },
      functions: {
        busy: { runs_in_thread: true, calls_per_customer: 1, calls_per_process: 2 },
        echo: { max_body_size: 4000 },
      },
    },
  });
});
afterAll(() => server.close());

const getToken = (number: number) =>
  server.context.keys.sign(
    { sub: `00000000-0000-4000-8000-00000000000${number}`, role: 'authenticated' },
    600,
  );

async function call(name: string, customer: number, body: string): Promise<Response> {
  const authorization = `Bearer ${await getToken(customer)}`;
  return server.fetch(`${server.url}/functions/v1/${name}`, {
    method: 'POST',
    body,
    headers: { authorization },
  });
}

/** Returns the longest time that the main thread was blocked. */
async function longestBlock(work: Promise<unknown>): Promise<number> {
  let longest = 0;
  let isDone = false;
  const ended = work.finally(() => {
    isDone = true;
  });
  for (let last = performance.now(); !isDone; last = performance.now()) {
    await sleep(5);
    longest = Math.max(longest, performance.now() - last);
  }
  await ended;
  return longest;
}

describe('a long-running function', () => {
  test('runs in a thread, can call the server, and delays nobody else', async () => {
    await call('busy', 1, '0');
    const answer = call('busy', 1, '900');
    expect(await longestBlock(answer)).toBeLessThan(500);
    expect((await answer).status).toBe(201);
    expect(await (await answer).json()).toEqual({ status: 'ok' });
  });

  test('is refused with 429 to a customer who already has a call in progress', async () => {
    const first = call('busy', 1, '500');
    await sleep(100);
    const second = await call('busy', 1, '500');
    expect(second.status).toBe(429);
    expect(second.headers.get('retry-after')).toBe('2');
    expect(await second.json()).toMatchObject({
      message: expect.stringContaining('Try again when it finishes'),
    });
    expect((await first).status).toBe(201);
    expect((await call('busy', 1, '0')).status).toBe(201);
  });

  test('is refused above the process limit', async () => {
    const running = [call('busy', 1, '600'), call('busy', 2, '600')];
    await sleep(200);
    expect((await call('busy', 3, '0')).status).toBe(429);
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([201, 201]);
    expect((await call('busy', 3, '0')).status).toBe(201);
  });
});

test('refuses a body above the limit of its function or of all functions with 413', async () => {
  expect((await call('busy', 1, ' '.repeat(2001))).status).toBe(413);
  expect((await call('echo', 1, ' '.repeat(2001))).status).toBe(201);
  expect((await call('echo', 1, ' '.repeat(4001))).status).toBe(413);
  expect((await call('busy', 1, '0')).status).toBe(201);
});
