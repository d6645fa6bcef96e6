import { useCustomer } from '@/lib/session';
import { Section } from '@/ui/page';
import { AddressForms } from '../security/address-forms';
import { WithCustomer } from '../with-customer';
import { AvatarForm } from './avatar-form';
import { KeepDemoForm } from './keep-demo-form';
import { ProfileForm } from './profile-form';

/** Renders the customer's profile. */
export function ProfileSection() {
  const user = useCustomer();
  return (
    <div>
      {user.is_anonymous && (
        <Section title="Save this demo">
          <p className="mb-5 max-w-170 text-ink-2">
            It deleted 24 hours after it was made. With an email and a password it stays, with everything in
            it.
          </p>
          <KeepDemoForm />
        </Section>
      )}
      <Section title="Profile">
        <WithCustomer>
          {(customer) => (
            <>
              <AvatarForm customer={customer} email={user.email ?? ''} />
              <ProfileForm key={customer.id} customer={customer} />
            </>
          )}
        </WithCustomer>
      </Section>
      {!user.is_anonymous && (
        <Section title="Contact information" id="addresses">
          <AddressForms user={user} />
        </Section>
      )}
    </div>
  );
}
