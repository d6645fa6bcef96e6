import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getClient, type TestServer } from '../../testing/server.ts';
import {
  getAccessToken,
  getOperator,
  mailFor,
  newAddress,
  newCustomer,
  newestMail,
  PASSWORD,
  send,
  signedInAgain,
  startAuthServer,
} from '../testing/customers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startAuthServer({
    email: { enable_confirmations: true },
    additional_redirect_urls: ['http://localhost:9999/*'],
  });
});
afterAll(() => server.close());

const redirectTo = 'http://localhost:9999/welcome';
const admin = () => getOperator(server).auth.admin;

async function confirmedUser() {
  const email = newAddress();
  const { data } = await admin().createUser({ email, password: PASSWORD, email_confirm: true });
  return { email, id: data.user?.id ?? '' };
}

/** Follows the link and returns the browser's destination. */
async function follow(link: string) {
  const answer = await server.fetch(link, { redirect: 'manual' });
  const target = new URL(answer.headers.get('Location') ?? '');
  return { target, fragment: Object.fromEntries(new URLSearchParams(target.hash.slice(1))) };
}

describe("links for the operator's messages", () => {
  test('a sign-up link creates the user, who confirms by it, without sending an email', async () => {
    const email = newAddress();
    const { data, error } = await admin().generateLink({
      type: 'signup',
      email,
      password: PASSWORD,
      options: { data: { status: 'alpha' }, redirectTo },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, user_metadata: { status: 'alpha' } });
    expect(data.user?.user_metadata).toEqual({ status: 'alpha' });
    expect(data.properties).toEqual({
      action_link: expect.stringMatching(
        new RegExp(`/auth/v1/verify\\?token=.*&type=signup&redirect_to=${redirectTo}`),
      ),
      email_otp: expect.stringMatching(/^\d{6}$/),
      hashed_token: expect.stringMatching(/^[0-9a-f]{56}$/),
      redirect_to: redirectTo,
      verification_type: 'signup',
    });
    expect(await newestMail(server, email)).toBeNull();
    const { target, fragment } = await follow(data.properties?.action_link ?? '');
    expect(target.href).toContain(redirectTo);
    expect(fragment).toMatchObject({ type: 'signup', access_token: expect.any(String) });
    await signedInAgain(server, email);
    const second = await admin().generateLink({ type: 'signup', email, password: PASSWORD });
    expect(second.error).toMatchObject({ status: 422, code: 'email_exists' });
  });

  test('magic links and recovery links are for users, and a magic link signs up unknown users', async () => {
    const { email, id } = await confirmedUser();
    for (const type of ['magiclink', 'recovery'] as const) {
      const { data } = await admin().generateLink({ type, email });
      expect(data.properties?.verification_type).toBe(type);
      const code = data.properties?.email_otp ?? '';
      const { data: session } = await getClient(server).auth.verifyOtp({ email, token: code, type });
      expect(session.user?.id).toBe(id);
    }
    const unknown = newAddress();
    const recovery = await admin().generateLink({ type: 'recovery', email: unknown });
    expect(recovery.error).toMatchObject({ status: 404, code: 'user_not_found' });
    const { data } = await admin().generateLink({ type: 'magiclink', email: unknown });
    expect(data.properties).toMatchObject({
      verification_type: 'signup',
      action_link: expect.stringContaining('type=signup'),
    });
    const token_hash = data.properties?.hashed_token ?? '';
    expect((await getClient(server).auth.verifyOtp({ token_hash, type: 'signup' })).error).toBeNull();
  });

  test('an address changes after the links for both addresses were followed', async () => {
    const { email, id } = await confirmedUser();
    const newEmail = newAddress();
    const links = [];
    for (const type of ['email_change_current', 'email_change_new'] as const) {
      const { data, error } = await admin().generateLink({ type, email, newEmail, options: { redirectTo } });
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ email, new_email: newEmail });
      expect(data.properties?.action_link).toContain('type=email_change&');
      expect(data.properties?.verification_type).toBe(type);
      links.push(data.properties?.action_link ?? '');
    }
    const [first = '', second = ''] = links;
    expect((await follow(first)).fragment).toMatchObject({ message: expect.stringContaining('other email') });
    expect((await follow(first)).fragment).toMatchObject({ error_code: 'otp_expired' });
    expect((await follow(second)).fragment).toMatchObject({ access_token: expect.any(String) });
    expect((await admin().getUserById(id)).data.user).toMatchObject({ email: newEmail });
  });

  test('invalid link requests are refused, and only the operator can create links', async () => {
    const invalid = await admin().generateLink({
      type: 'signup',
      email: 'xx:;x@x.x',
      password: 'password123',
    });
    expect(invalid).toMatchObject({
      data: { user: null, properties: null },
      error: { message: 'Unable to validate email address: invalid format' },
    });
    const operator = { Authorization: `Bearer ${server.serviceKey}` };
    const asked = async (body: object) =>
      (await send(server, 'POST', '/admin/generate_link', body, operator)).status;
    expect(await asked({ type: 'signup', email: newAddress() })).toBe(400);
    expect(await asked({ type: 'signup', email: newAddress(), password: 'short' })).toBe(422);
    expect(await asked({ type: 'constructor', email: newAddress() })).toBe(400);
    expect(await asked({ type: 'email_change_new', email: newAddress() })).toBe(400);
    const body = { type: 'magiclink', email: newAddress() };
    expect((await send(server, 'POST', '/admin/generate_link', body)).status).toBe(401);
    const { email } = await confirmedUser();
    const headers = { Authorization: `Bearer ${await getAccessToken(await signedInAgain(server, email))}` };
    for (const path of ['/admin/generate_link', '/invite'])
      expect((await send(server, 'POST', path, body, headers)).status).toBe(403);
  });
});

