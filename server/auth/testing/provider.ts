import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SupabaseClient } from '@supabase/supabase-js';
import { Provider } from 'oidc-provider';
import { providerSettings } from '../../settings/sign-in.ts';
import { getClient, type TestServer } from '../../testing/server.ts';

/** The callback address of the server under test. */
export const CALLBACK = 'http://sandbank.test/auth/v1/callback';
const HOUR = 3600;
const APP = 'https://app.example/';

export const CLIENT = { client_id: 'sandbank', secret: 'a secret of the provider and the bank' };

/** Parses provider settings and fills in the defaults. */
export const external = (tables: Record<string, object>) => providerSettings.external.parse(tables);
export const sso = (tables: Record<string, object>) => providerSettings.sso.parse(tables);

export type Account = { subject: string; email?: string; email_verified?: boolean; name?: string };

export type TestProvider = {
  issuer: string;
  add(claims?: Omit<Account, 'subject'>): Account;
  /** Signs in at the provider like a browser, and returns the redirect URL. */
  visit(url: string, account: Account): Promise<URL>;
  /** Returns the tokens that a native app receives. */
  tokensOf(account: Account, nonce?: string): Promise<Tokens>;
  close(): Promise<void>;
};

/**
 * Starts a real OpenID provider on a free port. If `tellsInToken` is true, the ID token contains the email
 * address and name, as with many providers.
 */
export async function startProvider({ tellsInToken = false } = {}): Promise<TestProvider> {
  const accounts = new Map<string, Account>();
  const http = createServer();
  const issuer = await listening(http);
  const provider = new Provider(issuer, {
    clients: [
      { client_id: CLIENT.client_id, client_secret: CLIENT.secret, redirect_uris: [CALLBACK] },
      {
        client_id: 'app',
        redirect_uris: [APP],
        response_types: ['code', 'id_token token'],
        grant_types: ['authorization_code', 'implicit'],
        token_endpoint_auth_method: 'none',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: !tellsInToken,
    responseTypes: ['code', 'id_token token'],
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
    tokensOf: (account, nonce) =>
      nonce ? tokensAtOnce(issuer, account, nonce) : tokensByCode(issuer, account),
    close: () => closed(http),
  };
}

type Tokens = { id_token: string; access_token: string };
const ASKED = { client_id: 'app', redirect_uri: APP, scope: 'openid email profile' };

async function tokensAtOnce(issuer: string, account: Account, nonce: string): Promise<Tokens> {
  const hash = createHash('sha256').update(nonce).digest('hex');
  const query = new URLSearchParams({ ...ASKED, response_type: 'id_token token', nonce: hash });
  const { hash: fragment } = await visit(`${issuer}/auth?${query}`, account);
  const parameters = new URLSearchParams(fragment.slice(1));
  return { id_token: parameters.get('id_token') ?? '', access_token: parameters.get('access_token') ?? '' };
}

async function tokensByCode(issuer: string, account: Account): Promise<Tokens> {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const proof = { code_challenge: challenge, code_challenge_method: 'S256' };
  const query = new URLSearchParams({ ...ASKED, response_type: 'code', ...proof });
  const code = (await visit(`${issuer}/auth?${query}`, account)).searchParams.get('code') ?? '';
  const answer = await fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...ASKED, grant_type: 'authorization_code', code, code_verifier: verifier }),
  });
  return (await answer.json()) as Tokens;
}

/** Listens on a free loopback port and returns the address. */
export async function listening(http: Server): Promise<string> {
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

export async function closed(http: Server): Promise<void> {
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
}

/**
 * Follows redirects with cookies, submits the sign-in form, and consents, until the provider redirects to
 * another host.
 */
async function visit(start: string, account: Account): Promise<URL> {
  const cookies = new Map<string, string>();
  const forms: Record<string, string>[] = [
    { prompt: 'login', login: account.subject, password: 'any' },
    { prompt: 'consent' },
  ];
  const { origin } = new URL(start);
  let url = new URL(start);
  let form: Record<string, string> | undefined;
  while (url.origin === origin) {
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

/** Returns the page and parameters to which the server redirects a customer who returns from a provider. */
export async function ending(server: TestServer, callback: URL): Promise<Ending> {
  const answer = await server.fetch(callback, { redirect: 'manual' });
  if (answer.status !== 302 && answer.status !== 303)
    throw new Error(`the callback answers ${answer.status}`);
  const url = new URL(answer.headers.get('Location') ?? '');
  const fragment = Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
  return { page: url.origin + url.pathname, query: Object.fromEntries(url.searchParams), fragment };
}

/** Returns the target of the server's redirect to a provider. */
export async function departure(server: TestServer, url: string): Promise<string> {
  const answer = await server.fetch(url, { redirect: 'manual' });
  if (answer.status !== 302) throw new Error(`the server answers ${answer.status}: ${await answer.text()}`);
  return answer.headers.get('Location') ?? '';
}

/** Creates a client that exchanges codes and stores the code verifier. */
export function exchangingClient(server: TestServer): SupabaseClient {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  return getClient(server, { auth: { flowType: 'pkce', storage, persistSession: true } });
}
