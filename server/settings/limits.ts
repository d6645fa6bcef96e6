import { z } from 'zod';
import { parseDuration } from '../auth/duration.ts';
import { section } from './section.ts';
import { bytes } from './storage.ts';

const count = z.number().int().positive();
const milliseconds = z
  .string()
  .refine((text) => (parseDuration(text) ?? 0) > 0, 'must be a duration, such as 5s')
  .transform((text) => Math.round((parseDuration(text) ?? 0) * 1000));

/**
 * `[api.limits]`: the database resources of one customer. Not a table of the Supabase CLI. The service role
 * is only subject to the reserved connections.
 */
export const limitsSchema = section({
  /** The timeout of a reading statement, in milliseconds once parsed. */
  read_timeout: milliseconds.prefault('5s'),
  /** The timeout of a writing statement. */
  write_timeout: milliseconds.prefault('15s'),
  /** Concurrent connections per customer. Further requests wait. */
  connections_per_customer: count.default(3),
  /** Queued requests per customer. Further ones get 429. */
  waiting_per_customer: count.default(250),
  /** The largest response in bytes. */
  max_response_size: bytes.prefault('32MiB'),
  /** The highest number of times that a table may be embedded within itself as a list. */
  max_repeated_embeds: z.number().int().nonnegative().default(2),
});

/** Limits in `[functions.<name>]` that the Supabase CLI doesn't have. */
export const callSettings = {
  /** The largest body in bytes. Defaults to that of `[edge_runtime]`. */
  max_body_size: bytes.optional(),
  /** Concurrent calls per customer. Further ones get 429. */
  calls_per_customer: count.optional(),
  /** Concurrent calls per process. */
  calls_per_process: count.optional(),
  /**
   * True if the function runs in a worker thread, so that it doesn't block other requests. Bodies and
   * responses are transferred whole.
   */
  runs_in_thread: z.boolean().optional(),
};

export type ApiLimits = z.infer<typeof limitsSchema>;
