import type { FastForwardDigest } from '@engine/simulation/digest.ts';
import { FunctionsHttpError } from '@supabase/supabase-js';
import { mutationOptions } from '@tanstack/react-query';
import type { FastForwardTarget } from '@/entities/household/request-fast-forward';
import { supabase } from '@/lib/supabase';

export type Advanced = {
  from: string;
  to: string;
  /** False if the fast-forward was canceled after some complete steps. */
  whole: boolean;
  /** The outcome of a scenario that ended during the fast-forward, which stops at the end of that day. */
  ended?: 'won' | 'lost' | null;
  /** The surprise that asks for a decision, if a fast-forward of up to a month stopped there. */
  decision?: string | null;
  /** The checkpoint before the fast-forward; null if it wasn't saved. */
  checkpoint?: string | null;
  digest: FastForwardDigest;
};

type Advance = { request: FastForwardTarget; signal: AbortSignal };

export const clockMutations = {
  /** Fast-forwards and returns the summary; null if the customer stopped it. */
  advance: mutationOptions({
    mutationFn: advance,
    // The fast-forward itself loads the new data, before it is shown.
    meta: { failure: "We couldn't complete the fast-forward", reloadsItself: true },
  }),
};

async function advance({ request, signal }: Advance): Promise<Advanced | null> {
  const { data, error } = await supabase.functions.invoke('advance', { body: request, signal });
  if (signal.aborted) return null;
  if (error instanceof FunctionsHttpError) throw await error.context.json();
  if (error) throw error;
  return data as Advanced;
}
