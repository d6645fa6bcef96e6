import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getClient, startTestServer, type TestServer } from '../../../server/testing/server.ts';
import { openPushReceiver } from '../support/push-receiver.ts';

const NAMES = ['SANDBANK_PUSH_KEY', 'SANDBANK_PUSH_CONTACT', 'SANDBANK_PUSH_RELAY'];

const AT_RELAY = '/fcm.googleapis.com/fcm/send';
const BROWSER = 'https://fcm.googleapis.com/fcm/send';

describe('push messages while no page is open', () => {
  /** A bank without push keys, and a bank with push keys on the same database. */
  let quiet: TestServer;
  let server: TestServer;
  let service: Awaited<ReturnType<typeof openPushReceiver>>;

  beforeAll(async () => {
    service = await openPushReceiver();
    quiet = await startTestServer();
    await publicKey(quiet);
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    process.env.SANDBANK_PUSH_KEY = JSON.stringify(privateKey.export({ format: 'jwk' }));
    process.env.SANDBANK_PUSH_CONTACT = 'mailto:bank@example.com';
    process.env.SANDBANK_PUSH_RELAY = service.origin;
    server = await startTestServer({ beside: quiet });
    await publicKey();
  });
  afterAll(async () => {
    for (const name of NAMES) delete process.env[name];
    await server.close();
    await quiet.close();
    await service.close();
  });

  const sql = () => server.context.database.owner;
  const publicKey = async (target = server) =>
    (await getClient(target).functions.invoke('push-notifications', { method: 'GET' })).data.public_key;
  const sendNotifications = async (target = server) =>
    (await getClient(target, { key: target.serviceKey }).functions.invoke('push-notifications', { body: {} }))
      .data;

  /** Creates a customer with a browser subscribed at this address, and records these events. */
  async function subscribed(endpoint: string, household_events: { kind: string; description: string }[]) {
    const id = crypto.randomUUID();
    await sql()`insert into customers (id) values (${id})`;
    await sql()`
      insert into push_subscriptions (user_id, endpoint, p256dh, auth, notified_until)
      values (${id}, ${endpoint}, ${service.keys.p256dh}, ${service.keys.auth}, now() - interval '1 hour')`;
    for (const { kind, description } of household_events)
      await sql()`
        insert into household_events (user_id, at, kind, description, event_key)
        values (${id}, now(), ${kind}, ${description}, ${crypto.randomUUID()})`;
    return id;
  }
  const failed = { kind: 'payment_failed', description: 'Rent could not be paid' };
  const endpoints = async () =>
    (await sql()`select endpoint from push_subscriptions order by endpoint`).map((row) => row.endpoint);

  it('are off and invisible without keys', async () => {
    expect(await publicKey(quiet)).toBeNull();
    await subscribed(`${BROWSER}/quiet`, [failed]);
    expect(await sendNotifications(quiet)).toEqual({ sent: 0, gone: 0, failed: 0 });
    expect(service.received).toEqual([]);
    await sql()`delete from push_subscriptions`;
  });

  it('are encrypted for the browser, signed by the bank, and sent once', async () => {
    await subscribed(`${BROWSER}/one`, [failed]);
    expect(await sendNotifications()).toEqual({ sent: 1, gone: 0, failed: 0 });
    expect(await sendNotifications()).toEqual({ sent: 0, gone: 0, failed: 0 });
    const [received] = service.received.splice(0);
    expect(received).toMatchObject({
      path: '/fcm.googleapis.com/fcm/send/one',
      message: { title: 'Payment Failed', body: 'Rent could not be paid.', path: '/transactions' },
      ttl: 86_400,
      claims: { aud: 'https://fcm.googleapis.com', sub: 'mailto:bank@example.com', key: await publicKey() },
    });
  });

  it('combine several events in one message that links to all of them', async () => {
    await subscribed(`${BROWSER}/many`, [failed, { kind: 'shock', description: 'Your car breaks down' }]);
    await sendNotifications();
    const messages = service.received.splice(0).map(({ message }) => message);
    expect(messages).toMatchObject([{ title: '2 things happened', path: '/notifications' }]);
  });

  it('remove expired subscriptions and keep those whose service is down', async () => {
    await sql()`delete from push_subscriptions`;
    service.answers.set(`${AT_RELAY}/over`, 410).set(`${AT_RELAY}/down`, 503);
    await subscribed(`${BROWSER}/over`, [failed]);
    await subscribed(`${BROWSER}/down`, [failed]);
    expect(await sendNotifications()).toEqual({ sent: 0, gone: 1, failed: 1 });
    expect(await endpoints()).toEqual([`${BROWSER}/down`]);
  });

  it('are sent only to push services, whatever the page stored', async () => {
    await subscribed('http://127.0.0.1:9/inside', [failed]);
    await subscribed('https://fcm.googleapis.com.evil.example/x', [failed]);
    expect(await sendNotifications()).toMatchObject({ sent: 0, gone: 2 });
    expect(service.received).toEqual([]);
  });

  it('are sent by the scheduler only', async () => {
    const { error } = await getClient(server).functions.invoke('push-notifications', { body: {} });
    expect(error?.context.status).toBe(401);
  });
});
