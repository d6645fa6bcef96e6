import { queryOptions } from '@tanstack/react-query';
import type { Database } from '@/lib/database.types';
import { supabase } from '@/lib/supabase';
import { loadLesson } from './lessons/catalog';

export type LessonProgress = Database['public']['Tables']['lesson_progress']['Row'];

export const tipQueries = {
  /** Loads the text of a lesson, which is part of the app: no connection to the bank is needed. */
  lesson: (id: string) =>
    queryOptions({
      queryKey: ['tips', 'lesson', id],
      queryFn: () => loadLesson(id),
      networkMode: 'always',
      staleTime: Number.POSITIVE_INFINITY,
      meta: { failure: "We couldn't load the lesson" },
    }),
  /** How the customer did in each lesson's questions. */
  progress: () =>
    queryOptions({
      queryKey: ['tips', 'progress'],
      queryFn: async () => {
        const { data } = await supabase.from('lesson_progress').select('*').order('last_at').throwOnError();
        return data;
      },
      meta: { failure: "We couldn't load your progress" },
    }),
};
