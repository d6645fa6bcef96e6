import type { Session } from '@supabase/supabase-js';
import { useQuery } from '@tanstack/react-query';
import { deletionQueries } from '@/entities/customer/queries';
import { formatListDate } from '@/lib/dates';
import { TextLink } from '@/ui/link';
import { useEnded } from '../use-ended';
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

function Ending({ session }: { session: Session }) {
  useEnded(session);
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
