import type { Session } from '@supabase/supabase-js';
import { useEffect } from 'react';
import { leaveEnded, sessionClaims } from '@/lib/session';
import { listen } from '@/lib/supabase';

/**
 * Signs this browser out as soon as the session is ended elsewhere. If the browser isn't connected at that
 * moment, it is signed out at the next request.
 */
export function useEnded(session: Session): void {
  const { session_id: own } = sessionClaims(session);
  const customerId = session.user.id;
  useEffect(() => {
    return listen((bank) =>
      bank
        .channel(`sessions:${customerId}`, { config: { private: true } })
        .on('broadcast', { event: 'ended' }, ({ payload }: { payload: { session?: string } }) => {
          if (payload.session === own) void leaveEnded();
        })
        .subscribe(),
    );
  }, [customerId, own]);
}
