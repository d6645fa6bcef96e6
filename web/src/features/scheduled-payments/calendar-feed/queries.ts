import { loadEnvironment } from '@/lib/environment';
import { requestMutation, requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

export const calendarFeedQueries = {
  /** Reads when the calendar address was created and last read; null if there is none. */
  mine: () =>
    requestQuery(['calendar-feed'], "We couldn't load your calendar address", () =>
      supabase.rpc('my_calendar_feed').maybeSingle(),
    ),
};

export const calendarFeedMutations = {
  /** Creates the address and returns it. An earlier address stops working. */
  create: requestMutation("We couldn't create the address", async (includesAmounts: boolean) => {
    const [{ url }, { data }] = await Promise.all([
      loadEnvironment(),
      supabase.rpc('create_calendar_feed', { includes_amounts: includesAmounts }).throwOnError(),
    ]);
    return new URL(`/functions/v1/calendar/${data}.ics`, url).href;
  }),
  remove: requestMutation("We couldn't remove the address", () => supabase.rpc('remove_calendar_feed')),
};
