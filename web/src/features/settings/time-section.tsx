import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '@/ui/error-state';
import { Section } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';
import { customerQueries } from './queries';
import { TimeSettings } from './time-settings';

/** What time it is for the customer, moments to return to, another life. */
export function TimeSection() {
  const { data: customer, error, refetch, isFetching } = useQuery(customerQueries.me());
  return (
    <div>
      <Section title="Time and checkpoints">
        {customer ? (
          <TimeSettings customer={customer} />
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
    </div>
  );
}
