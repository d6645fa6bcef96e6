import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '../../testing/server.ts';
import {
  getAccessToken,
  getOperator,
  newAddress,
  PASSWORD,
  send,
  signedInAgain,
  startAuthServer,
} from '../testing/customers.ts';

/** The number of test cases. `FUZZ_RUNS` overrides it. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 600);
const PATIENCE_MS = 1_200_000;

let server: TestServer;
let tokens: string[];
let endpoints: string[];
beforeAll(async () => {
  server = await startAuthServer({
    email: { enable_confirmations: true, secure_password_change: true },
    sms: { enable_signup: true, enable_confirmations: true, max_frequency: '0s' },
  });
  const email = newAddress();
  await getOperator(server).auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
  const { data: created } = await getOperator(server).auth.admin.createUser({ email: newAddress() });
  const other = created.user?.id;
  const client = await signedInAgain(server, email);
  tokens = [
    '',
    `Bearer ${server.serviceKey}`,
    `Bearer ${await getAccessToken(client)}`,
    'Bearer sb_secret_x',
  ];
  endpoints = [
    'POST /signup',
    'POST /otp',
    'POST /resend',
    'POST /verify',
    'PUT /user',
    'POST /invite',
    'POST /admin/generate_link',
    'POST /admin/users',
    `PUT /admin/users/${other}`,
    'GET /reauthenticate',
    'POST /token?grant_type=password',
  ];
});
afterAll(() => server.close());

const phones = fc.constantFrom(
  '+15550001',
  '15550001',
  '+1 555 0002',
  '+0',
  '1',
  '1'.repeat(400),
  '+',
  'nobody',
  'a@b',
);
const words = fc.constantFrom(
  'signup',
  'sms',
  'phone_change',
  'invite',
  'magiclink',
  'email_change_new',
  'email_change_current',
  'whatsapp',
  'none',
  '24h',
  '1e400h',
  `$2b$04$${'a'.repeat(53)}`,
  '$argon2id$v=19$m=1,t=1,p=1$YQ$YQ',
  '$argon2id$',
  '{{ .Token }}',
  'https://example.com/?a=1&b=2#c',
  'javascript:alert(1)',
  '\ud800',
  PASSWORD,
);
const addresses = fc.constantFrom(
  'ada@example.com',
  'ADA@EXAMPLE.COM',
  "o'hara@example.com",
  'xx:;x@x.x',
  'a@b\r\nBcc: c@d',
);
const values = fc.oneof(words, phones, addresses, fc.boolean(), fc.jsonValue(), fc.constant(null));
const bodies = fc
  .tuple(
    fc.record(
      { email: addresses, phone: phones, type: words, password: fc.constant(PASSWORD), new_email: addresses },
      { requiredKeys: [] },
    ),
    fc.dictionary(
      fc.constantFrom(
        'channel',
        'token',
        'nonce',
        'current_password',
        'password_hash',
        'ban_duration',
        'role',
        'id',
        'data',
        'user_metadata',
        'app_metadata',
        'email_confirm',
        'phone_confirm',
        'redirect_to',
        'create_user',
      ),
      values,
      { maxKeys: 4 },
    ),
  )
  .map(([validFields, odd]) => JSON.stringify({ ...odd, ...validFields }));

test(
  'requests about messages, numbers, and users get JSON responses below 500',
  async () => {
    const requests = fc.tuple(fc.nat({ max: 10 }), bodies, fc.nat({ max: 3 }));
    await fc.assert(
      fc.asyncProperty(requests, async ([which, body, who]) => {
        const [method = '', path = ''] = (endpoints[which] ?? '').split(' ');
        const sent = method === 'GET' ? undefined : body;
        const answer = await send(server, method, path, sent, { Authorization: tokens[who] ?? '' });
        expect(answer.status, `${path} ${body} ${await answer.clone().text()}`).toBeLessThan(500);
        expect(await answer.json()).toBeTypeOf('object');
      }),
      { numRuns: RUNS },
    );
  },
  PATIENCE_MS,
);
