import type { RequestRecorder } from './asking.ts';
import type { MatrixBank } from './bank.ts';
import type { Caller, Resident } from './people.ts';

/** The public routes. Their requests either prove an identity or create one. */
const FOR_ANYBODY =
  /^(GET \/(health|settings|\.well-known\/jwks\.json|verify|authorize|callback)|POST \/(signup|token|otp|magiclink|recover|resend|verify|callback|sso|passkeys\/authentication\/options))$/;
/** The routes that act on the caller's account. */
const FOR_CUSTOMERS =
  /^(GET \/user|PUT \/user|GET \/reauthenticate|POST \/logout|POST \/factors|GET \/passkeys|POST \/passkeys\/registration\/options)$/;

/** Tries every route of the sign-in API with the owner's address and ids. */
export async function trySignIn(
  bank: MatrixBank,
  requests: RequestRecorder,
  owner: Resident,
  stranger: Resident,
  callers: readonly Caller[],
): Promise<void> {
  const body = {
    ...{ email: owner.email, id: owner.id, user_id: owner.id, password: 'not the password', token: '123456' },
    ...{
      refresh_token: 'aaaaaaaaaaaa',
      factor_type: 'totp',
      friendly_name: crypto.randomUUID(),
      code: '123456',
    },
    ...{ type: 'recovery', data: { role: 'service_role' }, role: 'service_role', nonce: '123456' },
  };
  for (const caller of callers) {
    // In the sign-in API, `supabase_admin` is the operator's role, as documented. Only the bank's own key can
    // sign tokens with this role.
    if (caller.name === 'role supabase_admin') continue;
    for (const { method, path } of bank.authRoutes) {
      const route = `${method} ${path}`;
      // Skips requests that would end or change the stranger's own sign-in.
      if (caller.kind === 'stranger' && /^(POST \/logout|PUT \/user)$/.test(route)) continue;
      const isOpen = FOR_ANYBODY.test(route) || (caller.kind === 'stranger' && FOR_CUSTOMERS.test(route));
      const place = path
        .replace('*', '')
        .replace(path.startsWith('/admin') ? ':id' : ':none', owner.id)
        .replace(/:\w+/g, owner.id);
      await requests.send(caller, {
        ...{ surface: 'sign-in', method, path: `/auth/v1${place}${getQuery(path)}` },
        body: method === 'GET' ? undefined : body,
        forbidden: !isOpen,
      });
    }
    await requests.checkUnchanged(`sign-in: ${caller.name}`);
  }
  const [row] = await bank.bank.owner`select role, is_super_admin from auth.users where id = ${stranger.id}`;
  if (row?.role !== 'authenticated' || row.is_super_admin)
    requests.report('the stranger became somebody else');
}

const getQuery = (path: string) =>
  path === '/token' ? '?grant_type=password' : path === '/authorize' ? '?provider=google' : '';
