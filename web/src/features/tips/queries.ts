import { queryOptions } from '@tanstack/react-query';
import type { Database } from '@/lib/database.types';
import { supabase } from '@/lib/supabase';

export type LessonProgress = Database['public']['Tables']['lesson_progress']['Row'];

export const tipQueries = {
  /** How the customer did in each lesson's questions. */
  progress: () =>
    queryOptions({
      queryKey: ['tips', 'progress'],
      queryFn: async () => {
        const { data } = await supabase.from('lesson_progress').select('*').order('last_at').throwOnError();
        return data;
      },
      meta: { failure: 'Failed to load your progress' },
    }),
};
