import { z } from 'zod';
import { isRecord } from '../lib/json.ts';
import { LIMITS } from './limits.ts';

export const CHANGE_EVENTS = ['*', 'INSERT', 'UPDATE', 'DELETE'] as const;

const DEFAULT_REPLAYED_MESSAGES = 25;

/** Returns true for the boolean `true` and the string `true`. */
const isTrue = (value: unknown) => value === true || value === 'true';
const flag = z.unknown().optional().transform(isTrue);
/** Treats any value that is not an object as an empty object. */
const lenientObject = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z
    .unknown()
    .optional()
    .transform((value) => (isRecord(value) ? value : {}))
    .pipe(z.object(shape));
const integerOr = (fallback: number) =>
  z
    .int()
    .nullish()
    .transform((value) => value ?? fallback);

const changeFilter = z.object({
  event: z.string().catch('*'),
  schema: z.string().catch('public'),
  table: z.string().optional().catch(undefined),
  filter: z.string().optional().catch(undefined),
  select: z
    .array(z.string())
    .nullish()
    .transform((columns) => columns ?? undefined),
});
/**
 * A requested subscription to row changes. The client's values are kept unchanged, because the response
 * repeats them.
 */
export type ChangeFilter = z.output<typeof changeFilter>;

/** A request to replay the messages that were stored since an instant (milliseconds since 1970). */
const replay = z
  .object({ since: integerOr(0), limit: integerOr(DEFAULT_REPLAYED_MESSAGES) })
  .nullish()
  .transform((request) => request ?? null)
  .or(z.unknown().transform(() => 'invalid' as const));

const joinPayload = z
  .object({
    config: lenientObject({
      broadcast: lenientObject({ ack: flag, self: flag, replay, replication_ready: flag }),
      presence: lenientObject({
        key: z.string().catch('').pipe(z.string().max(LIMITS.presenceKeyLength)),
        enabled: z
          .unknown()
          .optional()
          .transform((value) => value === undefined || isTrue(value)),
      }),
      postgres_changes: z.array(changeFilter).max(LIMITS.changesPerChannel).nullish(),
      private: flag,
    }),
    access_token: z.unknown().optional(),
    user_token: z.unknown().optional(),
  })
  .transform(({ config, access_token, user_token }) => {
    const { replay, replication_ready: wantsReadiness, ...broadcast } = config.broadcast;
    const token = access_token ?? user_token;
    return {
      broadcast,
      replay,
      /** True if the client wants to be notified when the subscription to database messages is ready. */
      wantsReadiness,
      presence: config.presence,
      changes: config.postgres_changes ?? [],
      isPrivate: config.private,
      token: typeof token === 'string' && token !== '' && !token.startsWith('sb_') ? token : null,
    };
  });

export type JoinConfig = z.output<typeof joinPayload>;

/** Parses the payload of a join, or returns null if it is malformed. */
export const readJoinConfig = (payload: unknown) => joinPayload.safeParse(payload).data ?? null;
