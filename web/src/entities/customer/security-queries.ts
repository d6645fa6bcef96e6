import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

const FAILURE = "We couldn't load your security settings";

/** The queries for account security. All times are real times, not simulated times. */
export const securityQueries = {
  summary: () =>
    requestQuery(['security', 'summary'], FAILURE, async () => {
      const { data } = await supabase.rpc('my_security').throwOnError();
      return data as { has_password: boolean; codes_left: number; codes_made_at: string | null };
    }),
  /**
   * Reads the customer's record in the sign-in service: email address, phone number, factors, and linked
   * providers.
   */
  person: () =>
    requestQuery(['security', 'person'], FAILURE, async () => {
      const { data, error } = await supabase.auth.getUser();
      if (error) throw error;
      return data.user;
    }),
  passkeys: () =>
    requestQuery(['security', 'passkeys'], FAILURE, async () => {
      const { data, error } = await supabase.auth.passkey.list();
      if (error) throw error;
      return data;
    }),
  sessions: () => requestQuery(['security', 'sessions'], FAILURE, () => supabase.rpc('my_sessions')),
  events: () => requestQuery(['security', 'events'], FAILURE, () => supabase.rpc('my_security_events')),
};
