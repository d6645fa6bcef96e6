import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SupabaseClient } from '@supabase/supabase-js';
import { Provider } from 'oidc-provider';
import { clientOf, type TestServer } from '../testing.ts';

/** The address of the server under test, where providers send customers back to. */
export const CALLBACK = 'http://sandbank.test/auth/v1/callback';
const HOUR = 3600;
const APP = 'http://127.0.0.1/app';

export const CLIENT = { client_id: 'sandbank', secret: 'a secret of the provider and the bank' };

export type Account = { subject: string; email?: string; email_verified?: boolean; name?: string };

export type TestProvider = {
  issuer: string;
  /** Somebody who has an account there. */
  add(claims?: Omit<Account, 'subject'>): Account;
  /** Signs in there as a browser would, and tells where it is sent back to. */
  visit(url: string, account: Account): Promise<URL>;
  /** The tokens that an application on the customer's own device gets. */
  tokensOf(account: Account, nonce?: string): Promise<{ id_token: string; access_token: string }>;
  close(): Promise<void>;
};

/** A real OpenID provider on a free port. */
export async function startProvider(): Promise<TestProvider> {
  const accounts = new Map<string, Account>();
  const http = createServer();
  const issuer = await listening(http);
  const provider = new Provider(issuer, {
    clients: [
      { client_id: CLIENT.client_id, client_secret: CLIENT.secret, redirect_uris: [CALLBACK] },
      {
        client_id: 'app',
        redirect_uris: [APP],
        token_endpoint_auth_method: 'none',
        application_type: 'native',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['a key of the test'] },
    features: { devInteractions: { enabled: true } },
    pkce: { required: () => true },
    ttl: { Interaction: HOUR, Session: HOUR, Grant: HOUR, AccessToken: HOUR, IdToken: HOUR },
    findAccount(_, subject) {
      const account = accounts.get(subject);
      return (
        account && { accountId: subject, claims: () => ({ ...account, sub: subject, subject: undefined }) }
      );
    },
  });
  http.on('request', provider.callback());
  return {
    issuer,
    add(claims = {}) {
      const subject = randomUUID();
      const account = {
        subject,
        email: `${subject}@example.com`,
        email_verified: true,
        name: 'Ada',
        ...claims,
      };
      accounts.set(subject, account);
      return account;
    },
    visit,
    async tokensOf(account, nonce) {
      const verifier = randomBytes(32).toString('base64url');
      const query = new URLSearchParams({
        ...{ client_id: 'app', redirect_uri: APP, response_type: 'code', scope: 'openid email profile' },
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...(nonce && { nonce: createHash('sha256').update(nonce).digest('hex') }),
      });
      const code = (await visit(`${issuer}/auth?${query}`, account)).searchParams.get('code') ?? '';
      const body = { grant_type: 'authorization_code', code, redirect_uri: APP, client_id: 'app' };
      const answer = await fetch(`${issuer}/token`, {
        method: 'POST',
        body: new URLSearchParams({ ...body, code_verifier: verifier }),
      });
      return (await answer.json()) as { id_token: string; access_token: string };
    },
    close: () => closed(http),
  };
}

/** Starts listening on a free port of this machine and tells the address. */
export async function listening(http: Server): Promise<string> {
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

export async function closed(http: Server): Promise<void> {
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
}

/** Follows redirects with cookies, fills in the login form and agrees, until it is sent to another host. */
async function visit(start: string, account: Account): Promise<URL> {
  const cookies = new Map<string, string>();
  const forms: Record<string, string>[] = [
    { prompt: 'login', login: account.subject, password: 'any' },
    { prompt: 'consent' },
  ];
  const { origin } = new URL(start);
  let url = new URL(start);
  let form: Record<string, string> | undefined;
  while (url.origin === origin && url.href !== APP) {
    const answer = await fetch(url, {
      method: form ? 'POST' : 'GET',
      body: form && new URLSearchParams(form),
      headers: { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      redirect: 'manual',
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('Location');
    form = location ? undefined : forms.shift();
    if (!location && !form) throw new Error(`the provider answers ${answer.status}: ${await answer.text()}`);
    if (location) url = new URL(location, url);
  }
  return url;
}

export type Ending = { page: string; query: Record<string, string>; fragment: Record<string, string> };

/** Where the server sends a customer who came back from a provider. */
export async function ending(server: TestServer, callback: URL): Promise<Ending> {
  const answer = await server.fetch(callback, { redirect: 'manual' });
  if (answer.status !== 302 && answer.status !== 303)
    throw new Error(`the callback answers ${answer.status}`);
  const url = new URL(answer.headers.get('Location') ?? '');
  const fragment = Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
  return { page: url.origin + url.pathname, query: Object.fromEntries(url.searchParams), fragment };
}

/** Where a link of the server to a provider leads. */
export async function departure(server: TestServer, url: string): Promise<string> {
  const answer = await server.fetch(url, { redirect: 'manual' });
  if (answer.status !== 302) throw new Error(`the server answers ${answer.status}: ${await answer.text()}`);
  return answer.headers.get('Location') ?? '';
}

/** A client that exchanges codes and remembers its verifier. */
export function exchangingClient(server: TestServer): SupabaseClient {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  return clientOf(server, { auth: { flowType: 'pkce', storage, persistSession: true } });
}
