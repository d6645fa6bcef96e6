import { queryOptions } from '@tanstack/react-query';
import type { Database } from '@/lib/database.types';
import { BROWSER_TIME_ZONE } from '@/lib/dates';
import { supabase, withStorage } from '@/lib/supabase';

export const customerQueries = {
  /** The customer's own row, made at the first visit, with the simulated now of the moment it was read. */
  me: () =>
    queryOptions({
      queryKey: ['customers', 'me'],
      queryFn: async () => {
        const { data: customer } = await supabase
          .rpc('ensure_customer', { time_zone: BROWSER_TIME_ZONE })
          .throwOnError();
        const { data: now } = await supabase.rpc('simulated_now').throwOnError();
        return { ...customer, now };
      },
      meta: { failure: "We couldn't load your settings" },
    }),
  books: () =>
    queryOptions({
      queryKey: ['customers', 'books'],
      queryFn: async () => {
        const { data } = await supabase.rpc('my_books').throwOnError();
        return data as { entries: number; postings: number; first_at: string | null; violations: number };
      },
      meta: { failure: "We couldn't load your books" },
    }),
};

export const checkpointQueries = {
  /** The moments to which the customer can return, the latest saved first. */
  list: () =>
    queryOptions({
      queryKey: ['checkpoints', 'list'],
      queryFn: async () => {
        const { data } = await supabase
          .from('checkpoints')
          .select('*')
          .order('created_at', { ascending: false })
          .throwOnError();
        return data;
      },
      meta: { failure: "We couldn't load your checkpoints" },
    }),
};

export type Checkpoint = Database['public']['Tables']['checkpoints']['Row'];

export const deletionQueries = {
  /** The deletion that the customer asked for; null while the account stays. Real time. */
  mine: (customerId: string) =>
    queryOptions({
      queryKey: ['customers', 'deletion', customerId],
      queryFn: async () => {
        const { data } = await supabase
          .from('account_deletions')
          .select('due_at')
          .maybeSingle()
          .throwOnError();
        return data;
      },
      meta: { failure: "We couldn't load your settings" },
    }),
};

export const avatarQueries = {
  /** The address of the customer's picture within this page. */
  picture: (path: string) =>
    queryOptions({
      queryKey: ['customers', 'avatar', path],
      queryFn: async () => {
        const { data, error } = await (await withStorage()).storage.from('avatars').download(path);
        if (error) throw error;
        return URL.createObjectURL(data);
      },
      // The file does not change while the page shows it, and after its removal there is nothing to reload. The name is
      // used again for a later picture.
      staleTime: 'static',
      gcTime: 0,
      meta: { failure: "We couldn't load your picture" },
    }),
};
