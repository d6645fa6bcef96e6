import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../http/app.ts';
import { getClient, type TestServer } from '../testing/server.ts';
import { getOperator, mailFor, newAddress, PASSWORD, send, startAuthServer } from './testing/customers.ts';

let server: TestServer;
let existing: { email: string; phone: string };
beforeAll(async () => {
  server = await startAuthServer({
    email: { enable_confirmations: true },
    sms: { enable_signup: true, enable_confirmations: true, max_frequency: '0s' },
  });
  existing = { email: newAddress(), phone: '15557770001' };
  const { error } = await getOperator(server).auth.admin.createUser({
    ...existing,
    password: PASSWORD,
    email_confirm: true,
    phone_confirm: true,
  });
  if (error) throw error;
});
afterAll(() => server.close());

/** Removes times and random values from a response. */
async function getForm(answer: Response, address: string) {
  const body = JSON.stringify(await answer.json())
    .replaceAll(address, '<address>')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');
  const headers = [...answer.headers.keys()].filter((name) => name !== 'x-request-id').sort();
  return { status: answer.status, body: JSON.parse(body), headers };
}

describe("responses don't reveal who has an account", () => {
  const questions: [string, string, object][] = [
    ['signing in by mail', '/otp', {}],
    ['signing in by mail without signing up', '/otp', { create_user: false }],
    ['recovering a password', '/recover', {}],
    ['asking for a mail again', '/resend', { type: 'signup' }],
    ['asking for a changed address again', '/resend', { type: 'email_change' }],
    ['a wrong password', '/token?grant_type=password', { password: 'not the password' }],
    ['a wrong code', '/verify', { type: 'email', token: 'wrong' }],
  ];
  test.each(questions)('%s', async (_name, path, body) => {
    const email = newAddress();
    const unknown = await getForm(await send(server, 'POST', path, { ...body, email }), email);
    const answer = await getForm(
      await send(server, 'POST', path, { ...body, email: existing.email }),
      existing.email,
    );
    expect(answer).toEqual(unknown);
  });

  const phoneQuestions: [string, string, object][] = [
    ['signing in by text message', '/otp', {}],
    ['signing in by text message without signing up', '/otp', { create_user: false }],
    ['asking for a text message again', '/resend', { type: 'sms' }],
    ['asking for a changed number again', '/resend', { type: 'phone_change' }],
    ['a wrong password of a number', '/token?grant_type=password', { password: 'not the password' }],
    ['a wrong code of a number', '/verify', { type: 'sms', token: 'wrong' }],
  ];
  test.each(phoneQuestions)('%s', async (_name, path, body) => {
    const phone = '15557770002';
    const unknown = await getForm(await send(server, 'POST', path, { ...body, phone }), phone);
    const answer = await getForm(
      await send(server, 'POST', path, { ...body, phone: existing.phone }),
      existing.phone,
    );
    expect(answer).toEqual(unknown);
    await server.context.database.owner`delete from auth.users where phone = ${phone}`;
  });

  test('signing up with a taken address or number gets the usual response and changes nothing', async () => {
    const before = await server.context.database.owner`select count(*)::int as count from auth.users`;
    for (const identity of [{ email: existing.email }, { phone: existing.phone }]) {
      const answer = await send(server, 'POST', '/signup', {
        ...identity,
        password: 'another password',
        data: { a: 1 },
      });
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({
        ...identity,
        user_metadata: { a: 1 },
        confirmation_sent_at: expect.any(String),
      });
    }
    expect(await server.context.database.owner`select count(*)::int as count from auth.users`).toEqual(
      before,
    );
    expect(
      (await getClient(server).auth.signInWithPassword({ email: existing.email, password: PASSWORD })).error,
    ).toBeNull();
    const sent = await server.context.database.owner`
      select from platform.mails where recipient in (${existing.email}, ${existing.phone}) and kind = 'signup'`;
    expect(sent).toHaveLength(0);
  });

  test('changing to a taken address gets the usual response, and no email is sent to it', async () => {
    const forms = await Promise.all(
      [newAddress(), existing.email].map(async (email) => {
        const own = newAddress();
        const created = { email: own, password: PASSWORD, email_confirm: true };
        await getOperator(server).auth.admin.createUser(created);
        const { data } = await getClient(server).auth.signInWithPassword({ email: own, password: PASSWORD });
        const headers = { authorization: `Bearer ${data.session?.access_token}` };
        const { status, body } = await getForm(await send(server, 'PUT', '/user', { email }, headers), email);
        await send(server, 'POST', '/resend', { type: 'email_change', email: own });
        return JSON.stringify([status, body]).replaceAll(own, '<own>');
      }),
    );
    expect(forms[0]).toContain('<address>');
    expect(forms[1]).toBe(forms[0]);
    const sent = await server.context.database.owner`
      select from platform.mails where recipient = ${existing.email} and kind = 'email_change'`;
    expect(sent).toHaveLength(0);
  });

  test('requesting a text message again too soon gets the first response, for any number', async () => {
    const paced = await startAuthServer({
      sms: { enable_signup: true, enable_confirmations: true, max_frequency: '1m0s' },
    });
    const [waiting, unknown] = ['15557770003', '15557770004'];
    await getClient(paced).auth.signUp({ phone: waiting, password: PASSWORD });
    for (const phone of [waiting, waiting, unknown, unknown])
      for (const type of ['sms', 'phone_change'])
        expect((await send(paced, 'POST', '/resend', { type, phone })).status).toBe(200);
    const sent = await paced.context.database.owner`select recipient from platform.mails`;
    expect(sent).toEqual([{ recipient: waiting }]);
    await paced.close();
  });

  test('signing up again before confirming sets the latest password', async () => {
    const email = newAddress();
    await getClient(server).auth.signUp({ email, password: 'the first password' });
    await getClient(server).auth.signUp({ email, password: PASSWORD });
    const { code } = await mailFor(server, email);
    expect((await getClient(server).auth.verifyOtp({ email, token: code, type: 'signup' })).error).toBeNull();
    expect((await getClient(server).auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  test('nobody can choose the password of an invited user', async () => {
    const email = newAddress();
    await getOperator(server).auth.admin.inviteUserByEmail(email);
    await getClient(server).auth.signUp({ email, password: PASSWORD });
    const { code } = await mailFor(server, email);
    expect((await getClient(server).auth.verifyOtp({ email, token: code, type: 'signup' })).error).toBeNull();
    const login = await getClient(server).auth.signInWithPassword({ email, password: PASSWORD });
    expect(login.error).toMatchObject({ code: 'invalid_credentials' });
  });
});

test('limits per address and account apply across processes', async () => {
  const strict = await startAuthServer({ email: { max_frequency: '1m0s' } });
  const other = createApp(strict.context);
  const email = newAddress();
  const send = (app: { fetch(request: Request): Promise<Response> }, path: string, body: object) =>
    app.fetch(new Request(`${strict.url}/auth/v1${path}`, { method: 'POST', body: JSON.stringify(body) }));
  for (let i = 0; i < 11; i++)
    await send(i % 2 ? other : strict, '/token?grant_type=password', { email, password: 'wrong' });
  expect((await send(other, '/token?grant_type=password', { email, password: 'wrong' })).status).toBe(429);
  expect((await send(strict, '/token?grant_type=password', { email, password: 'wrong' })).status).toBe(429);
  expect((await send(strict, '/recover', { email })).status).toBe(200);
  expect((await send(other, '/recover', { email })).status).toBe(429);
  for (let i = 0; i < 20; i++)
    await send(i % 2 ? other : strict, '/verify', { type: 'recovery', email, token: 'wrong' });
  expect((await send(other, '/verify', { type: 'recovery', email, token: 'wrong' })).status).toBe(429);
  await other.close();
  await strict.close();
});
