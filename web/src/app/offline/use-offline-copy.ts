import { useEffect } from 'react';
import { queryClient } from '../query-client';
import { saveCopies } from './offline-copy';

export function useOfflineCopy(customerId: string): void {
  useEffect(() => saveCopies(queryClient, customerId), [customerId]);
}
