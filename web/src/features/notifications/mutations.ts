import type { About, PreferenceRow } from '@/entities/notification/notification-kinds';
import { endPush, startPush } from '@/entities/notification/push';
import { requestMutation } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

type Choice = { about: About; itemId: string | null; isOn: boolean; threshold: number | null };

const FAILURE = "We couldn't save your notification settings";

export const notificationMutations = {
  /**
   * Saves the switch and threshold of a notification kind. The setting applies to one account or card, or to
   * all.
   */
  choose: requestMutation(FAILURE, async ({ about, itemId, isOn, threshold }: Choice) => {
    const choice = { about, item_id: itemId, enabled: isOn, threshold };
    const { data } = await supabase.rpc('set_notification_preference', choice).throwOnError();
    return data;
  }),
  /** Removes the separate setting of an account or card. */
  unchoose: requestMutation(FAILURE, ({ about, itemId }: { about: About; itemId: string }) =>
    supabase.from('notification_preferences').delete().eq('about', about).eq('item_id', itemId),
  ),
  /** Restores all defaults. */
  reset: requestMutation(FAILURE, () => supabase.from('notification_preferences').delete().neq('about', '')),
  restore: requestMutation(FAILURE, async (rows: readonly PreferenceRow[]) => {
    for (const { about, item_id, enabled, threshold } of rows)
      await supabase
        .rpc('set_notification_preference', { about, item_id, enabled, threshold })
        .throwOnError();
  }),
  /** Asks for the browser's permission and subscribes; returns false if the customer declines. */
  turnPushOn: requestMutation("We couldn't turn on browser notifications", async (publicKey: string) => {
    const keys = await startPush(publicKey);
    if (!keys) return false;
    await supabase.rpc('subscribe_to_push', keys).throwOnError();
    return true;
  }),
  turnPushOff: requestMutation("We couldn't turn off browser notifications", async () => {
    const endpoint = await endPush();
    if (endpoint) await supabase.from('push_subscriptions').delete().eq('endpoint', endpoint).throwOnError();
  }),
};
