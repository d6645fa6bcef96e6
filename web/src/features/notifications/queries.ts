import { queryOptions } from '@tanstack/react-query';
import { readMarks } from '@/entities/notification/notification-marks';
import { pushSubscription } from '@/entities/notification/push';
import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

export const notificationQueries = {
  /**
   * Reads the notifications that arrived since the customer last viewed the whole list in this browser.
   * Returns only the latest notification for each kind and item.
   */
  news: (customerId: string) =>
    requestQuery(['notifications', 'news', customerId], "We couldn't load your notifications", async () => {
      const { seen } = readMarks(customerId);
      const { data } = await supabase.rpc('my_notifications', { since: seen, seen }).throwOnError();
      return data;
    }),
  preferences: () =>
    requestQuery(['notifications', 'preferences'], "We couldn't load your notification settings", () =>
      supabase.from('notification_preferences').select('about, item_id, enabled, threshold'),
    ),
  /** Reads the public key for push subscriptions, or null if this bank sends no push notifications. */
  pushKey: () =>
    queryOptions({
      queryKey: ['notifications', 'push-key'],
      queryFn: async () => {
        const { data, error } = await supabase.functions.invoke<{ public_key: string | null }>(
          'push-notifications',
          { method: 'GET' },
        );
        if (error) throw error;
        return data?.public_key ?? null;
      },
      staleTime: Number.POSITIVE_INFINITY,
      meta: { failure: "We couldn't load browser notification settings" },
    }),
  /** Returns true if this browser receives push notifications for the customer. */
  pushHere: () =>
    requestQuery(
      ['notifications', 'push-here'],
      "We couldn't load browser notification settings",
      async () => {
        const subscription = await pushSubscription();
        if (!subscription) return false;
        const { data } = await supabase
          .from('push_subscriptions')
          .select('id')
          .eq('endpoint', subscription.endpoint)
          .throwOnError();
        return data.length > 0;
      },
    ),
};
