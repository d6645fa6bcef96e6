import type { SupabaseClient } from '@supabase/supabase-js';

export type FastForwardResponse = { status: number; body: object };

/**
 * The context of a fast-forward. `signal` is aborted when all clients have disconnected. `continues` returns
 * false if the run has lost its lease.
 */
export type FastForward = { signal: AbortSignal; continues(): Promise<boolean> };
type Running = {
  request: string;
  answer: Promise<FastForwardResponse>;
  clients: Set<AbortSignal>;
  leave: () => void;
};

/** The minimum time between extensions of the lease, which are made between steps. */
const EXTEND_AFTER_MS = 1_500;
const ASK_AGAIN_MS = 250;

/** The fast-forwards that run in this process, by customer. */
const runs = new Map<string, Running>();

/**
 * Runs one fast-forward per customer at a time, across all processes. An identical request gets the response
 * of the current run; other requests get null. Signals `work` to stop when all clients have disconnected.
 */
export async function fastForwardOnce(
  bank: SupabaseClient,
  customer: string,
  request: string,
  signal: AbortSignal,
  work: (run: FastForward) => Promise<FastForwardResponse>,
): Promise<FastForwardResponse | null> {
  const current = runs.get(customer);
  if (current && current.request !== request) return null;
  const running = current ?? start(bank, customer, request, work);
  running.clients.add(signal);
  signal.addEventListener('abort', running.leave, { once: true });
  try {
    return await running.answer;
  } catch (error) {
    if (error instanceof OtherRequest) return null;
    throw error;
  } finally {
    signal.removeEventListener('abort', running.leave);
  }
}

class OtherRequest extends Error {}

function start(
  bank: SupabaseClient,
  customer: string,
  request: string,
  work: (run: FastForward) => Promise<FastForwardResponse>,
): Running {
  const clients = new Set<AbortSignal>();
  const stop = new AbortController();
  const leave = () => {
    if ([...clients].every(({ aborted }) => aborted)) stop.abort();
  };
  const answer = runAcrossProcesses(bank, customer, request, stop.signal, work).finally(() =>
    runs.delete(customer),
  );
  const running = { request, answer, clients, leave };
  runs.set(customer, running);
  return running;
}

async function runAcrossProcesses(
  bank: SupabaseClient,
  customer: string,
  request: string,
  signal: AbortSignal,
  work: (run: FastForward) => Promise<FastForwardResponse>,
): Promise<FastForwardResponse> {
  const run_id = crypto.randomUUID();
  const { data } = await bank
    .rpc('begin_fast_forward', { customer_id: customer, run_id, request })
    .maybeSingle<{ current_run: string; state: 'started' | 'joined' | 'refused' }>()
    .throwOnError();
  if (data?.state === 'refused') throw new OtherRequest();
  if (data?.state === 'joined') return waitForResponse(bank, data.current_run, signal);
  if (data === null) return work({ signal, continues: async () => true });
  let answer: FastForwardResponse | null = null;
  try {
    answer = await work({ signal, continues: extendLease(bank, run_id) });
    return answer;
  } finally {
    // A request that joined the run can try again, and then sees the failure itself, if it lasts.
    const ended = answer ?? {
      status: 503,
      body: { code: 'CLOCK', message: "We couldn't complete the fast-forward. Please try again." },
    };
    await bank.rpc('end_fast_forward', { run_id, answer: ended });
  }
}

/** Returns a function that extends the run's lease. It resolves to false if the lease is lost. */
function extendLease(bank: SupabaseClient, run_id: string): () => Promise<boolean> {
  let extended = Date.now();
  return async () => {
    if (Date.now() - extended < EXTEND_AFTER_MS) return true;
    extended = Date.now();
    const { data } = await bank.rpc('continue_fast_forward', { run_id }).throwOnError();
    return data === true;
  };
}

/**
 * Waits for the response of a run in another process. Throws OtherRequest if that process ended without a
 * response.
 */
async function waitForResponse(
  bank: SupabaseClient,
  run_id: string,
  signal: AbortSignal,
): Promise<FastForwardResponse> {
  for (;;) {
    const { data } = await bank
      .rpc('fast_forward_answer', { run_id })
      .maybeSingle<{ is_running: boolean; answer: FastForwardResponse | null }>()
      .throwOnError();
    if (data?.answer) return data.answer;
    if (!data?.is_running || signal.aborted) throw new OtherRequest();
    await new Promise((resume) => setTimeout(resume, ASK_AGAIN_MS));
  }
}
