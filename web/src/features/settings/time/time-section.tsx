import { Section } from '@/ui/page';
import { WithCustomer } from '../with-customer';
import { TimeSettings } from './time-settings';

/** Renders the simulated clock, checkpoints, and household replacement. */
export function TimeSection() {
  return (
    <div>
      <Section title="Time and checkpoints">
        <WithCustomer>{(customer) => <TimeSettings customer={customer} />}</WithCustomer>
      </Section>
    </div>
  );
}
