import { z } from 'zod';
import { durationSeconds } from '../auth/duration.ts';
import { bytes } from './storage.ts';

const count = z.number().int().positive();
const milliseconds = z
  .string()
  .refine((text) => (durationSeconds(text) ?? 0) > 0, 'must be a duration, such as 5s')
  .transform((text) => Math.round((durationSeconds(text) ?? 0) * 1000));

/**
 * `[api.limits]`: how much of the database one customer may use at a time. Not a table of the Supabase CLI. The service
 * role is exempt from all but the connections that are kept for customers.
 */
export const limitsSchema = z
  .looseObject({
    /** Time for one statement that only reads, in milliseconds once parsed. */
    read_timeout: milliseconds.prefault('5s'),
    /** Time for one statement that may write. */
    write_timeout: milliseconds.prefault('15s'),
    /** Connections that the requests of one customer hold at a time; further requests wait their turn. */
    connections_per_customer: count.default(3),
    /** Requests of one customer that wait at a time; further ones are refused with 429. */
    waiting_per_customer: count.default(250),
    /** Bytes of one answer. */
    max_response_size: bytes.prefault('32MiB'),
    /** How often a list of the same table may be embedded again within itself. */
    max_repeated_embeds: z.number().int().nonnegative().default(2),
  })
  .prefault({});

/** Of `[functions.<name>]`, not keys of the Supabase CLI: what the calls of one function may cost. */
export const callSettings = {
  /** Bytes of a body; that of `[edge_runtime]` when absent. */
  max_body_size: bytes.optional(),
  /** Calls of one customer under way at a time; further ones are refused with 429. */
  calls_per_customer: count.optional(),
  /** Calls that one process works on at a time. */
  calls_per_process: count.optional(),
  /**
   * True if the function runs in a thread, so that it doesn't block other requests. Bodies and responses are
   * passed as a whole.
   */
  runs_in_thread: z.boolean().optional(),
};

export type ApiLimits = z.infer<typeof limitsSchema>;
