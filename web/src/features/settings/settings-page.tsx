import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useCustomer } from '@/lib/session';
import { useTheme } from '@/lib/theme';
import { ErrorState } from '@/ui/error-state';
import { Page, Section } from '@/ui/page';
import { Segmented } from '@/ui/segmented';
import { SkeletonRows } from '@/ui/skeleton';
import { BooksProof } from './books-proof';
import { KeepDemoForm, PasswordForm } from './password-form';
import { ProfileForm } from './profile-form';
import { customerQueries } from './queries';
import { TimeSettings } from './time-settings';

const THEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

const BOOKS = 'books';

export default function SettingsPage() {
  const user = useCustomer();
  const { data: customer, error, refetch, isFetching } = useQuery(customerQueries.me());
  const [theme, chooseTheme] = useTheme();
  useScrollToBooks(customer !== undefined);
  return (
    <Page title="Settings" className="[&>section+section]:mt-12">
      {user.is_anonymous ? (
        <Section title="Keep this demo copy">
          <p className="mb-5 max-w-170 text-ink-2">
            It is deleted 24 hours after it was made. With an e-mail and a password it stays, with everything
            in it.
          </p>
          <KeepDemoForm />
        </Section>
      ) : (
        <Section title="Sign-in">
          <p className="mb-5 text-ink-2">
            You sign in as <strong className="font-semibold text-ink">{user.email}</strong>.
          </p>
          <PasswordForm />
        </Section>
      )}
      <Section title="Profile">
        {customer ? (
          <ProfileForm key={customer.id} customer={customer} />
        ) : error ? (
          <ErrorState
            title="Your settings could not be read."
            onRetry={() => void refetch()}
            busy={isFetching}
          />
        ) : (
          <SkeletonRows rows={3} />
        )}
      </Section>
      <Section title="Appearance">
        <Segmented
          label="Theme"
          value={theme}
          onValueChange={chooseTheme}
          options={THEMES}
          className="max-w-60"
        />
      </Section>
      <Section title="Time and checkpoints">
        {customer ? <TimeSettings customer={customer} /> : !error && <SkeletonRows rows={3} />}
      </Section>
      <Section title="Your books" id={BOOKS}>
        <BooksProof timeZone={customer?.time_zone} />
      </Section>
    </Page>
  );
}

/** The dashboard's 'See the proof' leads here, as soon as what stands above has its height. */
function useScrollToBooks(isReady: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (isReady && hash === `#${BOOKS}`) document.getElementById(BOOKS)?.scrollIntoView();
  }, [isReady, hash]);
}
