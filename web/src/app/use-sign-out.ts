import { useState } from 'react';
import { useNavigate } from 'react-router';
import { signOut } from '@/lib/session';
import { toast } from '@/lib/toast';
import { forgetCopies } from './offline-copy';
import { queryClient } from './query-client';

const WAITED_FOR_READING_MS = 1000;
const LOOKED_EVERY_MS = 25;

/**
 * Signs out and goes to the landing page. What this browser keeps for reading offline goes at once, whether or not the
 * bank can be reached. On failure, `tells` decides between a toast and the console alone; `unreached` says it in place.
 */
export function useSignOut({ tells }: { tells: boolean }) {
  const [busy, setBusy] = useState(false);
  const [unreached, setUnreached] = useState<string | null>(null);
  const navigate = useNavigate();
  async function leave() {
    setBusy(true);
    setUnreached(null);
    const forgotten = forgetCopies().then(
      () => true,
      (error: unknown) => {
        console.error('The copy for reading offline could not be cleared.', error);
        return false;
      },
    );
    try {
      await untilRead();
      await signOut();
      toast.success('Logged out successfully', { id: 'signed-out' });
      await navigate('/');
    } catch (error) {
      console.error('Failed to sign out', error);
      const words = (await forgotten) ? STAYS_SIGNED_IN : STAYS_WITH_COPIES;
      setUnreached(words);
      if (tells) toast.error('Failed to sign out', { description: words });
    } finally {
      setBusy(false);
    }
  }
  return { leave, busy, unreached };
}

const STAYS_SIGNED_IN =
  'The bank could not be reached, so you are still signed in here. What was kept for reading offline is deleted.';
const STAYS_WITH_COPIES =
  'The bank could not be reached, so you are still signed in here, and what was kept for reading offline may still be there.';

/** With the session ends what is still being read: that is let finish, if it does so soon. */
async function untilRead(): Promise<void> {
  const latest = Date.now() + WAITED_FOR_READING_MS;
  while (queryClient.isFetching() > 0 && Date.now() < latest)
    await new Promise((later) => setTimeout(later, LOOKED_EVERY_MS));
}
