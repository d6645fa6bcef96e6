import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getClient, type TestServer } from '../../testing/server.ts';
import {
  getAccessToken,
  getOperator,
  mailFor,
  newAddress,
  newCustomer,
  PASSWORD,
  send,
  startAuthServer,
} from '../testing/customers.ts';
import { bare, codeFor, newPhone, SMS, sentCode } from '../testing/phones.ts';

let server: TestServer;
let trusting: TestServer;
beforeAll(async () => {
  server = await startAuthServer({ sms: { ...SMS, enable_confirmations: true } });
  trusting = await startAuthServer({ sms: SMS });
});
afterAll(() => Promise.all([server.close(), trusting.close()]));

describe('signing up by phone', () => {
  test('confirms the number by the code and signs the visitor in', async () => {
    const phone = newPhone();
    const client = getClient(server);
    const { data, error } = await client.auth.signUp({
      phone,
      password: PASSWORD,
      options: { data: { name: 'Ada' } },
    });
    expect(error).toBeNull();
    expect(data).toMatchObject({
      session: null,
      user: {
        phone: bare(phone),
        email: '',
        confirmation_sent_at: expect.any(String),
        app_metadata: { provider: 'phone', providers: ['phone'] },
        user_metadata: { name: 'Ada' },
        identities: [{ provider: 'phone', identity_data: { phone: bare(phone), phone_verified: false } }],
      },
    });
    const early = await client.auth.signInWithPassword({ phone, password: PASSWORD });
    expect(early.error).toMatchObject({
      status: 400,
      code: 'phone_not_confirmed',
      message: 'Phone not confirmed',
    });
    const token = await sentCode(server, phone);
    const verified = await client.auth.verifyOtp({ phone, token, type: 'sms' });
    expect(verified.error).toBeNull();
    expect(verified.data.user).toMatchObject({
      phone_confirmed_at: expect.any(String),
      confirmed_at: expect.any(String),
      identities: [{ identity_data: { phone_verified: true } }],
    });
    expect((await client.auth.getClaims()).data?.claims).toMatchObject({
      phone: bare(phone),
      amr: [{ method: 'otp' }],
    });
    const repeated = await getClient(server).auth.signInWithPassword({ phone, password: PASSWORD });
    expect(repeated.data.user?.id).toBe(verified.data.user?.id);
  });

  test('without confirmation signs the visitor in immediately and reports a taken number', async () => {
    const phone = newPhone();
    const { data, error } = await getClient(trusting).auth.signUp({ phone, password: PASSWORD });
    expect(error).toBeNull();
    expect(data.session).not.toBeNull();
    expect(data.user?.phone_confirmed_at).toEqual(expect.any(String));
    const repeated = await getClient(trusting).auth.signUp({ phone, password: PASSWORD });
    expect(repeated.error).toMatchObject({ status: 422, code: 'user_already_exists' });
    const login = await getClient(trusting).auth.signInWithPassword({ phone, password: PASSWORD });
    expect(login.error).toBeNull();
  });

  test("doesn't reveal a taken number", async () => {
    const phone = newPhone();
    const client = getClient(server);
    const first = await client.auth.signUp({ phone, password: PASSWORD });
    await client.auth.verifyOtp({ phone, token: await sentCode(server, phone), type: 'sms' });
    const code = await codeFor(server, phone);
    const { data, error } = await getClient(server).auth.signUp({ phone, password: PASSWORD });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ phone: bare(phone), identities: [], role: '' });
    expect(data.user?.id).not.toBe(first.data.user?.id);
    expect(await codeFor(server, phone)).toBe(code);
  });

  test('refuses an invalid number, an unknown channel, and both an address and a number', async () => {
    const body = { password: PASSWORD };
    for (const phone of ['1-555-555-1212', '+0155512345', '12345678901234567', '+1555a', '+'])
      expect(await (await send(server, 'POST', '/signup', { ...body, phone })).json()).toMatchObject({
        error_code: 'validation_failed',
        msg: 'Invalid phone number format (E.164 required)',
      });
    const whatsapp = await getClient(server).auth.signInWithOtp({
      phone: newPhone(),
      options: { channel: 'whatsapp' },
    });
    expect(whatsapp.error).toMatchObject({ status: 400, code: 'validation_failed' });
    const both = await send(server, 'POST', '/signup', { ...body, phone: newPhone(), email: newAddress() });
    expect(both.status).toBe(400);
  });

  test('is refused where phone is off', async () => {
    const closed = await startAuthServer();
    const client = getClient(closed);
    const phone = newPhone();
    expect((await client.auth.signUp({ phone, password: PASSWORD })).error).toMatchObject({
      code: 'phone_provider_disabled',
    });
    expect((await client.auth.signInWithPassword({ phone, password: PASSWORD })).error).toMatchObject({
      status: 422,
      code: 'phone_provider_disabled',
    });
    expect((await client.auth.resend({ type: 'sms', phone })).error).toMatchObject({ status: 400 });
    await closed.close();
  });
});

