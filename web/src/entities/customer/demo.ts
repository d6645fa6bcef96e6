import { BROWSER_TIME_ZONE } from '../../lib/dates';
import { loadEnvironment } from '../../lib/environment';
import { startSession } from '../../lib/session';

/**
 * Opens a private copy of the demo household and signs in to it. The customer is shown when the household stands, not
 * before: a client of its own signs in and has it written, then hands the session over.
 */
export async function openDemo(): Promise<void> {
  const [{ connectVisitor }, environment] = await Promise.all([
    import('../../lib/supabase'),
    loadEnvironment(),
    startSession(),
  ]);
  const visitor = connectVisitor(environment);
  const { data, error } = await visitor.auth.signInAnonymously();
  if (error) throw error;
  if (!data.session) throw new Error("We couldn't start a session.");
  const made = await visitor.functions.invoke('demo', { body: { time_zone: BROWSER_TIME_ZONE } });
  if (made.error) throw made.error;
  const { supabase } = await import('../../lib/supabase');
  const handedOver = await supabase.auth.setSession(data.session);
  if (handedOver.error) throw handedOver.error;
}
