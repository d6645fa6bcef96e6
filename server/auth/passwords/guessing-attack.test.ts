import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { mailFor, newCustomer, PASSWORD, send } from '../testing/customers.ts';

/**
 * These tests send concurrent guesses, each from a different address, like an attacker with rented machines.
 */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    settings: { trustProxy: true },
    config: { auth: { email: { max_frequency: '0s' } } },
  });
});
afterAll(() => server.close());

let addresses = 0;
const elsewhere = () => {
  addresses += 1;
  return { 'X-Forwarded-For': `198.51.${addresses >> 8}.${addresses & 255}` };
};
const guess = (email: string, password: string) =>
  send(server, 'POST', '/token?grant_type=password', { email, password }, elsewhere());
const verify = (body: object) => send(server, 'POST', '/verify', body, elsewhere());
const times = (count: number) => Array.from({ length: count }, (_, index) => index);
const statuses = async (answers: Promise<Response>[]) =>
  (await Promise.all(answers)).map(({ status }) => status).sort();

describe('guessing from many addresses in parallel', () => {
  test('learns the result of little more than ten of forty passwords for one account', async () => {
    const { email } = await newCustomer(server);
    const answers = await statuses(times(40).map((index) => guess(email, `guess number ${index}`)));
    const rejected = answers.filter((status) => status === 400).length;
    // The server checks eleven guesses, plus one for each pause that ends during the test. Each pause is
    // twice as long as the previous pause.
    expect(rejected).toBeGreaterThanOrEqual(11);
    expect(rejected).toBeLessThan(18);
    expect(answers.filter((status) => status === 429)).toHaveLength(40 - rejected);
  });

  test("doesn't count correct passwords", async () => {
    const { email } = await newCustomer(server);
    for (const _ of times(2)) {
      const answers = await statuses(times(6).map(() => guess(email, PASSWORD)));
      expect(answers).toEqual(times(6).map(() => 200));
    }
  });

  test('checks twenty of thirty codes for one address, and the right one comes too late', async () => {
    const { email } = await newCustomer(server);
    await send(server, 'POST', '/otp', { email }, elsewhere());
    const { code } = await mailFor(server, email);
    const wrong = (index: number) => String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0');
    const answers = await statuses(
      times(30).map((index) => verify({ type: 'email', email, token: wrong(index) })),
    );
    expect(answers.filter((status) => status === 403)).toHaveLength(20);
    expect((await verify({ type: 'email', email, token: code })).status).toBe(429);
  });

  test('uses a link once, also when it is followed twice in parallel', async () => {
    const { email } = await newCustomer(server);
    await send(server, 'POST', '/otp', { email }, elsewhere());
    const { tokenHash } = await mailFor(server, email);
    const body = { type: 'magiclink', token_hash: tokenHash };
    expect(await statuses([verify(body), verify(body), verify(body)])).toEqual([200, 403, 403]);
    const link = `/verify?token=${tokenHash}&type=magiclink`;
    const followed = await send(server, 'GET', link, undefined, elsewhere());
    expect(followed.headers.get('Location')).toMatch(/error_code=otp_expired/);
    expect(followed.headers.get('Location')).not.toMatch(/access_token/);
  });
});