describe('invitations', () => {
  test('an invited customer signs in by the link and chooses a password', async () => {
    const email = newAddress();
    const { data, error } = await admin().inviteUserByEmail(email, { data: { name: 'Ada' }, redirectTo });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email,
      invited_at: expect.any(String),
      confirmation_sent_at: expect.any(String),
      user_metadata: { name: 'Ada' },
    });
    const { kind, link } = await mailFor(server, email);
    expect(kind).toBe('invite');
    const { target, fragment } = await follow(link);
    expect(target.href).toContain(redirectTo);
    const { access_token = '', refresh_token = '', type } = fragment;
    expect(type).toBe('invite');
    const client = getClient(server);
    await client.auth.setSession({ access_token, refresh_token });
    expect((await client.auth.updateUser({ password: PASSWORD })).error).toBeNull();
    await signedInAgain(server, email);
  });

  test('an invitation can be repeated until it is accepted', async () => {
    const email = newAddress();
    const first = await admin().inviteUserByEmail(email);
    const second = await admin().inviteUserByEmail(email);
    expect(second.data.user?.id).toBe(first.data.user?.id);
    const { code } = await mailFor(server, email);
    expect((await getClient(server).auth.verifyOtp({ email, token: code, type: 'invite' })).error).toBeNull();
    expect((await admin().inviteUserByEmail(email)).error).toMatchObject({
      status: 422,
      code: 'email_exists',
    });
    const refused = await admin().inviteUserByEmail('xx:;x@x.x');
    expect(refused.error?.message).toBe('Unable to validate email address: invalid format');
  });
});

test('a link sent to an address is invalid after the address has changed', async () => {
  const other = await startAuthServer();
  const { email, id } = await newCustomer(other);
  await getClient(other).auth.signInWithOtp({ email });
  const { tokenHash } = await mailFor(other, email);
  await getOperator(other).auth.admin.updateUserById(id, { email: newAddress() });
  const { error } = await getClient(other).auth.verifyOtp({ token_hash: tokenHash, type: 'magiclink' });
  expect(error).toMatchObject({ status: 403, code: 'otp_expired' });
  await other.close();
});
