import { Section } from '@/ui/page';
import { WithCustomer } from '../with-customer';
import { TimeSettings } from './time-settings';

/** What time it is for the customer, moments to return to, another life. */
export function TimeSection() {
  return (
    <div>
      <Section title="Time and checkpoints">
        <WithCustomer>{(customer) => <TimeSettings customer={customer} />}</WithCustomer>
      </Section>
    </div>
  );
}
