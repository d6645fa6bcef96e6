import { useMutation } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { BROWSER_TIME_ZONE } from '@/lib/dates';
import { loadEnvironment } from '@/lib/environment';
import { getRequestedPage } from '@/lib/navigation/requested-page';
import { startSession } from '@/lib/session';
import { Button } from '@/ui/button';

/** Renders a button that opens a private copy of the demo household and shows the requested page. */
export function TryDemoButton(props: ComponentProps<typeof Button>) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const { mutate, isPending } = useMutation({
    mutationFn: openDemo,
    onSuccess: () => navigate(getRequestedPage(state)),
    meta: { failure: "We couldn't create the demo. Try again in a minute." },
  });
  return (
    <Button {...props} busy={isPending} onClick={() => mutate()}>
      {isPending ? 'Creating 2 years of history…' : 'Try the demo'}
    </Button>
  );
}

/**
 * Opens a private copy of the demo household and signs in to it. A separate client signs in and creates the
 * household, then hands over the session, so that the app never shows an unfinished household.
 */
async function openDemo(): Promise<void> {
  const [{ connectVisitor }, environment] = await Promise.all([
    import('@/lib/supabase'),
    loadEnvironment(),
    startSession(),
  ]);
  const visitor = connectVisitor(environment);
  const { data, error } = await visitor.auth.signInAnonymously();
  if (error) throw error;
  if (!data.session) throw new Error("We couldn't start a session.");
  const response = await visitor.functions.invoke('demo', { body: { time_zone: BROWSER_TIME_ZONE } });
  if (response.error) throw response.error;
  const { supabase } = await import('@/lib/supabase');
  const handedOver = await supabase.auth.setSession(data.session);
  if (handedOver.error) throw handedOver.error;
}
