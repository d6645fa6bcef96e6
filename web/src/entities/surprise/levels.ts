import { requestMutation } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

export type SurpriseLevel = 'off' | 'some' | 'many';

export const SURPRISE_LEVELS: readonly { value: SurpriseLevel; label: string; description: string }[] = [
  { value: 'off', label: 'Off', description: 'Nothing unexpected happens.' },
  {
    value: 'some',
    label: 'Some',
    description:
      'About 3 in 10 households have a car repair each year, and almost 1 in 4 adults has a medical bill.',
  },
  { value: 'many', label: 'Many', description: 'Twice as many surprises as with “Some”.' },
];

export const surpriseLevelMutations = {
  set: requestMutation("We couldn't save your settings", (level: SurpriseLevel) =>
    supabase.rpc('set_surprises', { level }),
  ),
};