describe('signing in by text message', () => {
  test('creates a customer from the code of a message, which works once', async () => {
    const phone = newPhone();
    const client = getClient(server);
    const requested = await client.auth.signInWithOtp({ phone });
    expect(requested).toMatchObject({ error: null, data: { messageId: expect.any(String) } });
    const token = await sentCode(server, phone);
    expect((await client.auth.verifyOtp({ phone, token, type: 'sms' })).error).toBeNull();
    expect((await client.auth.verifyOtp({ phone, token, type: 'sms' })).error).toMatchObject({
      status: 403,
      code: 'otp_expired',
      message: 'Token has expired or is invalid',
    });
  });

  test('gives an unknown number the usual response without a message if the client creates no user', async () => {
    const phone = newPhone();
    const { error } = await getClient(server).auth.signInWithOtp({
      phone,
      options: { shouldCreateUser: false },
    });
    expect(error).toBeNull();
    expect(await codeFor(server, phone)).toBeUndefined();
  });

  test("accepts a test number's fixed code without a message, and reports a missing provider for others", async () => {
    const agreed = await startAuthServer({ sms: { ...SMS, test_otp: { '+15550001111': '424242' } } });
    const phone = '+15550001111';
    const client = getClient(agreed);
    expect((await client.auth.signInWithOtp({ phone })).error).toBeNull();
    expect(await codeFor(agreed, phone)).toBeUndefined();
    expect((await client.auth.verifyOtp({ phone, token: '424242', type: 'sms' })).error).toBeNull();
    const other = newPhone();
    expect((await client.auth.signInWithOtp({ phone: other })).error).toMatchObject({
      status: 422,
      code: 'sms_send_failed',
    });
    expect((await client.auth.resend({ type: 'phone_change', phone: other })).error).toBeNull();
    expect((await client.auth.signUp({ phone: other, password: PASSWORD })).error).toBeNull();
    await agreed.close();
  });

  test('keeps email codes and text message codes apart', async () => {
    const { email, id } = await newCustomer(server);
    const phone = newPhone();
    await getOperator(server).auth.admin.updateUserById(id, { phone });
    await getClient(server).auth.signInWithOtp({ phone });
    const token = await sentCode(server, phone);
    for (const type of ['signup', 'email', 'magiclink'] as const) {
      expect((await getClient(server).auth.verifyOtp({ email, token, type })).error).toMatchObject({
        status: 403,
      });
      const crossed = await send(server, 'POST', '/verify', { phone, token, type });
      expect(crossed.status).toBe(400);
    }
    const [row] = await server.context.database
      .owner`select phone_confirmed_at from auth.users where id = ${id}`;
    expect(row?.phone_confirmed_at).toBeNull();
  });

  test('can be repeated, with the same response if nothing is sent', async () => {
    const client = getClient(server);
    const unknownNumber = await send(server, 'POST', '/resend', { type: 'sms', phone: newPhone() });
    const phone = newPhone();
    await client.auth.signUp({ phone, password: PASSWORD });
    const first = await sentCode(server, phone);
    const somebody = await send(server, 'POST', '/resend', { type: 'sms', phone });
    expect([unknownNumber.status, somebody.status]).toEqual([200, 200]);
    const forms = [await unknownNumber.json(), await somebody.json()];
    expect(forms).toEqual([
      { message_id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      { message_id: expect.any(String) },
    ]);
    const second = await sentCode(server, phone);
    if (first !== second)
      expect((await client.auth.verifyOtp({ phone, token: first, type: 'sms' })).error).toMatchObject({
        status: 403,
      });
    expect((await client.auth.verifyOtp({ phone, token: second, type: 'sms' })).error).toBeNull();
  });

  test('limits messages per number, whether or not it has an account', async () => {
    const paced = await startAuthServer({ sms: { ...SMS, max_frequency: '1m0s' } });
    const phone = newPhone();
    const client = getClient(paced);
    expect((await client.auth.signInWithOtp({ phone })).error).toBeNull();
    for (const number of [phone, phone])
      expect((await client.auth.signInWithOtp({ phone: number })).error).toMatchObject({
        status: 429,
        code: 'over_sms_send_rate_limit',
        message: expect.stringMatching(
          /^For security purposes, you can only request this after \d+ seconds\.$/,
        ),
      });
    await paced.close();
  });
});

describe('a customer who signed up by phone', () => {
  const readConfirmedAddress = async (id: string) => {
    const [row] = await trusting.context.database.owner`select bank.confirmed_address(${id}) as address`;
    return row?.address;
  };

  /** Signs up by phone and adds an unconfirmed email address. */
  async function signUpWithAddress() {
    const phone = newPhone();
    const email = newAddress();
    const client = getClient(trusting);
    const { data, error } = await client.auth.signUp({ phone, password: PASSWORD });
    if (error || !data.user) throw error ?? new Error('signing up gave no user');
    const changed = await client.auth.updateUser({ email });
    expect(changed.error).toBeNull();
    return { phone, email, id: data.user.id };
  }

  test('confirms an email address by the code sent to it', async () => {
    const { email, id } = await signUpWithAddress();
    expect(await readConfirmedAddress(id)).toBeNull();
    const client = getClient(trusting);
    await client.auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    const { code: token } = await mailFor(trusting, email);
    expect((await client.auth.verifyOtp({ email, token, type: 'email' })).error).toBeNull();
    expect(await readConfirmedAddress(id)).toBe(email);
  });

  test("doesn't confirm an email address by a code sent to the phone", async () => {
    const { phone, id } = await signUpWithAddress();
    const client = getClient(trusting);
    await client.auth.signInWithOtp({ phone, options: { shouldCreateUser: false } });
    const token = await sentCode(trusting, phone);
    expect((await client.auth.verifyOtp({ phone, token, type: 'sms' })).error).toBeNull();
    expect(await readConfirmedAddress(id)).toBeNull();
  });
});

describe('changing the phone number', () => {
  test('requires the code sent to the new number', async () => {
    const { client, email } = await newCustomer(server);
    const phone = newPhone();
    const { data, error } = await client.auth.updateUser({ phone });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      new_phone: bare(phone),
      phone: '',
      phone_change_sent_at: expect.any(String),
    });
    const old = await sentCode(server, phone);
    expect((await client.auth.resend({ type: 'phone_change', phone })).error).toBeNull();
    const token = await sentCode(server, phone);
    if (old !== token)
      expect((await client.auth.verifyOtp({ phone, token: old, type: 'phone_change' })).error).not.toBeNull();
    const changed = await client.auth.verifyOtp({ phone, token, type: 'phone_change' });
    expect(changed.error).toBeNull();
    expect(changed.data.user).toMatchObject({
      email,
      phone: bare(phone),
      phone_confirmed_at: expect.any(String),
      app_metadata: { provider: 'email', providers: ['email', 'phone'] },
    });
    expect(changed.data.user?.new_phone).toBeUndefined();
    expect((await getClient(server).auth.signInWithPassword({ phone, password: PASSWORD })).error).toBeNull();
  });

  test("refuses another customer's number", async () => {
    const phone = newPhone();
    await getClient(trusting).auth.signUp({ phone, password: PASSWORD });
    const { client } = await newCustomer(trusting);
    expect((await client.auth.updateUser({ phone })).error).toMatchObject({
      status: 422,
      code: 'phone_exists',
    });
  });

  test('reauthenticates a customer without an address by text message', async () => {
    const careful = await startAuthServer({ sms: SMS, email: { secure_password_change: true } });
    const phone = newPhone();
    const client = getClient(careful);
    await client.auth.signUp({ phone, password: PASSWORD });
    await careful.context.database
      .owner`update auth.sessions set created_at = created_at - interval '25 hours'`;
    const password = 'a rather different one';
    expect((await client.auth.updateUser({ password })).error).toMatchObject({
      code: 'reauthentication_needed',
    });
    expect((await client.auth.reauthenticate()).error).toBeNull();
    const nonce = await sentCode(careful, phone);
    expect((await client.auth.updateUser({ password, nonce: '000000x' })).error).toMatchObject({
      status: 422,
      code: 'reauthentication_not_valid',
    });
    expect((await client.auth.updateUser({ password, nonce })).error).toBeNull();
    await careful.close();
  });

  test('makes an anonymous customer permanent', async () => {
    const client = getClient(trusting);
    await client.auth.signInAnonymously();
    const { data } = await client.auth.updateUser({ phone: newPhone() });
    expect(data.user).toMatchObject({
      is_anonymous: false,
      app_metadata: { provider: 'phone', providers: ['phone'] },
    });
    expect(await getAccessToken(client)).toBeDefined();
  });
});
