import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { getClient, startTestServer, type TestServer, type TestServerOptions } from '../../testing/server.ts';

type AuthChanges = NonNullable<TestServerOptions['config']>['auth'];

export const PASSWORD = 'correct horse battery';

const UNLIMITED = 1_000_000;

/** Starts a server without rate limits for sign-in. `changes` overrides its auth settings. */
export function startAuthServer(changes: AuthChanges = {}): Promise<TestServer> {
  const auth: AuthChanges = {
    ...changes,
    email: { max_frequency: '0s', ...changes?.email },
    rate_limit: {
      anonymous_users: UNLIMITED,
      sign_in_sign_ups: UNLIMITED,
      token_refresh: UNLIMITED,
      token_verifications: UNLIMITED,
      ...changes?.rate_limit,
    },
  };
  return startTestServer({ config: { auth } });
}

export type Customer = { client: SupabaseClient; email: string; id: string };

/** Creates a customer who is signed in. */
export async function newCustomer(server: TestServer): Promise<Customer> {
  const client = getClient(server);
  const email = newAddress();
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD });
  if (error || !data.user) throw error ?? new Error('signing up gave no user');
  return { client, email, id: data.user.id };
}

export const newAddress = () => `${randomUUID()}@example.com`;

/** Signs in the same customer on a second device. */
export async function signedInAgain(server: TestServer, email: string, password = PASSWORD) {
  const client = getClient(server);
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return client;
}

/** Returns the operator's client, which uses the service key. */
export const getOperator = (server: TestServer) => getClient(server, { key: server.serviceKey });

export async function getRefreshToken(client: SupabaseClient): Promise<string> {
  const { data } = await client.auth.getSession();
  if (!data.session) throw new Error('nobody is signed in');
  return data.session.refresh_token;
}

export async function getAccessToken(client: SupabaseClient): Promise<string> {
  const { data } = await client.auth.getSession();
  if (!data.session) throw new Error('nobody is signed in');
  return data.session.access_token;
}

export type ReceivedMail = {
  kind: string;
  subject: string;
  body: string;
  code: string;
  link: string;
  tokenHash: string;
};

/** Returns the newest email to an address, or null if there is none. */
export async function newestMail(server: TestServer, recipient: string): Promise<ReceivedMail | null> {
  const [mail] = await server.context.database.owner`
    select kind, subject, body from platform.mails where recipient = ${recipient} order by id desc limit 1`;
  if (!mail) return null;
  const link = /^http\S+$/m.exec(mail.body)?.[0] ?? '';
  const code = /^\d{6}$/m.exec(mail.body)?.[0] ?? '';
  const tokenHash = (link && new URL(link).searchParams.get('token')) || '';
  return { kind: mail.kind, subject: mail.subject, body: mail.body, code, link, tokenHash };
}

/** Returns the newest email to an address. Throws if there is none. */
export async function mailFor(server: TestServer, recipient: string): Promise<ReceivedMail> {
  const mail = await newestMail(server, recipient);
  if (!mail) throw new Error(`no mail for ${recipient}`);
  return mail;
}

/** Sends a raw request to the auth API. */
export function send(
  server: TestServer,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  return server.fetch(`${server.url}/auth/v1${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    redirect: 'manual',
  });
}
