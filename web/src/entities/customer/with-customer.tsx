import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded } from '@/ui/loaded';
import { type Customer, customerQueries } from './queries';

/** Renders its children once the customer has loaded, and a placeholder or an error until then. */
export function WithCustomer({ children }: { children: (customer: Customer) => ReactNode }) {
  return (
    <Loaded from={useQuery(customerQueries.me())} failure="We couldn't load your settings." rows={3}>
      {children}
    </Loaded>
  );
}
