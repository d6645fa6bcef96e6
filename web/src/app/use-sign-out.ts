import { useState } from 'react';
import { useNavigate } from 'react-router';
import { toast } from 'sonner';
import { signOut } from '@/lib/session';
import { queryClient } from './query-client';

const WAITED_FOR_READING_MS = 1000;
const LOOKED_EVERY_MS = 25;

/** Signs out and goes to the landing page. On failure, `tells` decides between a toast and the console alone. */
export function useSignOut({ tells }: { tells: boolean }) {
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  async function leave() {
    setBusy(true);
    try {
      await untilRead();
      await signOut();
      toast.success('Logged out successfully', { id: 'signed-out' });
      await navigate('/');
    } catch (error) {
      console.error('Failed to sign out', error);
      if (tells) toast.error('Failed to sign out');
    } finally {
      setBusy(false);
    }
  }
  return { leave, busy };
}

/** With the session ends what is still being read: that is let finish, if it does so soon. */
async function untilRead(): Promise<void> {
  const latest = Date.now() + WAITED_FOR_READING_MS;
  while (queryClient.isFetching() > 0 && Date.now() < latest)
    await new Promise((later) => setTimeout(later, LOOKED_EVERY_MS));
}
