import { useState } from 'react';
import { useNavigate } from 'react-router';
import { signOut } from '@/lib/session';
import { toast } from '@/lib/toast';
import { deleteCopies } from './offline/offline-copy';
import { queryClient } from './query-client';

const WAITED_FOR_READING_MS = 1000;
const LOOKED_EVERY_MS = 25;

/**
 * Signs out and goes to the landing page. Deletes the offline copy first, even if the bank doesn't respond.
 * Logs a failure, and shows it as a toast if `showsFailure` is set.
 */
export function useSignOut({ showsFailure }: { showsFailure: boolean }) {
  const [isSigningOut, setIsSigningOut] = useState(false);
  const navigate = useNavigate();
  async function leave() {
    setIsSigningOut(true);
    const deletion = deleteCopies().then(
      () => true,
      (error: unknown) => {
        console.error("We couldn't delete the offline copy.", error);
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
      const description = (await deletion) ? SIGNED_IN_WITHOUT_COPY : SIGNED_IN_WITH_COPY;
      if (showsFailure) toast.error('Failed to sign out', { description });
    } finally {
      setIsSigningOut(false);
    }
  }
  return { signOut: leave, isSigningOut };
}

const SIGNED_IN_WITHOUT_COPY =
  "We couldn't reach the bank, so you're still signed in here. Your offline copy is deleted.";
const SIGNED_IN_WITH_COPY =
  "We couldn't reach the bank, so you're still signed in here. Your offline copy may still be on this device.";

/** Waits briefly for running requests to finish, because they would fail after the session ends. */
async function untilRead(): Promise<void> {
  const latest = Date.now() + WAITED_FOR_READING_MS;
  while (queryClient.isFetching() > 0 && Date.now() < latest)
    await new Promise((later) => setTimeout(later, LOOKED_EVERY_MS));
}
