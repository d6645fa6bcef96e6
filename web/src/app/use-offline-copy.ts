import { useEffect } from 'react';
import { keepCopies } from './offline-copy';
import { queryClient } from './query-client';

/** What this customer reads stays readable here without a network. */
export function useOfflineCopy(customerId: string): void {
  useEffect(() => keepCopies(queryClient, customerId), [customerId]);
}
