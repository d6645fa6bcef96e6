import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '../../testing/server.ts';
import { newCustomer, signedInAgain, startAuthServer } from '../testing/customers.ts';

let server: TestServer;
beforeAll(async () => {
  const phone = {
    enroll_enabled: true,
    verify_enabled: true,
    max_frequency: '0s',
    template: 'Bank: {{ .Code }}',
  };
  server = await startAuthServer({ mfa: { phone } });
});
afterAll(() => server.close());

let numbers = 0;
/** Returns a number that no other test uses. */
function newNumber(): string {
  numbers += 1;
  return `+49151${String(numbers).padStart(8, '0')}`;
}

async function codeSentTo(phone: string): Promise<string> {
  const [text] = await server.context.database.owner`
    select body, code from platform.mails
    where channel = 'sms' and recipient = ${phone.slice(1)} order by id desc limit 1`;
  expect(text?.body).toBe(`Bank: ${text?.code}`);
  return text?.code ?? '';
}

async function newCustomerWithPhone() {
  const { client, email } = await newCustomer(server);
  const phone = newNumber();
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'phone', phone });
  if (error) throw error;
  return { client, email, phone, factorId: data.id };
}

type Customer = Awaited<ReturnType<typeof newCustomerWithPhone>>;

/** Requests a code, applies `change` to it, and answers with the result. */
async function proves({ client, phone, factorId }: Customer, change = (code: string) => code) {
  const { data, error } = await client.auth.mfa.challenge({ factorId });
  if (error) throw error;
  const code = change(await codeSentTo(phone));
  return client.auth.mfa.verify({ factorId, challengeId: data.id, code });
}

test('a phone is enrolled and verified by a code sent to it', async () => {
  const customer = await newCustomerWithPhone();
  const { client, phone, factorId } = customer;
  expect((await proves(customer)).error).toBeNull();
  const level = (await client.auth.mfa.getAuthenticatorAssuranceLevel()).data;
  expect(level).toMatchObject({
    currentLevel: 'aal2',
    currentAuthenticationMethods: [{ method: 'mfa/phone' }, { method: 'password' }],
  });
  const listed = (await client.auth.mfa.listFactors()).data?.phone;
  expect(listed).toMatchObject([{ id: factorId, phone: phone.slice(1), status: 'verified' }]);
});

test('the next sign-in sends a new code', async () => {
  const customer = await newCustomerWithPhone();
  await proves(customer);
  const client = await signedInAgain(server, customer.email);
  expect((await proves({ ...customer, client })).error).toBeNull();
});

test('a wrong code or one of an earlier challenge is refused', async () => {
  const customer = await newCustomerWithPhone();
  const refusal = { status: 422, code: 'mfa_verification_failed', message: 'Invalid MFA Phone code entered' };
  const lastDigit = (code: string) => `${code.slice(0, 5)}${(Number(code[5]) + 1) % 10}`;
  expect((await proves(customer, lastDigit)).error).toMatchObject(refusal);
  expect((await proves(customer, () => 'none')).error).toMatchObject(refusal);
  const { data } = await customer.client.auth.mfa.challenge({ factorId: customer.factorId });
  const earlier = await codeSentTo(customer.phone);
  const newer = await proves(customer, (code) => (code === earlier ? 'none' : earlier));
  expect(newer.error).toMatchObject(refusal);
  const { factorId } = customer;
  const answer = { factorId, challengeId: data?.id ?? '', code: earlier };
  expect((await customer.client.auth.mfa.verify(answer)).error).toBeNull();
});

test('no code can be derived from its challenge', async () => {
  const { client, phone, factorId } = await newCustomerWithPhone();
  const { data } = await client.auth.mfa.challenge({ factorId });
  const [challenge] = await server.context.database.owner`
    select to_json(c)::text as text from auth.mfa_challenges c where id = ${data?.id ?? ''}`;
  expect(challenge?.text).toContain(factorId);
  expect(challenge?.text).not.toContain(await codeSentTo(phone));
});

test('a number can be enrolled again while unverified, and once when verified', async () => {
  const customer = await newCustomerWithPhone();
  const { client, phone } = customer;
  const again = await client.auth.mfa.enroll({ factorType: 'phone', phone });
  expect(again.error).toBeNull();
  expect((await client.auth.mfa.listFactors()).data?.all).toMatchObject([{ id: again.data?.id }]);
  await proves({ ...customer, factorId: again.data?.id ?? '' });
  const third = await client.auth.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'Third' });
  expect(third.error).toMatchObject({ status: 422, code: 'mfa_verified_factor_exists' });
});

test.each([
  ['', 'Phone number required to enroll Phone factor'],
  ['12 34 x', 'Invalid phone number format (E.164 required)'],
])('%j is an invalid phone number', async (phone, message) => {
  const { client } = await newCustomer(server);
  const { error } = await client.auth.mfa.enroll({ factorType: 'phone', phone });
  expect(error).toMatchObject({ status: 400, code: 'validation_failed', message });
});

test("codes are sent at the operator's configured rate", async () => {
  const phone = { enroll_enabled: true, verify_enabled: true, max_frequency: '1m' };
  const slow = await startAuthServer({ mfa: { phone } });
  try {
    const { client } = await newCustomer(slow);
    const { data } = await client.auth.mfa.enroll({ factorType: 'phone', phone: newNumber() });
    const factorId = data?.id ?? '';
    expect((await client.auth.mfa.challenge({ factorId })).error).toBeNull();
    const { error } = await client.auth.mfa.challenge({ factorId });
    expect(error).toMatchObject({ status: 429, code: 'over_sms_send_rate_limit' });
  } finally {
    await slow.close();
  }
});
