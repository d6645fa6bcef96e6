import { mutationOptions } from '@tanstack/react-query';
import { supabase } from '@/lib/supabase';

export const scenarioMutations = {
  saveCheckpoint: mutationOptions({
    mutationFn: async ({ name }: { name: string }) => {
      await supabase.rpc('save_checkpoint', { name }).throwOnError();
    },
    meta: { failure: "We couldn't save the checkpoint" },
  }),
};
