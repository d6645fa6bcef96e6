import type { Command, CommandValues, Decision } from '@engine/what-if/what-if.ts';
import { z } from 'zod';
import { requestMutation } from '@/lib/requests';
import { onCustomerLeft } from '@/lib/session';
import { readStoredJson, storeValue } from '@/lib/storage/customer-keys';
import { supabase } from '@/lib/supabase';

export type PossibleCommand = Exclude<Command, { impossible: string }>;

const KEY = 'what-if-plans';

const values = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
const command = z.discriminatedUnion('verb', [
  z.object({ verb: z.literal('insert'), target: z.string(), values, text: z.string() }),
  z.object({ verb: z.literal('update'), target: z.string(), id: z.string(), values, text: z.string() }),
  z.object({ verb: z.literal('rpc'), target: z.string(), values, text: z.string() }),
]) satisfies z.ZodType<PossibleCommand>;
const planSchema = z.object({
  /** The decision as it was when the plan was created. A changed decision needs a new plan. */
  decision: z.string(),
  steps: z.array(z.object({ command, requestId: z.uuid(), isDone: z.boolean() })),
  /** A message about the parts that can't be applied; null if there are none. */
  impossible: z.string().nullable(),
});
const plans = z.record(z.string(), planSchema);

/**
 * A decision's commands from the first attempt, with their request ids. They are saved with the what-if until
 * the bank responds. A retry sends the same ids, so no money moves twice.
 */
type Plan = z.infer<typeof planSchema>;

/** If storage isn't available, plans last until the page closes. */
let inMemory: { customerId: string; plans: Record<string, Plan> } | null = null;
onCustomerLeft(() => {
  inMemory = null;
});

export const planStore = {
  /** Returns the decision's plan, or null if there is none or the decision has changed. */
  of(customerId: string, branchId: string, decision: Decision): Plan | null {
    const plan = read(customerId)[getKey(branchId, decision)];
    return plan?.decision === getText(decision) ? plan : null;
  },
  begin(customerId: string, branchId: string, decision: Decision, commands: readonly Command[]): Plan {
    const steps = commands.flatMap((item) =>
      'impossible' in item ? [] : [{ command: item, requestId: crypto.randomUUID(), isDone: false }],
    );
    const impossible = commands.find((entry) => 'impossible' in entry)?.impossible ?? null;
    const plan = { decision: getText(decision), steps, impossible };
    write(customerId, { ...read(customerId), [getKey(branchId, decision)]: plan });
    return plan;
  },
  mark(customerId: string, branchId: string, decision: Decision, requestId: string): void {
    const all = read(customerId);
    const plan = all[getKey(branchId, decision)];
    if (!plan) return;
    const steps = plan.steps.map((step) => (step.requestId === requestId ? { ...step, isDone: true } : step));
    write(customerId, { ...all, [getKey(branchId, decision)]: { ...plan, steps } });
  },
  /** Removes a plan that is complete or was refused before its first step. */
  forget(customerId: string, branchId: string, decision: Decision): void {
    const { [getKey(branchId, decision)]: _gone, ...rest } = read(customerId);
    write(customerId, rest);
  },
};

/**
 * Returns text that identifies the content of a decision. Sorts the properties, because storage can change
 * their order.
 */
const getText = (decision: Decision) => JSON.stringify(Object.entries(decision).sort());

const getKey = (branchId: string, { id }: Decision) => `${branchId} ${id}`;

/** Reads the stored plans. Nothing is cached, because another window can apply the same what-if. */
function read(customerId: string): Record<string, Plan> {
  if (inMemory?.customerId === customerId) return inMemory.plans;
  return plans.safeParse(readStoredJson(customerId, KEY)).data ?? {};
}

function write(customerId: string, next: Record<string, Plan>): void {
  const isStored = storeValue(customerId, KEY, JSON.stringify(next));
  inMemory = isStored ? null : { customerId, plans: next };
}

/** The tables that a what-if can write to. Commands for other tables throw an error. */
const TABLES = [
  'scheduled_payments',
  'auto_deposits',
  'loans',
  'mortgages',
  'credit_cards',
  'shocks',
] as const;
const VERBS = [
  'pay_loan',
  'pay_mortgage',
  'pay_credit_card',
  'take_loan',
  'take_mortgage',
  'withdraw_from_cd',
  'set_account_plan',
  'change_payment_day',
  'start_biweekly',
  'set_insurance',
  'end_insurance',
] as const;
/** The verbs without a request id, because a second call has no further effect. */
const REPEATABLE: ReadonlySet<string> = new Set(['set_account_plan', 'set_insurance', 'end_insurance']);

export const whatIfMutations = {
  /** Runs a decision's command. Its request id makes retries safe. */
  carryOut: requestMutation(
    "We couldn't apply the decision",
    async ({ command, requestId }: { command: PossibleCommand; requestId: string }) => {
      if (command.verb === 'rpc') {
        const verb = VERBS.find((value) => value === command.target);
        if (!verb) throw new Error(`Unsupported decision command: ${command.target}`);
        // The engine sets the parameters, and the bank validates them.
        const values = { ...command.values, ...(!REPEATABLE.has(verb) && { request_id: requestId }) };
        await supabase.rpc(verb as 'pay_loan', values as never).throwOnError();
        return;
      }
      const table = TABLES.find((item) => item === command.target);
      if (!table) throw new Error(`Unsupported decision table: ${command.target}`);
      const values = await withCategoryId(command.values);
      if (command.verb === 'insert') await insertOnce(table, requestId, values);
      else
        await supabase
          .from(table)
          .update(values as never)
          .eq('id', command.id)
          .throwOnError();
    },
  ),
};

/** Inserts a row once. Its id is the request id, so an earlier attempt may have already created it. */
async function insertOnce(table: (typeof TABLES)[number], id: string, values: CommandValues): Promise<void> {
  try {
    await supabase
      .from(table)
      .insert({ ...values, id } as never)
      .throwOnError();
  } catch (error) {
    const { data } = await supabase.from(table).select('id').eq('id', id).throwOnError();
    if (data.length === 0) throw error;
  }
}

/** Replaces the category's name, which commands use, with its id. */
async function withCategoryId({ category, ...values }: CommandValues): Promise<CommandValues> {
  if (typeof category !== 'string') return values;
  const { data } = await supabase
    .from('categories')
    .select('id')
    .eq('name', category)
    .limit(1)
    .throwOnError();
  return { ...values, category_id: data[0]?.id ?? null };
}
