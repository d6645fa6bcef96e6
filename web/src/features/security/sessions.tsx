import { useMutation, useQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { securityQueries } from '@/entities/customer/security-queries';
import type { Database } from '@/lib/database.types';
import { formatInstant, relativeTime } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Loaded } from '@/ui/loaded';
import { getDevice, isHandheld } from './device';
import { securityMutations } from './mutations';

/**
 * Renders the signed-in browsers, with the current browser first. The customer can sign out the other
 * browsers.
 */
export function Sessions() {
  return (
    <Loaded from={useQuery(securityQueries.sessions())} failure="We couldn't load your sessions." rows={2}>
      {(sessions) => <SessionList sessions={sessions} />}
    </Loaded>
  );
}

type SessionListProps = { sessions: Database['public']['Functions']['my_sessions']['Returns'] };

function SessionList({ sessions }: SessionListProps) {
  const { mutate: end, isPending, variables } = useMutation(securityMutations.endSession);
  const { mutate: endOtherSessions, isPending: areEnding } = useMutation(securityMutations.endOtherSessions);
  const others = sessions.filter(({ is_current }) => !is_current);
  return (
    <>
      <p className="mb-4 max-w-170 text-ink-2">
        If you don't recognize a session, sign out of it and change your password.
      </p>
      <ul aria-label="Sessions" className="divide-y divide-line border-line border-y">
        {sessions.map((session) => {
          const Icon = isHandheld(session.user_agent) ? Smartphone : Monitor;
          const device = getDevice(session.user_agent);
          return (
            <li key={session.id} className="flex min-h-13 flex-wrap items-center gap-3 py-2.5">
              <Icon className="size-5 text-ink-2" />
              <span className="min-w-0 flex-1">
                <span className="flex flex-wrap items-center gap-x-2 font-medium">
                  {device}
                  {session.is_current && <Badge tone="positive">This browser</Badge>}
                </span>
                <span className="block text-ink-3 text-sm" title={formatInstant(session.seen_at)}>
                  {session.address ?? 'Unknown address'}, last seen{' '}
                  {relativeTime(session.seen_at, new Date())}
                  {session.is_proven_twice && ', two-step verified'}
                </span>
              </span>
              {!session.is_current && (
                <Button
                  size="sm"
                  busy={isPending && variables === session.id}
                  aria-label={`Sign out ${device}`}
                  onClick={() => end(session.id, { onSuccess: () => toast.success(`${device} signed out`) })}
                >
                  Sign out
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {others.length > 0 && (
        <Button
          variant="danger"
          className="mt-5"
          busy={areEnding}
          onClick={() =>
            endOtherSessions(undefined, {
              onSuccess: () => toast.success('Signed out on all other browsers'),
            })
          }
        >
          Sign out all other sessions
        </Button>
      )}
    </>
  );
}
