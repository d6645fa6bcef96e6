import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { callerOf } from '../caller.ts';
import type { ServerContext } from '../context.ts';
import { LIMITS } from './limits.ts';
import type { Processes } from './processes.ts';

const TOPIC_PREFIX = 'realtime:';
const MOST_MESSAGES = 100;

const messages = z.object({
  messages: z
    .array(
      z.object({
        topic: z.string().min(1).max(LIMITS.topicLength),
        event: z.string().min(1),
        payload: z.unknown(),
        private: z.boolean().default(false),
      }),
    )
    .max(MOST_MESSAGES),
});

/** Broadcast over HTTP, for those who do not hold a socket open. */
export function createBroadcastRoutes(context: ServerContext, processes: Processes): Hono {
  const routes = new Hono();

  function send(topic: string, isPrivate: boolean, event: string, payload: unknown): void {
    const meta = { id: crypto.randomUUID() };
    processes.broadcast(
      { name: TOPIC_PREFIX + topic, isPrivate },
      { type: 'broadcast', event, payload, meta },
      null,
    );
  }

  routes.use('/api/*', async (c, next) => {
    const { req } = c;
    if (!req.header('authorization') && !req.header('apikey'))
      return c.json({ error: 'API key is missing' }, 401);
    try {
      await callerOf(req.raw, context);
    } catch {
      return c.json({ error: 'The token provided is not a valid JWT' }, 401);
    }
    if (Number(req.header('content-length') ?? 0) > LIMITS.frameBytes)
      return c.json({ error: 'Too large' }, 413);
    await processes.ready(LIMITS.syncWaitMs);
    return next();
  });

  routes.post('/api/broadcast', async (c) => {
    const parsed = messages.safeParse(await jsonOf(c));
    if (!parsed.success) return c.json({ errors: z.flattenError(parsed.error).fieldErrors }, 422);
    for (const { topic, event, payload, private: isPrivate } of parsed.data.messages) {
      send(topic, isPrivate, event, payload);
    }
    return c.body(null, 202);
  });

  routes.post('/api/broadcast/:topic/events/:event', async (c) => {
    const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
    const isBinary = type === 'application/octet-stream';
    if (!isBinary && type !== 'application/json') return c.json({ error: 'Unsupported media type' }, 415);
    const payload = isBinary ? new Uint8Array(await c.req.arrayBuffer()) : await jsonOf(c);
    if (payload === undefined) return c.json({ error: 'The body is not valid JSON' }, 422);
    send(c.req.param('topic'), c.req.query('private') === 'true', c.req.param('event'), payload);
    return c.body(null, 202);
  });

  return routes;
}

/** The body read as JSON, or undefined when it is none. */
async function jsonOf(c: Context): Promise<unknown> {
  try {
    return await c.req.json();
  } catch {
    return undefined;
  }
}
