import { useEffect, useState } from 'react';
import { getFastForward, isFastForwarding, onFastForwardChange } from '@/features/clock/clock-store';
import { listen } from '@/lib/supabase';
import { queryClient } from './query-client';

/** The time to wait for more rows of the same change before the data is reloaded once. */
const GATHERED_FOR_MS = 120;

/** If connecting takes longer than this, the data is reloaded once connected. */
const JOINED_WITHIN_MS = 300;

/** The longest wait for live changes to connect. */
const WAITED_FOR_MS = 2_000;

/** The polling interval if the database can't report changes. */
const POLLED_EVERY_MS = 15_000;

/**
 * Reloads data when the customer's rows change in this tab or elsewhere. Returns true once live changes are
 * connected, or when waiting for them times out.
 */
export function useLive(customerId: string): boolean {
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let polling: ReturnType<typeof setInterval> | undefined;
    let joinedBefore = false;
    let hasMissedChange = false;
    const readAgain = () => {
      // Skips reloads during a fast-forward, which loads the data itself after the bank has posted everything.
      const fastForward = getFastForward();
      if (fastForward) {
        hasMissedChange ||= fastForward.ahead !== null;
        return;
      }
      clearTimeout(timer);
      timer = setTimeout(() => void queryClient.invalidateQueries(), GATHERED_FOR_MS);
    };
    const began = performance.now();
    const waiting = setTimeout(() => setIsSettled(true), WAITED_FOR_MS);
    const close = listen((bank, number) =>
      bank
        .channel(`customer:${customerId}:${number}`)
        .on('postgres_changes', { event: '*', schema: 'public' }, readAgain)
        .on('system', {}, ({ extension, status }: { extension?: string; status?: string }) => {
          if (extension !== 'postgres_changes') return;
          clearInterval(polling);
          polling = status === 'error' ? setInterval(readAgain, POLLED_EVERY_MS) : undefined;
        })
        .subscribe((status) => {
          if (status !== 'SUBSCRIBED') return;
          // Reloads after a disconnection, because changes during it were not reported.
          if (joinedBefore || performance.now() - began > JOINED_WITHIN_MS) readAgain();
          joinedBefore = true;
          setIsSettled(true);
        }),
    );
    const unsubscribe = onFastForwardChange(() => {
      if (hasMissedChange && !isFastForwarding()) {
        hasMissedChange = false;
        readAgain();
      }
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
      clearTimeout(waiting);
      clearInterval(polling);
      close();
    };
  }, [customerId]);
  return isSettled;
}
