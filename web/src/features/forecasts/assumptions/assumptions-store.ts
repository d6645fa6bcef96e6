import { useState } from 'react';
import { keep, readKept } from '@/lib/customer-keys';
import { type Layer, readLayers } from './assumptions';

const WHAT = 'imagined';

/** Returns the customer's assumptions, stored in this browser until sign-out. */
export function useLayers(customerId: string): [readonly Layer[], (layers: readonly Layer[]) => void] {
  const [layers, setLayers] = useState<readonly Layer[]>(() => readLayers(readKept(customerId, WHAT)));
  return [
    layers,
    (next) => {
      setLayers(next);
      keep(customerId, WHAT, JSON.stringify(next));
    },
  ];
}
