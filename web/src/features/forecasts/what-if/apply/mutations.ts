import type { CommandValues } from '@engine/what-if/what-if.ts';
import { mutationOptions } from '@tanstack/react-query';
import { supabase } from '@/lib/supabase';
import type { PossibleCommand } from './plans';

/** The tables and functions that a what-if may use. Commands with others are ignored. */
const TABLES = [
  'scheduled_payments',
  'auto_deposits',
  'loans',
  'mortgages',
  'credit_cards',
  'shocks',
] as const;
const VERBS = ['pay_loan', 'pay_mortgage', 'pay_credit_card', 'take_loan', 'take_mortgage'] as const;

export const whatIfMutations = {
  /** Runs a command of a decision. Its request id makes retries safe. */
  carryOut: mutationOptions({
    mutationFn: async ({ command, requestId }: { command: PossibleCommand; requestId: string }) => {
      if (command.verb === 'rpc') {
        const verb = VERBS.find((one) => one === command.target);
        if (!verb) throw new Error(`No decision calls ${command.target}.`);
        // The engine sets the parameters, and the bank checks them.
        const values = { ...command.values, request_id: requestId } as never;
        await supabase.rpc(verb as 'pay_loan', values).throwOnError();
        return;
      }
      const table = TABLES.find((one) => one === command.target);
      if (!table) throw new Error(`No decision writes to ${command.target}.`);
      const values = await withCategoryId(command.values);
      if (command.verb === 'insert') await insertOnce(table, requestId, values);
      else
        await supabase
          .from(table)
          .update(values as never)
          .eq('id', command.id)
          .throwOnError();
    },
    meta: { failure: "We couldn't apply a decision" },
  }),
};

/** The row's id is the request id, so an earlier attempt may have created it already. */
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

/** Commands refer to categories by name. */
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
