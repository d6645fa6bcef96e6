import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useCustomer } from '@/lib/session';
import { ErrorState } from '@/ui/error-state';
import { Section } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';
import { useScrollToHash } from '../use-scroll-to-hash';
import { AuthenticatorApps } from './authenticator-apps';
import { LinkedServices } from './linked-services';
import { Passkeys } from './passkeys';
import { PasswordForm } from './password-form';
import { RecoveryCodes } from './recovery-codes';
import { SecurityEvents } from './security-events';
import { securityQueries } from './security-queries';
import { Sessions } from './sessions';

/** All security settings. */
export function SecuritySection() {
  const user = useCustomer();
  const summary = useQuery(securityQueries.summary());
  const person = useQuery(securityQueries.person());
  const isReady = summary.data !== undefined && person.data !== undefined;
  useScrollToHash(isReady);
  const failed = summary.error ?? person.error;
  if (failed && !isReady) {
    return (
      <ErrorState
        title="We couldn't load your security settings."
        onRetry={() => void Promise.all([summary.refetch(), person.refetch()])}
        busy={summary.isFetching || person.isFetching}
      />
    );
  }
  if (!summary.data || !person.data) return <SkeletonRows rows={5} />;
  const apps = (person.data.factors ?? []).filter(
    ({ factor_type: type, status }) => type === 'totp' && status === 'verified',
  );
  return (
    <div>
      {user.is_anonymous ? (
        <Section title="Sign-in">
          <p className="max-w-170 text-ink-2">
            This demo doesn't have its own sign-in yet.{' '}
            <Link to="/settings/profile" className="text-link">
              Add an email and password
            </Link>
            to set up two-step verification and passkeys.
          </p>
        </Section>
      ) : (
        <>
          <Section title="Password" id="password">
            <PasswordForm hasPassword={summary.data.has_password} />
          </Section>
          <Section title="Authenticator app" id="apps">
            <AuthenticatorApps apps={apps} />
          </Section>
          {(apps.length > 0 || summary.data.codes_left > 0) && (
            <Section title="Recovery codes" id="codes">
              <RecoveryCodes left={summary.data.codes_left} madeAt={summary.data.codes_made_at} />
            </Section>
          )}
          <Section title="Passkeys" id="passkeys">
            <Passkeys />
          </Section>
        </>
      )}
      <Section title="Signed-in devices" id="sessions">
        <Sessions />
      </Section>
      {!user.is_anonymous && (
        <Section title="Linked services" id="services">
          <LinkedServices identities={person.data.identities ?? []} />
        </Section>
      )}
      <Section title="Recent activity" id="activity">
        <SecurityEvents />
      </Section>
    </div>
  );
}
