import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { securityQueries } from '@/entities/customer/security-queries';
import { formatInstant } from '@/lib/dates';
import { withKeys } from '@/lib/keys';
import { Button } from '@/ui/button';
import { Loaded } from '@/ui/loaded';

const SHOWN_FIRST = 8;

/** The label of each event in the security log. */
const EVENT_LABELS: Record<string, string> = {
  login: 'Signed in',
  login_failed: 'Incorrect password entered',
  logout: 'Signed out',
  user_signedup: 'Account created',
  user_modified: 'Profile changed',
  user_verified: 'Email or phone confirmed',
  user_updated_password: 'Password changed',
  user_recovery_requested: 'Sign-in code requested',
  user_invited: 'Invited',
  verification_attempted: 'Second step confirmed',
  verification_failed: 'Incorrect authenticator code entered',
  factor_unenrolled: 'Authenticator app removed',
  factor_updated: 'Authenticator app changed by support',
  factor_deleted: 'Authenticator app removed by support',
  generate_recovery_codes: 'New recovery codes created',
  recovery_code_used: 'Signed in with a recovery code',
  passkey_created: 'Passkey added',
  passkey_updated: 'Passkey renamed',
  passkey_deleted: 'Passkey removed',
  identity_linked: 'Service linked',
  identity_unlinked: 'Service unlinked',
  calendar_feed_created: 'Calendar address created',
  calendar_feed_removed: 'Calendar address removed',
  session_ended: 'Browser signed out',
  token_revoked: 'Session ended for your security: sign-in token used twice',
  deletion_asked: 'Account deletion requested',
  deletion_taken_back: 'Account deletion canceled',
};
const ALARMING = new Set(['login_failed', 'verification_failed', 'token_revoked', 'deletion_asked']);

/** Renders recent security events, latest first. */
export function SecurityEvents() {
  const query = useQuery(securityQueries.events());
  return (
    <Loaded from={query} failure="We couldn't load your activity." rows={3}>
      {(events) =>
        events.length === 0 ? (
          <p className="text-ink-3">No activity in the last 90 days.</p>
        ) : (
          <EventList events={events} />
        )
      }
    </Loaded>
  );
}

type SecurityEvent = { at: string; action: string; address: string | null };

function EventList({ events }: { events: readonly SecurityEvent[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? events : events.slice(0, SHOWN_FIRST);
  return (
    <>
      <ul aria-label="Recent activity" className="divide-y divide-line border-line border-y">
        {withKeys(shown, ({ at, action }) => `${at} ${action}`).map(
          ({ key, item: { at, action, address } }) => (
            <li key={key} className="flex min-h-11 flex-wrap items-baseline justify-between gap-x-4 py-2.5">
              <span className={ALARMING.has(action) ? 'font-medium text-negative' : 'font-medium'}>
                {EVENT_LABELS[action] ?? action.replaceAll('_', ' ')}
              </span>
              <span className="figures text-ink-3 text-sm">
                {formatInstant(at)}
                {address && `, ${address}`}
              </span>
            </li>
          ),
        )}
      </ul>
      {events.length > shown.length && (
        <Button className="mt-4" onClick={() => setWhole(true)}>
          Show all {events.length}
        </Button>
      )}
    </>
  );
}
