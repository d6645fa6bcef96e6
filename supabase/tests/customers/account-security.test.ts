import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { type Bank, type Person, test } from '../support/harness.ts';

type Session = Person & { sessionId: string };

/** Opens another session for a customer who signed in with these methods. */
async function signIn(
  bank: Bank,
  person: Person,
  { aal = 'aal1', methods = ['password'], minutesAgo = 0 } = {},
): Promise<Session> {
  const sessionId = randomUUID();
  await bank.owner`
    insert into auth.sessions (id, user_id, aal, user_agent, ip, refresh_token_hmac_key)
    values (${sessionId}, ${person.id}, ${aal}::auth.aal_level, 'Tests', '192.0.2.7', 'key')`;
  for (const method of methods)
    await bank.owner`
      insert into auth.mfa_amr_claims (session_id, authentication_method, updated_at)
      values (${sessionId}, ${method}, now() - make_interval(mins => ${minutesAgo}))`;
  return { ...person, sessionId, claims: { session_id: sessionId, aal } };
}

const addFactor = (bank: Bank, { id }: Person) =>
  bank.owner`
    insert into auth.mfa_factors (user_id, friendly_name, factor_type, status)
    values (${id}, 'Phone', 'totp', 'verified')`;

const refused = (code: string) => expect.objectContaining({ code });

/** Calls the pre-request function for a path, as the REST API does. */
const checked = (bank: Bank, session: Person, path = '/accounts') =>
  bank.asCustomer(session)`select set_config('request.path', ${path}, true), check_request()`;

test('a customer whose session has ended is refused at the next request', async ({ bank, alice, bob }) => {
  const [here, there] = [await signIn(bank, alice), await signIn(bank, alice)];
  await checked(bank, there);
  await expect(
    bank.asCustomer(await signIn(bank, bob))`select end_session(${there.sessionId})`,
  ).rejects.toEqual(refused('NTFND'));
  await bank.asCustomer(here)`select end_session(${there.sessionId})`;
  await expect(checked(bank, there)).rejects.toEqual(refused('ENDED'));
  await checked(bank, here);
  await expect(bank.asCustomer(here)`select end_session(${there.sessionId})`).rejects.toEqual(
    refused('NTFND'),
  );
});

test("a customer's claims are refused without a live session of that customer", async ({
  bank,
  alice,
  bob,
}) => {
  const { sessionId } = await signIn(bank, bob);
  for (const session_id of [undefined, '', randomUUID(), sessionId])
    for (const role of ['authenticated', 'anon'])
      await expect(checked(bank, { ...alice, claims: { session_id, role } })).rejects.toEqual(
        refused('ENDED'),
      );
  await expect(
    checked(bank, { ...alice, claims: { session_id: undefined, sub: undefined } }),
  ).rejects.toEqual(refused('ENDED'));
});

test('visitors and service keys need no session', async ({ bank }) => {
  await bank.asVisitor()`select check_request()`;
  await bank.asService()`select check_request()`;
});

test('a suspended customer is refused from the next request until the suspension ends', async ({
  bank,
  alice,
}) => {
  const session = await signIn(bank, alice);
  await bank.owner`update auth.users set banned_until = now() + interval '1 hour' where id = ${alice.id}`;
  await expect(checked(bank, session)).rejects.toEqual(refused('ENDED'));
  await bank.owner`update auth.users set banned_until = now() - interval '1 second' where id = ${alice.id}`;
  await checked(bank, session);
});

test("a browser is notified on its own channel that its session has ended, and others aren't", async ({
  bank,
  alice,
  bob,
}) => {
  const session = await signIn(bank, alice);
  await bank.owner`delete from auth.sessions where id = ${session.sessionId}`;
  const getNotices = (person: Person) =>
    bank.asCustomer(person)`
      select set_config('realtime.topic', ${`sessions:${alice.id}`}, true),
        (select count(*) from realtime.messages where topic = ${`sessions:${alice.id}`})::int as messages`;
  expect(await getNotices(alice)).toMatchObject([{ messages: 1 }]);
  expect(await getNotices(bob)).toMatchObject([{ messages: 0 }]);
});

test('a customer with a second factor can access nothing before proving it', async ({ bank, alice }) => {
  await addFactor(bank, alice);
  const session = await signIn(bank, alice);
  await expect(checked(bank, session)).rejects.toEqual(refused('PROOF'));
  await checked(bank, session, '/rpc/use_recovery_code');
  await checked(bank, await signIn(bank, alice, { aal: 'aal2', methods: ['password', 'totp'] }));
});

