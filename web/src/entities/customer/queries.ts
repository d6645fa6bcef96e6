import { queryOptions } from '@tanstack/react-query';
import { BROWSER_TIME_ZONE } from '@/lib/dates';
import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

export const customerQueries = {
  /** Reads the customer's row, which is created on the first visit, and the current simulated time. */
  me: () =>
    requestQuery(['customers', 'me'], "We couldn't load your settings", async () => {
      const { data: customer } = await supabase
        .rpc('ensure_customer', { time_zone: BROWSER_TIME_ZONE })
        .throwOnError();
      const { data: now } = await supabase.rpc('simulated_now').throwOnError();
      return { ...customer, now };
    }),
};

/** The customer's row with the simulated time when it was read. */
export type Customer = Awaited<ReturnType<NonNullable<ReturnType<typeof customerQueries.me>['queryFn']>>>;

export const deletionQueries = {
  /**
   * Reads the customer's account deletion request; null if there is none. Its dates are real dates, not
   * simulated dates.
   */
  mine: (customerId: string) =>
    requestQuery(['customers', 'deletion', customerId], "We couldn't load your settings", () =>
      supabase.from('account_deletions').select('due_at').maybeSingle(),
    ),
};

export const avatarQueries = {
  /** Downloads the customer's picture and returns an object URL for the file. */
  picture: (path: string) =>
    queryOptions({
      queryKey: ['customers', 'avatar', path],
      queryFn: async () => {
        const { data, error } = await supabase.storage.from('avatars').download(path);
        if (error) throw error;
        return URL.createObjectURL(data);
      },
      // Caches the picture only while a page shows it, because later pictures reuse the file name.
      staleTime: 'static',
      gcTime: 0,
      meta: { failure: "We couldn't load your picture" },
    }),
};
