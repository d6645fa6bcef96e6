import { queryOptions } from '@tanstack/react-query';
import type { Database } from '@/lib/database.types';
import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';
import { loadLesson } from './lessons/catalog';

export type LessonProgress = Database['public']['Tables']['lesson_progress']['Row'];

export const tipQueries = {
  /** Loads a lesson's text, which is part of the app. */
  lesson: (id: string) =>
    queryOptions({
      queryKey: ['tips', 'lesson', id],
      queryFn: () => loadLesson(id),
      networkMode: 'always',
      staleTime: Number.POSITIVE_INFINITY,
      meta: { failure: "We couldn't load the lesson" },
    }),
  /** Reads the customer's quiz results by lesson. */
  progress: () =>
    requestQuery(['tips', 'progress'], "We couldn't load your progress", () =>
      supabase.from('lesson_progress').select('*').order('last_at'),
    ),
};
