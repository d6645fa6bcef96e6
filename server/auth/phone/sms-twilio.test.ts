import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { getClient, type TestServer } from '../../testing/server.ts';
import { PASSWORD, send, startAuthServer } from '../testing/customers.ts';
import { bare, newPhone, SMS } from '../testing/phones.ts';

describe('text messages through Twilio', () => {
  type Call = { path?: string; authorization?: string; body: Record<string, string> };

  /** Starts a server with the parts of Twilio's API that the carrier uses. */
  async function startTwilio(statuses: number[]) {
    const calls: Call[] = [];
    const http = createServer(async (request, response) => {
      let body = '';
      for await (const part of request) body += part;
      const { authorization } = request.headers;
      calls.push({ path: request.url, authorization, body: Object.fromEntries(new URLSearchParams(body)) });
      response.writeHead(statuses.shift() ?? 201, { 'Content-Type': 'application/json' });
      response.end('{"sid":"SM1","code":21211,"message":"said by Twilio"}');
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const { port } = http.address() as AddressInfo;
    const twilio = {
      enabled: true,
      account_sid: 'AC123',
      message_service_sid: 'MG456',
      auth_token: 'twilio secret',
      api_url: `http://127.0.0.1:${port}`,
    };
    return { calls, twilio, close: () => new Promise((closed) => http.close(closed)) };
  }

  test('use the messaging service, or WhatsApp if requested', async () => {
    const { calls, twilio, close } = await startTwilio([]);
    const carried = await startAuthServer({ sms: { ...SMS, twilio }, rate_limit: { sms_sent: 2 } });
    const client = getClient(carried);
    const phone = newPhone();
    expect((await client.auth.signInWithOtp({ phone })).error).toBeNull();
    await vi.waitFor(() => expect(calls).toHaveLength(1), 10_000);
    expect(calls[0]).toEqual({
      path: '/2010-04-01/Accounts/AC123/Messages.json',
      authorization: `Basic ${Buffer.from('AC123:twilio secret').toString('base64')}`,
      body: { To: phone, MessagingServiceSid: 'MG456', Body: expect.stringMatching(/^Your code is \d{6}$/) },
    });
    const token = calls[0]?.body.Body?.slice(-6) ?? '';
    expect((await client.auth.verifyOtp({ phone, token, type: 'sms' })).error).toBeNull();
    await client.auth.signInWithOtp({ phone: newPhone(), options: { channel: 'whatsapp' } });
    await vi.waitFor(() => expect(calls[1]?.body.To).toMatch(/^whatsapp:\+1555/), 10_000);
    expect((await client.auth.signInWithOtp({ phone: newPhone() })).error).toMatchObject({
      status: 429,
      code: 'over_sms_send_rate_limit',
      message: 'sms rate limit exceeded',
    });
    const settings = await (await send(carried, 'GET', '/settings')).json();
    expect(settings).toMatchObject({
      external: { phone: true },
      sms_provider: 'twilio',
      phone_autoconfirm: true,
    });
    await carried.close();
    await close();
  });

  /**
   * Waits until an attempt to send the last message to a number has failed, and returns its failure and
   * whether the server has given up.
   */
  const triedFor = (carried: TestServer, phone: string) =>
    vi.waitFor(async () => {
      const [row] = await carried.context.database.owner`
        select failure, due_at is null as given_up from platform.mails where recipient = ${bare(phone)}
        order by id desc limit 1`;
      expect(row?.failure).toContain('Twilio responded with status');
      return row;
    }, 10_000);

  test('that the provider refuses are reported, and can be requested again', async () => {
    const { calls, twilio, close } = await startTwilio([400, 503]);
    const carried = await startAuthServer({ sms: { ...SMS, twilio } });
    const client = getClient(carried);
    const phone = newPhone();
    expect((await client.auth.signInWithOtp({ phone })).error).toMatchObject({
      status: 422,
      code: 'sms_send_failed',
      message: expect.stringMatching(
        /^Error sending confirmation OTP to provider: Twilio responded with status 400/,
      ),
    });
    expect(await triedFor(carried, phone)).toMatchObject({ given_up: true });
    expect((await client.auth.signInWithOtp({ phone })).error).toMatchObject({
      status: 422,
      code: 'sms_send_failed',
      message: 'Error sending confirmation OTP to provider: the service cannot be reached',
    });
    expect(await triedFor(carried, phone)).toMatchObject({ given_up: true });
    expect((await client.auth.signInWithOtp({ phone })).error).toBeNull();
    expect(calls).toHaveLength(3);
    await close();
    expect((await client.auth.signInWithOtp({ phone })).error).toMatchObject({ code: 'sms_send_failed' });
    await carried.close();
  });

  test('are given up or retried silently where the response would reveal an account', async () => {
    const { twilio, close } = await startTwilio([400, 503]);
    const carried = await startAuthServer({ sms: { ...SMS, enable_confirmations: true, twilio } });
    const [refused, delayed] = [newPhone(), newPhone()];
    expect((await getClient(carried).auth.signUp({ phone: refused, password: PASSWORD })).error).toBeNull();
    expect(await triedFor(carried, refused)).toMatchObject({
      given_up: true,
      failure: expect.stringContaining('400'),
    });
    expect((await getClient(carried).auth.signUp({ phone: delayed, password: PASSWORD })).error).toBeNull();
    expect(await triedFor(carried, delayed)).toMatchObject({
      given_up: false,
      failure: expect.stringContaining('503'),
    });
    await carried.close();
    await close();
  });
});
