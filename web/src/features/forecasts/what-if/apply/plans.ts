import type { Command, Decision } from '@engine/what-if/what-if.ts';
import { z } from 'zod';
import { readStored, storeValue } from '@/lib/customer-keys';
import { onCustomerLeft } from '@/lib/session';

export type PossibleCommand = Exclude<Command, { impossible: string }>;

/**
 * The commands of a decision when it was first applied, with their request ids. They are saved with the
 * what-if until the bank responds, so that a retry sends the same ids and moves nothing twice.
 */
type Plan = {
  /** The decision when the plan was made. A changed decision needs another plan. */
  decision: string;
  steps: readonly Step[];
  /** The parts that can't be applied, as a sentence. */
  impossible: string | null;
};
type Step = { command: PossibleCommand; requestId: string; isDone: boolean };

const KEY = 'what-if-plans';

const values = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
const command = z.discriminatedUnion('verb', [
  z.object({ verb: z.literal('insert'), target: z.string(), values, words: z.string() }),
  z.object({ verb: z.literal('update'), target: z.string(), id: z.string(), values, words: z.string() }),
  z.object({ verb: z.literal('rpc'), target: z.string(), values, words: z.string() }),
]) satisfies z.ZodType<PossibleCommand>;
const plans = z.record(
  z.string(),
  z.object({
    decision: z.string(),
    steps: z.array(z.object({ command, requestId: z.uuid(), isDone: z.boolean() })),
    impossible: z.string().nullable(),
  }),
);

/** Without storage, plans last as long as the page. */
let inMemory: { customerId: string; plans: Record<string, Plan> } | null = null;
onCustomerLeft(() => {
  inMemory = null;
});

export const planStore = {
  /** Returns null if the decision has no plan or has changed. */
  of(customerId: string, branchId: string, decision: Decision): Plan | null {
    const plan = read(customerId)[getKey(branchId, decision)];
    return plan?.decision === JSON.stringify(decision) ? plan : null;
  },
  begin(customerId: string, branchId: string, decision: Decision, commands: readonly Command[]): Plan {
    const steps = commands.flatMap((each) =>
      'impossible' in each ? [] : [{ command: each, requestId: crypto.randomUUID(), isDone: false }],
    );
    const impossible = commands.find((each) => 'impossible' in each)?.impossible ?? null;
    const plan = { decision: JSON.stringify(decision), steps, impossible };
    write(customerId, { ...read(customerId), [getKey(branchId, decision)]: plan });
    return plan;
  },
  /** Marks a step as done. */
  mark(customerId: string, branchId: string, decision: Decision, requestId: string): void {
    const all = read(customerId);
    const plan = all[getKey(branchId, decision)];
    if (!plan) return;
    const steps = plan.steps.map((step) => (step.requestId === requestId ? { ...step, isDone: true } : step));
    write(customerId, { ...all, [getKey(branchId, decision)]: { ...plan, steps } });
  },
  /** Removes the plan once it is done, or refused before any step. */
  forget(customerId: string, branchId: string, decision: Decision): void {
    const { [getKey(branchId, decision)]: _gone, ...rest } = read(customerId);
    write(customerId, rest);
  },
};

const getKey = (branchId: string, { id }: Decision) => `${branchId} ${id}`;

/** Read each time, because another window may apply the same what-if. */
function read(customerId: string): Record<string, Plan> {
  const text = readStored(customerId, KEY);
  if (text === null) return inMemory?.customerId === customerId ? inMemory.plans : {};
  try {
    return plans.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

function write(customerId: string, next: Record<string, Plan>): void {
  const isKept = storeValue(customerId, KEY, JSON.stringify(next));
  inMemory = isKept ? null : { customerId, plans: next };
}
