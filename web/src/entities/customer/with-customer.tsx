import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '@/ui/error-state';
import { SkeletonRows } from '@/ui/skeleton';
import { customerQueries } from './queries';

type Customer = Awaited<ReturnType<NonNullable<ReturnType<typeof customerQueries.me>['queryFn']>>>;

/** Renders its children once the customer is loaded; before that a placeholder or an error. */
export function WithCustomer({ children }: { children: (customer: Customer) => ReactNode }) {
  const { data: customer, error, refetch, isFetching } = useQuery(customerQueries.me());
  if (customer) return children(customer);
  if (!error) return <SkeletonRows rows={3} />;
  return (
    <ErrorState title="We couldn't load your settings." onRetry={() => void refetch()} busy={isFetching} />
  );
}
