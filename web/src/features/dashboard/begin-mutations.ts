import type { PersonaId } from '@engine/personas.ts';
import { FunctionsHttpError } from '@supabase/supabase-js';
import { mutationOptions } from '@tanstack/react-query';
import { supabase } from '@/lib/supabase';

export const beginMutations = {
  /** Two years of somebody's life are written into an empty household. */
  begin: mutationOptions({
    mutationFn: async ({ persona, timeZone }: { persona: PersonaId; timeZone: string }) => {
      const body = { persona, time_zone: timeZone };
      const { error } = await supabase.functions.invoke('begin', { body });
      if (error instanceof FunctionsHttpError) throw await error.context.json();
      if (error) throw error;
    },
    meta: { failure: 'Failed to begin this life' },
  }),
};
