import { useState } from 'react';
import { readStored, storeValue } from '@/lib/customer-keys';
import { type Assumption, readAssumptions } from './assumptions';

const WHAT = 'imagined';

/** Returns the customer's assumptions, stored in this browser until sign-out. */
export function useAssumptions(
  customerId: string,
): [readonly Assumption[], (layers: readonly Assumption[]) => void] {
  const [layers, setLayers] = useState<readonly Assumption[]>(() =>
    readAssumptions(readStored(customerId, WHAT)),
  );
  return [
    layers,
    (next) => {
      setLayers(next);
      storeValue(customerId, WHAT, JSON.stringify(next));
    },
  ];
}
