import { Hono } from 'hono';
import type { ServerContext } from '../http/context.ts';
import { deleteUserFactor, listUserFactors, renameUserFactor } from './admin/factors.ts';
import { generateLink } from './admin/generate-link.ts';
import { invite } from './admin/invite.ts';
import { createUser, deleteUser, getUserById, listUsers, updateUser } from './admin/users.ts';
import { AuthError, respondToError } from './auth-error.ts';
import { createAuthContext, type Handler } from './context.ts';
import { enrollFactor, unenrollFactor } from './factors/factors.ts';
import {
  getAuthenticationOptions,
  getRegistrationOptions,
  verifyAuthentication,
  verifyRegistration,
} from './factors/passkey-ceremony.ts';
import * as passkeys from './factors/passkeys.ts';
import { challengeFactor, verifyFactor } from './factors/verify-factor.ts';
import { createSweeper } from './housekeeping.ts';
import { authorize, authorizeLinking } from './identities/authorize.ts';
import { handleCallback, handleFormCallback } from './identities/callback.ts';
import { unlinkIdentity } from './identities/identities.ts';
import { signInBySso } from './identities/sso.ts';
import { getHealth, getPublicKeys, getSettings } from './information.ts';
import type { Delivery } from './mail/delivery.ts';
import { recover, resend, sendMagicLink, sendOtp } from './mail/sign-in.ts';
import { verify, verifyLink } from './mail/verify.ts';
import { signUp } from './passwords/sign-up.ts';
import { requireAdmin } from './sessions/bearer.ts';
import { signOut } from './sessions/sign-out.ts';
import { grantToken } from './sessions/token.ts';
import { changeUser, getUser, reauthenticate } from './user.ts';

const ROUTES: Record<string, Handler> = {
  'GET /health': getHealth,
  'GET /settings': getSettings,
  'GET /.well-known/jwks.json': getPublicKeys,
  'POST /signup': signUp,
  'POST /token': grantToken,
  'POST /logout': signOut,
  'GET /user': getUser,
  'PUT /user': changeUser,
  'GET /reauthenticate': reauthenticate,
  'POST /otp': sendOtp,
  'POST /magiclink': sendMagicLink,
  'POST /recover': recover,
  'POST /resend': resend,
  'POST /verify': verify,
  'GET /verify': verifyLink,
  'POST /factors': enrollFactor,
  'POST /factors/:id/challenge': challengeFactor,
  'POST /factors/:id/verify': verifyFactor,
  'DELETE /factors/:id': unenrollFactor,
  'POST /passkeys/registration/options': getRegistrationOptions,
  'POST /passkeys/registration/verify': verifyRegistration,
  'POST /passkeys/authentication/options': getAuthenticationOptions,
  'POST /passkeys/authentication/verify': verifyAuthentication,
  'GET /passkeys': passkeys.listPasskeys,
  'PATCH /passkeys/:passkeyId': passkeys.renamePasskey,
  'DELETE /passkeys/:passkeyId': passkeys.deletePasskey,
  'GET /authorize': authorize,
  'GET /user/identities/authorize': authorizeLinking,
  'DELETE /user/identities/:id': unlinkIdentity,
  'GET /callback': handleCallback,
  'POST /callback': handleFormCallback,
  'POST /sso': signInBySso,
  'POST /invite': invite,
  // Everything under /admin requires the service key.
  'POST /admin/generate_link': generateLink,
  'GET /admin/users': listUsers,
  'POST /admin/users': createUser,
  'GET /admin/users/:id': getUserById,
  'PUT /admin/users/:id': updateUser,
  'DELETE /admin/users/:id': deleteUser,
  'GET /admin/users/:id/factors': listUserFactors,
  'PUT /admin/users/:id/factors/:factorId': renameUserFactor,
  'DELETE /admin/users/:id/factors/:factorId': deleteUserFactor,
  'GET /admin/users/:id/passkeys': passkeys.listUserPasskeys,
  'DELETE /admin/users/:id/passkeys/:passkeyId': passkeys.deleteUserPasskey,
};

/** Creates the auth API (`/auth/v1`), which is compatible with Supabase's GoTrue. */
export function createAuth(context: ServerContext, delivery: Delivery): Hono {
  const auth = createAuthContext(context, delivery);
  const sweepIfDue = createSweeper(auth);
  const app = new Hono();
  app.onError((error, c) =>
    respondToError(error, c, (failure, id) => {
      context.log.error({ err: failure, error_id: id, path: c.req.path }, 'an auth request failed');
    }),
  );
  app.use(async (c, next) => {
    await next();
    sweepIfDue();
    // The transaction has committed, so queued messages can be sent.
    delivery.wake();
    // Prevents caching, because responses contain tokens and personal data.
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
  });
  app.use('/admin/*', async (c, next) => {
    await requireAdmin(auth, c);
    await next();
  });
  app.use('/passkeys/*', async (_, next) => {
    if (!auth.config.passkey.enabled) throw new AuthError(404, 'passkey_disabled', 'Passkeys are disabled');
    await next();
  });
  for (const [route, handle] of Object.entries(ROUTES)) {
    const [method = '', path = ''] = route.split(' ');
    app.on(method, path, async (c) => {
      const result = await handle(auth, c);
      return result instanceof Response ? result : c.json(result as object);
    });
  }
  app.all('*', () => {
    throw new AuthError(404, 'not_found', 'This path does not exist');
  });
  return app;
}
