import { Hono } from 'hono';
import type { ServerContext } from '../http/context.ts';
import { factorAdminRoutes } from './admin/factors.ts';
import { generateLinkRoutes } from './admin/generate-link.ts';
import { inviteRoutes } from './admin/invite.ts';
import { adminUserRoutes } from './admin/users.ts';
import { AuthError, answerError } from './auth-error.ts';
import { createAuthContext } from './context.ts';
import { factorRoutes } from './factors/factors.ts';
import { passkeyRoutes } from './factors/passkeys.ts';
import { createSweeper } from './housekeeping.ts';
import { authorizeRoutes } from './identities/authorize.ts';
import { callbackRoutes } from './identities/callback.ts';
import { identityRoutes } from './identities/identities.ts';
import { ssoRoutes } from './identities/sso.ts';
import { informationRoutes } from './information.ts';
import type { Delivery } from './mail/delivery.ts';
import { mailSignInRoutes } from './mail/sign-in.ts';
import { verifyRoutes } from './mail/verify.ts';
import { signUpRoutes } from './passwords/sign-up.ts';
import { signOutRoutes } from './sessions/sign-out.ts';
import { tokenRoutes } from './sessions/token.ts';
import { userRoutes } from './user.ts';

/** The auth interface (`/auth/v1`), as Supabase's GoTrue speaks it. */
export function createAuth(context: ServerContext, delivery: Delivery): Hono {
  const auth = createAuthContext(context, delivery);
  const sweepSometimes = createSweeper(auth);
  const app = new Hono();
  app.onError((error, c) =>
    answerError(error, c, (failure, id) => {
      context.log.error({ err: failure, error_id: id, path: c.req.path }, 'an auth request failed');
    }),
  );
  app.use(async (c, next) => {
    await next();
    sweepSometimes();
    // The transaction has committed, so queued messages can be sent.
    delivery.wake();
    // Prevents caching, because responses hold tokens and personal data.
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
  });
  for (const routes of [
    informationRoutes(auth),
    signUpRoutes(auth),
    tokenRoutes(auth),
    signOutRoutes(auth),
    userRoutes(auth),
    mailSignInRoutes(auth),
    verifyRoutes(auth),
    factorRoutes(auth),
    factorAdminRoutes(auth),
    passkeyRoutes(auth),
    authorizeRoutes(auth),
    callbackRoutes(auth),
    identityRoutes(auth),
    ssoRoutes(auth),
    inviteRoutes(auth),
    generateLinkRoutes(auth),
    adminUserRoutes(auth),
  ]) {
    app.route('/', routes);
  }
  app.all('*', () => {
    throw new AuthError(404, 'not_found', 'Nothing is served at this path');
  });
  return app;
}
