import { useEffect, useState } from 'react';
import { isFastForwarding } from '@/features/clock/clock-store';
import { listen } from '@/lib/supabase';
import { queryClient } from './query-client';

/** Several rows of one change arrive together; they are answered with one reading. */
const GATHERED_FOR_MS = 120;

/** Joining begins when the page has read; where it takes longer than this, what was read may be old by then. */
const JOINED_WITHIN_MS = 300;

/** A bank that cannot tell of changes is not waited for longer. */
const WAITED_FOR_MS = 2_000;

/** Where the database cannot tell of changes, the bank is asked again this often. */
const POLLED_EVERY_MS = 15_000;

/**
 * Shows changes of the customer's rows at once, made in this tab or elsewhere. Returns true once live changes
 * are connected, or when waiting for them ends.
 */
export function useLive(customerId: string): boolean {
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let polling: ReturnType<typeof setInterval> | undefined;
    let joinedBefore = false;
    const readAgain = () => {
      // A leap through time is read once, at its end.
      if (isFastForwarding()) return;
      clearTimeout(timer);
      timer = setTimeout(() => void queryClient.invalidateQueries(), GATHERED_FOR_MS);
    };
    const began = performance.now();
    const waiting = setTimeout(() => setIsSettled(true), WAITED_FOR_MS);
    const close = listen((bank) =>
      bank
        .channel(`customer:${customerId}`)
        .on('postgres_changes', { event: '*', schema: 'public' }, readAgain)
        .on('system', {}, ({ extension, status }: { extension?: string; status?: string }) => {
          if (extension !== 'postgres_changes') return;
          clearInterval(polling);
          polling = status === 'error' ? setInterval(readAgain, POLLED_EVERY_MS) : undefined;
        })
        .subscribe((status) => {
          if (status !== 'SUBSCRIBED') return;
          // Whatever happened while the line was down, or before it stood, was not heard.
          if (joinedBefore || performance.now() - began > JOINED_WITHIN_MS) readAgain();
          joinedBefore = true;
          setIsSettled(true);
        }),
    );
    return () => {
      clearTimeout(timer);
      clearTimeout(waiting);
      clearInterval(polling);
      close();
    };
  }, [customerId]);
  return isSettled;
}
