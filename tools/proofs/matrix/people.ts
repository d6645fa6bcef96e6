import { createHmac, generateKeyPairSync } from 'node:crypto';
import { decodeJwt, exportJWK, importJWK, SignJWT } from 'jose';
import type { Keys } from '../../../server/settings/keys.ts';
import { run, tablesOfCustomers } from '../../../supabase/tests/support/catalog.ts';
import type { Bank, Person } from '../../../supabase/tests/support/harness.ts';
import type { Ids } from '../../../supabase/tests/support/hostile-calls.ts';
import { SAMPLES } from '../../../supabase/tests/support/owned-records.ts';
import type { MatrixBank } from './bank.ts';

const PASSWORD = 'a long enough passphrase';
/** A marker that all of the owner's names contain. */
export const MARK = 'Quillfeather';
export const MARKED_AMOUNT = '7351901.37';

export type Resident = Person & { token: string; ended: string; ids: Ids };

/**
 * The kind of caller. A `void` caller has an invalid token. An `other` caller has a valid token with a role
 * that requests can't use, so the caller has a visitor's permissions.
 */
export type Kind = 'visitor' | 'stranger' | 'void' | 'other';
export type Caller = { name: string; kind: Kind; headers: Record<string, string> };

/**
 * The roles that requests can't use but that are tested with every request. Tokens with other such roles are
 * sent only once to each entry point.
 */
const ROLES_EVERYWHERE = ['postgres', 'supabase_admin', 'authenticator', 'pg_read_all_data'];
export const callsEverything = ({ name, kind }: Caller) =>
  kind !== 'other' || ROLES_EVERYWHERE.some((role) => name === `role ${role}`);

/** Creates a customer with a copy of the demo household and a row in every table. */
export async function settle({ url, keys, bank }: MatrixBank, name: string): Promise<Resident> {
  const email = `${name}@people.example`;
  const post = async (path: string, body: object, token?: string) => {
    const headers = { apikey: keys.anonKey, 'content-type': 'application/json' };
    const authorization = token && { authorization: `Bearer ${token}` };
    const sent = { method: 'POST', headers: { ...headers, ...authorization }, body: JSON.stringify(body) };
    const answer = await fetch(`${url}${path}`, sent);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? {} : answer.json();
  };
  const login = { email, password: PASSWORD };
  const { access_token: token, user } = await post('/auth/v1/signup', login);
  const { access_token: ended } = await post('/auth/v1/token?grant_type=password', login);
  await post('/auth/v1/logout?scope=local', {}, ended);
  await post('/functions/v1/demo', {}, token);
  const person = { id: user.id, email };
  await bank.owner`insert into bank.confirmed_addresses (user_id, address) values (${person.id}, ${email})`;
  return { ...person, token, ended, ids: await furnish(bank, person) };
}

async function furnish(bank: Bank, person: Person): Promise<Ids> {
  const ids: Ids = {};
  for (const { table, owner } of await tablesOfCustomers(bank)) {
    const created = await SAMPLES[table]?.(bank, person).catch(() => undefined);
    const anyRow = `select id::text as id from public.${table} where ${owner} = ? limit 1`;
    ids[table] = created?.id ?? (await run(bank.owner, anyRow, person.id))[0]?.id;
  }
  const [entry] = await bank.owner`
    select max(p.entry_id)::text as id from bank.postings p join bank.ledger_accounts l on l.id = p.ledger_id
    where l.household_id = ${person.id}`;
  return { ...ids, entries: entry?.id };
}

/** Writes the marker into all of a customer's text columns, and opens an account with a unique balance. */
export async function mark(bank: Bank, { id, email }: Person): Promise<void> {
  await receivePaymentRequest(bank, email);
  await moveBudget(bank, { id, email });
  await bank.asCustomer({ id, email })`
    select open_account(${MARK}, initial_balance => ${MARKED_AMOUNT}::numeric)`;
  const columns = await bank.owner`
    select c.table_name as table, c.column_name as name from information_schema.columns c
    join information_schema.columns u on u.table_schema = 'public' and u.table_name = c.table_name and u.column_name = 'user_id'
    join pg_class t on t.relname = c.table_name and t.relnamespace = 'public'::regnamespace and t.relkind = 'r'
    where c.table_schema = 'public' and c.column_name = any(${['name', 'description', 'note', 'subject', 'merchant', 'payee', 'title', 'words']})`;
  for (const { table, name } of columns) {
    const text = `update public.${table} set ${name} = '${MARK} ' || left(${name}, 20) where user_id = ?`;
    // Ignores errors, because some texts must have a specific format and some rows can't be changed.
    await run(bank.owner, text, id).catch(() => {});
  }
}

