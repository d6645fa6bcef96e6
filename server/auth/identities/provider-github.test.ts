import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getClient, type TestServer } from '../../testing/server.ts';
import { newCustomer, startAuthServer } from '../testing/customers.ts';
import { CLIENT, closed, departure, ending, external, listening } from '../testing/provider.ts';

type Address = { email: string; primary: boolean; verified: boolean };
/** The user who is signed in at the fake GitHub server, and the requests that the server received. */
const gitHub = {
  user: {
    id: 583231,
    login: 'octocat',
    name: 'The Octocat',
    avatar_url: 'https://avatars.example/1',
  } as object,
  addresses: [] as Address[],
  status: 200,
  challenge: '',
};

let http: Server;
let origin: string;
let server: TestServer;
beforeAll(async () => {
  http = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', origin);
    const answer = (value: unknown, status = 200) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
    if (url.pathname === '/login/oauth/access_token') {
      const body = new URLSearchParams((await request.toArray()).join(''));
      const { client_id, client_secret, code, code_verifier = '' } = Object.fromEntries(body);
      const isProven = createHash('sha256').update(code_verifier).digest('base64url') === gitHub.challenge;
      const isKnown = client_id === CLIENT.client_id && client_secret === CLIENT.secret && code === 'a code';
      // GitHub responds with status 200 even if it rejects the code.
      if (!isProven || !isKnown) return answer({ error: 'bad_verification_code' });
      return answer({ access_token: 'gho_token', token_type: 'bearer', scope: 'user:email' });
    }
    if (request.headers.authorization !== 'Bearer gho_token')
      return answer({ message: 'Bad credentials' }, 401);
    if (url.pathname === '/api/v3/user') return answer(gitHub.user, gitHub.status);
    if (url.pathname === '/api/v3/user/emails') return answer(gitHub.addresses);
    return answer({ message: 'Not Found' }, 404);
  });
  origin = await listening(http);
  server = await startAuthServer({
    external: external({ github: { enabled: true, url: origin, ...CLIENT } }),
  });
});
afterAll(async () => {
  await server.close();
  await closed(http);
});

/** Signs in at the fake GitHub server and returns with a code. */
async function signIn(code = 'a code') {
  const { data } = await getClient(server).auth.signInWithOAuth({
    provider: 'github',
    options: { skipBrowserRedirect: true, scopes: 'read:org' },
  });
  const url = new URL(await departure(server, data.url ?? ''));
  gitHub.challenge = url.searchParams.get('code_challenge') ?? '';
  const back = new URL(url.searchParams.get('redirect_uri') ?? '');
  back.search = new URLSearchParams({ code, state: url.searchParams.get('state') ?? '' }).toString();
  return { url, ...(await ending(server, back)) };
}

describe('signing in with GitHub', () => {
  test('uses the primary address', async () => {
    gitHub.addresses = [
      { email: 'second@example.com', primary: false, verified: true },
      { email: 'Octocat@example.com', primary: true, verified: true },
    ];
    const { url, fragment } = await signIn();
    expect(url.href).toMatch(`${origin}/login/oauth/authorize?`);
    expect(url.searchParams.get('scope')).toBe('user:email read:org');
    expect(fragment).toMatchObject({ provider_token: 'gho_token' });
    const { data } = await getClient(server).auth.getUser(fragment.access_token);
    expect(data.user).toMatchObject({
      email: 'octocat@example.com',
      app_metadata: { provider: 'github' },
      user_metadata: {
        full_name: 'The Octocat',
        user_name: 'octocat',
        avatar_url: 'https://avatars.example/1',
      },
      identities: [{ provider: 'github', id: '583231' }],
    });
  });

  test("with an unverified address doesn't open another customer's account", async () => {
    const { email } = await newCustomer(server);
    gitHub.user = { id: 7, login: 'mallory' };
    gitHub.addresses = [{ email, primary: true, verified: false }];
    expect((await signIn()).fragment).toMatchObject({ error_code: 'provider_email_needs_verification' });
  });

  test('reports a refused code or a failed response to the page', async () => {
    const refused = {
      error: 'server_error',
      error_code: 'unexpected_failure',
      error_description: 'Unable to exchange external code',
    };
    expect((await signIn('another code')).fragment).toMatchObject(refused);
    gitHub.status = 502;
    expect((await signIn()).fragment).toMatchObject(refused);
    gitHub.status = 200;
    gitHub.user = { message: 'nobody' };
    expect((await signIn()).fragment).toMatchObject(refused);
  });
});
