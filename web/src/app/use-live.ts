import { useEffect } from 'react';
import { isLeaping } from '@/features/clock/clock-store';
import { supabase } from '@/lib/supabase';
import { queryClient } from './query-client';

/** Several rows of one change arrive together; they are answered with one reading. */
const GATHERED_FOR_MS = 120;

/** Where the database cannot tell of changes, the bank is asked again this often. */
const POLLED_EVERY_MS = 15_000;

/** What happens to the customer's rows, in this tab or elsewhere, is on screen at once. */
export function useLive(customerId: string): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let polling: ReturnType<typeof setInterval> | undefined;
    let joinedBefore = false;
    const readAgain = () => {
      // A leap through time is read once, at its end.
      if (isLeaping()) return;
      clearTimeout(timer);
      timer = setTimeout(() => void queryClient.invalidateQueries(), GATHERED_FOR_MS);
    };
    const channel = supabase
      .channel(`customer:${customerId}`)
      .on('postgres_changes', { event: '*', schema: 'public' }, readAgain)
      .on('system', {}, ({ extension, status }: { extension?: string; status?: string }) => {
        if (extension !== 'postgres_changes') return;
        clearInterval(polling);
        polling = status === 'error' ? setInterval(readAgain, POLLED_EVERY_MS) : undefined;
      })
      .subscribe((status) => {
        if (status !== 'SUBSCRIBED') return;
        // Whatever happened while the line was down was not heard.
        if (joinedBefore) readAgain();
        joinedBefore = true;
      });
    return () => {
      clearTimeout(timer);
      clearInterval(polling);
      void supabase.removeChannel(channel);
    };
  }, [customerId]);
}