/** Creates a payment request from another customer, which both customers can see. */
async function receivePaymentRequest(bank: Bank, email: string): Promise<void> {
  const sender = bank.asCustomer(await bank.openCustomer('sender'));
  const [account] = await sender`select id from open_account('Sender')`;
  await sender`select request_from_people(${account?.id}, ${JSON.stringify([{ address: email, amount: 5 }])}::text::jsonb)`;
}

async function moveBudget(bank: Bank, person: Person): Promise<void> {
  const customer = bank.asCustomer(person);
  const budgets =
    await customer`select category_id from budget_status() where remaining > 1 order by remaining desc`;
  await customer`select move_budget(${budgets[0]?.category_id}, ${budgets[1]?.category_id}, 1)`;
}

/** Returns all callers that must not see the owner's data. */
export async function getCallers(
  { keys, bank }: MatrixBank,
  owner: Resident,
  stranger: Resident,
): Promise<Caller[]> {
  const bearing = (kind: Kind, name: string, token: string): Caller => ({
    name,
    kind,
    headers: { apikey: keys.anonKey, authorization: `Bearer ${token}` },
  });
  const forged = await forgeries(keys, owner, stranger);
  const roles = await bank.owner`
    select rolname as name from pg_roles where rolname <> all(array['anon', 'authenticated', 'service_role']) order by 1`;
  const otherRoles = ['supabase_admin', 'dashboard_user', 'nobody', '', ...roles.map(({ name }) => name)];
  // Creates valid tokens that have no user. A valid token for the owner would have the owner's permissions.
  const { session_id: _, ...claims } = decodeJwt(owner.token);
  const anonymous = {
    ...claims,
    sub: crypto.randomUUID(),
    email: '',
    exp: Math.floor(Date.now() / 1000) + 3600,
  };
  return [
    { name: 'without anything', kind: 'visitor', headers: {} },
    { name: 'publishable key', kind: 'visitor', headers: { apikey: keys.publishableKey } },
    bearing('visitor', 'public key as token', keys.anonKey),
    bearing('stranger', 'stranger', stranger.token),
    bearing('void', 'session that was ended', owner.ended),
    ...Object.entries(forged).map(([name, token]) => bearing('void', name, token)),
    ...(await Promise.all(
      [...new Set(otherRoles)].map(async (role) =>
        bearing('other', `role ${role || 'without a name'}`, await keys.sign({ ...anonymous, role }, 3600)),
      ),
    )),
  ];
}

/** Returns invalid tokens in the owner's name. */
async function forgeries(keys: Keys, owner: Resident, stranger: Resident): Promise<Record<string, string>> {
  const claims = decodeJwt(owner.token);
  const [publicKey = {}] = keys.jwks.keys;
  const { kid } = publicKey;
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const strangeKey = await importJWK(await exportJWK(pair.privateKey), 'ES256');
  const strangeJwk = await exportJWK(pair.publicKey);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const [ownHead = '', , ownSignature = ''] = stranger.token.split('.');
  const pem = await import('node:crypto').then(({ createPublicKey }) =>
    createPublicKey({ key: publicKey as never, format: 'jwk' })
      .export({ type: 'spki', format: 'pem' })
      .toString(),
  );
  const shared = (secret: string, id: object) => {
    const text = `${part({ alg: 'HS256', typ: 'JWT', ...id })}.${part(claims)}`;
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  };
  const signed = (header: object) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'JWT', ...header }).sign(strangeKey);
  const now = Math.floor(Date.now() / 1000);
  const none = (alg: string) => `${part({ alg, typ: 'JWT' })}.${part(claims)}.`;
  return {
    'expired a second ago': await keys.sign({ ...claims, iat: now - 3601, exp: now - 1 }, 0),
    'not valid yet': await keys.sign({ ...claims, nbf: now + 600 }, 3600),
    'another key': await signed({}),
    'another key under the name of ours': await signed({ kid }),
    'another key that it brings along': await signed({ jwk: strangeJwk }),
    'another key at an address': await signed({ kid, jku: 'https://evil.example/jwks.json' }),
    'no algorithm': none('none'),
    'no algorithm, written oddly': none('nOnE'),
    'no signature': `${owner.token.split('.').slice(0, 2).join('.')}.`,
    'signed with our public key as a secret': shared(pem, { kid }),
    'signed with our public key in its other format': shared(JSON.stringify(publicKey), {}),
    'signed with nothing': shared('', {}),
    'signed with the well-known secret': shared(
      'super-secret-jwt-token-with-at-least-32-characters-long',
      {},
    ),
    "the owner's claims with a stranger's signature": `${ownHead}.${part(claims)}.${ownSignature}`,
    'no token at all': 'a.b.c',
  };
}
