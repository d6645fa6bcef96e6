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
 * The settings `[api.limits]`: the database resources that a customer can use. The Supabase CLI doesn't have
 * this table. Most limits don't apply to the service role, but that role can't use the connections reserved
 * for customers.
 */
export const limitsSchema = section({
  /** The timeout for reads, parsed into milliseconds. */
  read_timeout: milliseconds.prefault('5s'),
  /** The timeout for writes, parsed into milliseconds. */
  write_timeout: milliseconds.prefault('15s'),
  /** The maximum number of concurrent connections per customer. Further requests wait. */
  connections_per_customer: count.default(3),
  /** The maximum number of waiting requests per customer. Further requests get a 429 response. */
  waiting_per_customer: count.default(250),
  max_response_size: bytes.prefault('32MiB'),
  /** The maximum number of times that a table can be embedded in itself as a list. */
  max_repeated_embeds: z.number().int().nonnegative().default(2),
});

/** Limits in `[functions.<name>]` that the Supabase CLI doesn't have. */
export const callSettings = {
  /** The maximum size of a request body in bytes. Defaults to the limit in `[edge_runtime]`. */
  max_body_size: bytes.optional(),
  /** The maximum number of concurrent calls per customer. Further calls get a 429 response. */
  calls_per_customer: count.optional(),
  calls_per_process: count.optional(),
  /**
   * True if the function runs in a worker thread, so that it doesn't block other requests. Bodies and
   * responses are transferred as a whole.
   */
  runs_in_thread: z.boolean().optional(),
  /** True if the bank loads the function when it starts, and not at its first call. */
  loads_at_start: z.boolean().optional(),
};

export type ApiLimits = z.infer<typeof limitsSchema>;
