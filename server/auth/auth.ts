import { Hono } from 'hono';
import type { ServerContext } from '../context.ts';
import { adminUserRoutes } from './admin-users.ts';
import { AuthError, answerError } from './auth-error.ts';
import { authorizeRoutes } from './authorize.ts';
import { callbackRoutes } from './callback.ts';
import { factorRoutes } from './factors.ts';
import { factorAdminRoutes } from './factors-admin.ts';
import { generateLinkRoutes } from './generate-link.ts';
import { createSweeper } from './housekeeping.ts';
import { identityRoutes } from './identities.ts';
import { informationRoutes } from './information.ts';
import { inviteRoutes } from './invite.ts';
import type { Delivery } from './mail-delivery.ts';
import { mailSignInRoutes } from './mail-sign-in.ts';
import { passkeyRoutes } from './passkeys.ts';
import { createRoom } from './room.ts';
import { signOutRoutes } from './sign-out.ts';
import { signUpRoutes } from './sign-up.ts';
import { ssoRoutes } from './sso.ts';
import { tokenRoutes } from './token.ts';
import { userRoutes } from './user.ts';
import { verifyRoutes } from './verify.ts';

/** The auth interface (`/auth/v1`), as Supabase's GoTrue speaks it. */
export function createAuth(context: ServerContext, delivery: Delivery): Hono {
  const room = createRoom(context, delivery);
  const sweepSometimes = createSweeper(room);
  const auth = new Hono();
  auth.onError((error, c) =>
    answerError(error, c, (failure, id) => {
      context.log.error({ err: failure, error_id: id, path: c.req.path }, 'an auth request failed');
    }),
  );
  auth.use(async (c, next) => {
    await next();
    sweepSometimes();
    // Whatever this request queued is committed by now.
    delivery.wake();
    // Answers hold tokens and personal data.
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
  });
  for (const routes of [
    informationRoutes(room),
    signUpRoutes(room),
    tokenRoutes(room),
    signOutRoutes(room),
    userRoutes(room),
    mailSignInRoutes(room),
    verifyRoutes(room),
    factorRoutes(room),
    factorAdminRoutes(room),
    passkeyRoutes(room),
    authorizeRoutes(room),
    callbackRoutes(room),
    identityRoutes(room),
    ssoRoutes(room),
    inviteRoutes(room),
    generateLinkRoutes(room),
    adminUserRoutes(room),
  ]) {
    auth.route('/', routes);
  }
  auth.all('*', () => {
    throw new AuthError(404, 'not_found', 'Nothing is served at this path');
  });
  return auth;
}
