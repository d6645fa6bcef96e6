import { useEffect } from 'react';
import { refreshQueue, sendQueue, useQueue } from '@/lib/offline/queue';
import { toast } from '@/lib/toast';
import { queryClient } from '../query-client';

/** While something waits, the bank is tried this often: it may be away though the browser is online. */
const TRIED_EVERY_MS = 15_000;

/** Sends what waits as soon as the bank can be reached, and tells of it. */
export function useQueuedCalls(customerId: string): void {
  const isWaiting = useQueue().some(({ refusal }) => refusal === null);
  useEffect(() => {
    const send = () => void sendAndTell(customerId);
    const onMessage = ({ data }: MessageEvent) => data === 'send pending transfers' && send();
    send();
    window.addEventListener('online', send);
    navigator.serviceWorker?.addEventListener('message', onMessage);
    const timer = isWaiting ? setInterval(send, TRIED_EVERY_MS) : undefined;
    return () => {
      window.removeEventListener('online', send);
      navigator.serviceWorker?.removeEventListener('message', onMessage);
      clearInterval(timer);
    };
  }, [customerId, isWaiting]);
}

async function sendAndTell(customerId: string): Promise<void> {
  try {
    // Without a network it is shown all the same.
    if (!navigator.onLine) return await refreshQueue();
    const done = await sendQueue(customerId);
    if (done.length === 0) return;
    void queryClient.invalidateQueries();
    for (const { words } of done) toast.success(`Done: ${words}.`);
  } catch (error) {
    console.error("We couldn't send your pending transfers.", error);
  }
}
