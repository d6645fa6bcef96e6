import { Hono } from 'hono';
import { invalid } from '../auth-error.ts';
import { type AuthContext, audit, getClient } from '../context.ts';
import { signedIn } from './bearer.ts';
import { endSessions } from './sessions.ts';

export function signOutRoutes(auth: AuthContext): Hono {
  return new Hono().post('/logout', async (c) => {
    const scope = c.req.query('scope') || 'global';
    if (!['global', 'local', 'others'].includes(scope)) throw invalid(`Unsupported logout scope "${scope}"`);
    const { user, sessionId } = await signedIn(auth, c);
    await auth.sql.begin(async (sql) => {
      if (scope === 'local') await sql`delete from auth.sessions where id = ${sessionId}`;
      else await endSessions(sql, user.id, scope === 'others' ? sessionId : null);
      await audit(sql, getClient(auth, c), 'logout', { id: user.id, name: user.email });
    });
    return c.body(null, 204);
  });
}
