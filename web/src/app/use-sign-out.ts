import { useState } from 'react';
import { useNavigate } from 'react-router';
import { toast } from 'sonner';
import { signOut } from '@/lib/session';

/** Signs out and goes to the landing page. On failure, `tells` decides between a toast and the console alone. */
export function useSignOut({ tells }: { tells: boolean }) {
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  async function leave() {
    setBusy(true);
    try {
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
