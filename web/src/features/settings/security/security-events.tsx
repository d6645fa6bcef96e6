import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatInstant } from '@/lib/dates';
import { Button } from '@/ui/button';
import { ErrorState } from '@/ui/error-state';
import { SkeletonRows } from '@/ui/skeleton';
import { securityQueries } from './security-queries';

const SHOWN_FIRST = 8;

/** The log's event names with their texts. */
const WORDS: Record<string, string> = {
  login: 'Signed in',
  login_failed: 'A wrong password was entered',
  logout: 'Signed out',
  user_signedup: 'Joined the bank',
  user_modified: 'Profile changed',
  user_verified: 'Address confirmed',
  user_updated_password: 'Password changed',
  user_recovery_requested: 'A code to sign in was asked for',
  user_invited: 'Invited',
  verification_attempted: 'Second factor confirmed',
  verification_failed: 'A wrong code of the second factor was entered',
  factor_unenrolled: 'Authenticator app removed',
  factor_updated: 'Authenticator app changed by the bank',
  factor_deleted: 'Authenticator app removed by the bank',
  generate_recovery_codes: 'New recovery codes made',
  recovery_code_used: 'Signed in with a recovery code',
  passkey_created: 'Passkey added',
  passkey_updated: 'Passkey renamed',
  passkey_deleted: 'Passkey removed',
  identity_linked: 'Service linked',
  identity_unlinked: 'Service unlinked',
  session_ended: 'A browser was signed out',
  token_revoked: 'A session was ended because its token was used twice',
  deletion_asked: 'Deletion of the account asked for',
  deletion_taken_back: 'Deletion of the account taken back',
};
const ALARMING = new Set(['login_failed', 'verification_failed', 'token_revoked', 'deletion_asked']);

/** Renders recent security events, latest first. */
export function SecurityEvents() {
  const { data: events, error, refetch, isFetching } = useQuery(securityQueries.events());
  const [isWhole, setWhole] = useState(false);
  if (error && !events) {
    return (
      <ErrorState title="The activity could not be read." onRetry={() => void refetch()} busy={isFetching} />
    );
  }
  if (!events) return <SkeletonRows rows={3} />;
  if (events.length === 0) return <p className="text-ink-3">Nothing has happened in the last 90 days.</p>;
  const shown = isWhole ? events : events.slice(0, SHOWN_FIRST);
  return (
    <>
      <ul aria-label="Recent activity" className="divide-y divide-line border-line border-y">
        {shown.map(({ at, action, address }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: two events may share everything else.
            key={`${at} ${action} ${index}`}
            className="flex min-h-11 flex-wrap items-baseline justify-between gap-x-4 py-2.5"
          >
            <span className={ALARMING.has(action) ? 'font-medium text-negative' : 'font-medium'}>
              {WORDS[action] ?? action.replaceAll('_', ' ')}
            </span>
            <span className="figures text-ink-3 text-sm">
              {formatInstant(at)}
              {address && `, ${address}`}
            </span>
          </li>
        ))}
      </ul>
      {events.length > shown.length && (
        <Button className="mt-4" onClick={() => setWhole(true)}>
          Show all {events.length}
        </Button>
      )}
    </>
  );
}
