import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { getToken } from '../http/caller.ts';
import type { ServerContext } from '../http/context.ts';
import { parseJson } from '../lib/json.ts';
import { getIdentity, type Identity, Refusal } from './identity.ts';
import { LIMITS } from './limits.ts';
import { getChannelRights } from './permissions.ts';
import type { Processes } from './processes.ts';

const TOPIC_PREFIX = 'realtime:';
const MAX_MESSAGES = 100;

const message = z.object({
  topic: z.string().min(1).max(LIMITS.topicLength),
  event: z.string().min(1),
  payload: z.record(z.string(), z.unknown()),
  private: z.boolean().nullish(),
});
const batch = z.object({ messages: z.array(message).max(MAX_MESSAGES) });

type Message = { topic: string; isPrivate: boolean; event: string; payload: unknown };
type Routes = { Variables: { identity: Identity } };

/** Creates the HTTP routes for broadcasts from clients that have no socket. */
export function createBroadcastRoutes(context: ServerContext, processes: Processes): Hono {
  const routes = new Hono<Routes>();

  /** Sends messages in order. On private channels, drops messages that the sender's policies don't allow. */
  async function send(c: Context<Routes>, messages: readonly Message[]): Promise<void> {
    const sender = { identity: c.get('identity'), headers: Object.fromEntries(c.req.raw.headers) };
    const writeRights = new Map<string, boolean>();
    for (const { topic, isPrivate } of messages) {
      if (!isPrivate || writeRights.has(topic)) continue;
      writeRights.set(topic, (await getChannelRights(context, 'write', sender, topic)).broadcast);
    }
    for (const { topic, isPrivate, event, payload } of messages) {
      if (isPrivate && !writeRights.get(topic)) continue;
      const broadcast = { type: 'broadcast', event, payload, meta: { id: crypto.randomUUID() } };
      processes.broadcast({ name: TOPIC_PREFIX + topic, isPrivate }, broadcast, null);
    }
  }

  routes.use('/api/*', async (c, next) => {
    const token = getToken(c.req.raw.headers);
    if (token === null) return c.json({ error: 'API key is missing' }, 401);
    try {
      c.set('identity', await getIdentity(token, context));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return c.json({ error: error.message }, 401);
    }
    if (Number(c.req.header('content-length') ?? 0) > LIMITS.frameBytes)
      return c.json({ error: 'Too large' }, 413);
    // Waits for the other processes, so that their listeners also get the messages.
    await processes.ready(LIMITS.syncWaitMs);
    return next();
  });

  routes.post('/api/broadcast', async (c) => {
    const parsed = batch.safeParse(parseJson(await c.req.text()));
    if (!parsed.success) return c.json({ errors: getErrors(parsed.error) }, 422);
    const messages = parsed.data.messages.map(({ private: isPrivate, ...rest }) => ({
      ...rest,
      isPrivate: isPrivate === true,
    }));
    await send(c, messages);
    return c.body(null, 202);
  });

  routes.post('/api/broadcast/:topic/events/:event', async (c) => {
    const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
    const isBinary = type === 'application/octet-stream';
    if (!isBinary && type !== 'application/json') return c.json({ error: 'Unsupported media type' }, 415);
    const payload = isBinary ? new Uint8Array(await c.req.arrayBuffer()) : parseJson(await c.req.text());
    if (payload === undefined) return c.json({ error: 'The body is not valid JSON' }, 422);
    const { topic, event } = c.req.param();
    if (topic.length > LIMITS.topicLength)
      return c.json({ errors: { topic: ['should be at most 255 characters'] } }, 422);
    await send(c, [{ topic, isPrivate: c.req.query('private') === 'true', event, payload }]);
    return c.body(null, 202);
  });

  return new Hono().route('/', routes);
}

/** Returns the invalid fields with their messages, in Supabase's format. */
function getErrors(error: z.ZodError): Record<string, unknown> {
  const errors: Record<string, unknown> = {};
  for (const { path, message: text } of error.issues) {
    const [field = 'messages', index, part] = path.map(String);
    if (index === undefined || part === undefined) {
      errors[field] = [text];
      continue;
    }
    const list = Array.isArray(errors[field]) ? errors[field] : [];
    while (list.length <= Number(index)) list.push({});
    list[Number(index)][part] = [...(list[Number(index)][part] ?? []), text];
    errors[field] = list;
  }
  return errors;
}
