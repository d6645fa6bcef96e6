import { useEffect } from 'react';
import { queryClient } from '../query-client';
import { keepCopies } from './offline-copy';

/** Saves the customer's data for reading offline. */
export function useOfflineCopy(customerId: string): void {
  useEffect(() => keepCopies(queryClient, customerId), [customerId]);
}
