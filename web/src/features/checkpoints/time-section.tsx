import { WithCustomer } from '@/entities/customer/with-customer';
import { Section } from '@/ui/page';
import { TimeSettings } from './time-settings';

/** Renders the simulated clock, checkpoints, and the options for replacing the household. */
export function TimeSection() {
  return (
    <div>
      <Section title="Time and checkpoints">
        <WithCustomer>{(customer) => <TimeSettings customer={customer} />}</WithCustomer>
      </Section>
    </div>
  );
}
