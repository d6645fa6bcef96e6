import type { Command, CommandValues } from '@engine/what-if.ts';
import { mutationOptions } from '@tanstack/react-query';
import { supabase } from '@/lib/supabase';

type Possible = Exclude<Command, { impossible: string }>;

/** Tables a branch may write to and verbs it may call; what else stands in a command is no decision of ours. */
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
  /** Carries out one command of a decision; the same request id moves money once. */
  carryOut: mutationOptions({
    mutationFn: async ({ command, requestId }: { command: Possible; requestId: string }) => {
      if (command.verb === 'rpc') {
        const verb = VERBS.find((one) => one === command.target);
        if (!verb) throw new Error(`No decision calls ${command.target}.`);
        // The engine names the parameters; the bank checks them.
        const values = { ...command.values, request_id: requestId } as never;
        await supabase.rpc(verb as 'pay_loan', values).throwOnError();
        return;
      }
      const table = TABLES.find((one) => one === command.target);
      if (!table) throw new Error(`No decision writes to ${command.target}.`);
      const values = (await withCategoryId(command.values)) as never;
      if (command.verb === 'insert') await supabase.from(table).insert(values).throwOnError();
      else await supabase.from(table).update(values).eq('id', command.id).throwOnError();
    },
    meta: { failure: 'Failed to apply a decision' },
  }),
};

/** A category stands in a command by its name. */
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
