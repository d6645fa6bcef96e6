import { useEffect } from 'react';
import { queryClient } from '../query-client';
import { keepCopies } from './offline-copy';

/** What this customer reads stays readable here without a network. */
export function useOfflineCopy(customerId: string): void {
  useEffect(() => keepCopies(queryClient, customerId), [customerId]);
}
