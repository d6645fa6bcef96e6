import { useQuery } from '@tanstack/react-query';
import { useCustomer } from '@/lib/session';
import { ErrorState } from '@/ui/error-state';
import { Section } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';
import { AddressForms } from './address-forms';
import { AvatarForm } from './avatar-form';
import { KeepDemoForm } from './keep-demo-form';
import { ProfileForm } from './profile-form';
import { customerQueries } from './queries';

/** Who the customer is to the bank. */
export function ProfileSection() {
  const user = useCustomer();
  const { data: customer, error, refetch, isFetching } = useQuery(customerQueries.me());
  return (
    <div>
      {user.is_anonymous && (
        <Section title="Keep this demo copy">
          <p className="mb-5 max-w-170 text-ink-2">
            It is deleted 24 hours after it was made. With an e-mail and a password it stays, with everything
            in it.
          </p>
          <KeepDemoForm />
        </Section>
      )}
      <Section title="Profile">
        {customer ? (
          <>
            <AvatarForm customer={customer} email={user.email ?? ''} />
            <ProfileForm key={customer.id} customer={customer} />
          </>
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
      {!user.is_anonymous && (
        <Section title="How you are reached" id="addresses">
          <AddressForms user={user} />
        </Section>
      )}
    </div>
  );
}