test('sessions are listed, the current browser first', async ({ bank, alice, bob }) => {
  await signIn(bank, bob);
  const [here, there] = [await signIn(bank, alice), await signIn(bank, alice)];
  const sessions = await bank.asCustomer(here)`select * from my_sessions()`;
  expect(sessions.map(({ id, is_current }) => [id, is_current])).toEqual([
    [here.sessionId, true],
    [there.sessionId, false],
  ]);
  expect(sessions[0]).toMatchObject({ user_agent: 'Tests', address: '192.0.2.7', is_proven_twice: false });
});

test('each recovery code verifies a session once', async ({ bank, alice }) => {
  await addFactor(bank, alice);
  const proven = await signIn(bank, alice, { aal: 'aal2', methods: ['password', 'totp'] });
  const [{ codes } = { codes: [] }] = await bank.asCustomer(proven)`select create_recovery_codes() as codes`;
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/);

  const next = await signIn(bank, alice);
  await expect(bank.asCustomer(next)`select use_recovery_code('AAAA-BBBB-CCCC-DDDD')`).rejects.toEqual(
    refused('BADRC'),
  );
  const written = codes[3].toLowerCase().replaceAll('-', ' ');
  expect(await bank.asCustomer(next)`select use_recovery_code(${written}) as left`).toEqual([{ left: 9 }]);
  await checked(bank, next);
  const last = await signIn(bank, alice);
  await expect(bank.asCustomer(last)`select use_recovery_code(${codes[3]})`).rejects.toEqual(
    refused('BADRC'),
  );
  expect(await bank.asCustomer(proven)`select my_security() as security`).toMatchObject([
    { security: { codes_left: 9 } },
  ]);
});

test('recovery codes are stored as hashes only, and new codes replace the old ones', async ({
  bank,
  alice,
}) => {
  await addFactor(bank, alice);
  const proven = await signIn(bank, alice, { aal: 'aal2', methods: ['totp'] });
  const [{ codes: old } = { codes: [] }] = await bank.asCustomer(
    proven,
  )`select create_recovery_codes() as codes`;
  await bank.asCustomer(proven)`select create_recovery_codes()`;
  const storedCodes =
    await bank.owner`select *, encode(code_hash, 'escape') as words from bank.recovery_codes`;
  expect(storedCodes).toHaveLength(10);
  expect(JSON.stringify(storedCodes)).not.toContain(old[0]);
  await expect(
    bank.asCustomer(await signIn(bank, alice))`select use_recovery_code(${old[0]})`,
  ).rejects.toEqual(refused('BADRC'));
});

test("another customer's recovery code is refused", async ({ bank, alice, bob }) => {
  await addFactor(bank, alice);
  const proven = await signIn(bank, alice, { aal: 'aal2', methods: ['totp'] });
  const [{ codes } = { codes: [] }] = await bank.asCustomer(proven)`select create_recovery_codes() as codes`;
  await expect(
    bank.asCustomer(await signIn(bank, bob))`select use_recovery_code(${codes[0]})`,
  ).rejects.toEqual(refused('BADRC'));
});

test('recovery codes require a second factor that was just verified', async ({ bank, alice }) => {
  const session = await signIn(bank, alice);
  await expect(bank.asCustomer(session)`select create_recovery_codes()`).rejects.toEqual(refused('NOFAC'));
  await addFactor(bank, alice);
  await expect(bank.asCustomer(session)`select create_recovery_codes()`).rejects.toEqual(refused('PROOF'));
  const stale = await signIn(bank, alice, { aal: 'aal2', methods: ['password', 'totp'], minutesAgo: 11 });
  await expect(bank.asCustomer(stale)`select create_recovery_codes()`).rejects.toEqual(refused('PROOF'));
});

test('security events are visible to their customer only', async ({ bank, alice, bob }) => {
  await bank.owner`
    insert into auth.audit_log_entries (payload, ip_address)
    select jsonb_build_object('action', action, 'actor_id', id), '192.0.2.7'
    from (values (${alice.id}, 'login'), (${alice.id}, 'token_refreshed'), (${bob.id}, 'logout')) as e (id, action)`;
  expect(await bank.asCustomer(alice)`select action, address from my_security_events()`).toEqual([
    { action: 'login', address: '192.0.2.7' },
  ]);
});
