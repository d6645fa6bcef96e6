import type { Session } from '@supabase/supabase-js';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { deletionQueries } from '@/entities/customer/queries';
import { formatListDate } from '@/lib/dates';
import { leaveEnded, sessionClaims } from '@/lib/session';
import { listen } from '@/lib/supabase';
import { TextLink } from '@/ui/link';
import { AfterHydration } from './after-hydration';

/** Checks whether the session is still valid and the account still exists. */
export function SessionWatch({ session }: { session: Session }) {
  const { data: deletion } = useQuery(deletionQueries.mine(session.user.id));
  return (
    <>
      <AfterHydration>
        <Ending session={session} />
      </AfterHydration>
      {deletion && <LeavingNotice day={deletion.due_at} />}
    </>
  );
}

/**
 * Signs this browser out as soon as the session is ended elsewhere. If the browser isn't connected at that
 * moment, it is signed out at the next request.
 */
function Ending({ session }: { session: Session }) {
  const { session_id: own } = sessionClaims(session);
  const customerId = session.user.id;
  useEffect(
    () =>
      listen((bank) =>
        bank
          .channel(`sessions:${customerId}`, { config: { private: true } })
          .on('broadcast', { event: 'ended' }, ({ payload }: { payload: { session?: string } }) => {
            if (payload.session === own) void leaveEnded();
          })
          .subscribe(),
      ),
    [customerId, own],
  );
  return null;
}

function LeavingNotice({ day }: { day: string }) {
  return (
    <aside
      aria-label="Deletion"
      className="bg-negative-soft px-(--gutter) py-2 text-center text-sm print:hidden"
    >
      Your account will be deleted on {formatListDate(day)}.{' '}
      <TextLink to="/settings/data#leaving">Keep my account</TextLink>
    </aside>
  );
}
