import { invalid } from '../auth-error.ts';
import { audit, getClient, type Handler } from '../context.ts';
import { requireSession } from './bearer.ts';
import { endSessions } from './sessions.ts';

/** Ends this session (`local`), the customer's other sessions (`others`), or all sessions (`global`). */
export const signOut: Handler = async (auth, c) => {
  const scope = c.req.query('scope') || 'global';
  if (!['global', 'local', 'others'].includes(scope)) throw invalid(`Unsupported logout scope "${scope}"`);
  const { user, sessionId } = await requireSession(auth, c);
  await auth.sql.begin(async (sql) => {
    if (scope === 'local') await sql`delete from auth.sessions where id = ${sessionId}`;
    else await endSessions(sql, user.id, scope === 'others' ? sessionId : null);
    await audit(sql, getClient(auth, c), 'logout', user);
  });
  return c.body(null, 204);
};
