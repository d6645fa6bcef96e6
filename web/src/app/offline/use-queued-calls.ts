import { useEffect } from 'react';
import { refreshQueue, sendQueue, useQueue } from '@/lib/offline/queue';
import { SEND_MESSAGE } from '@/lib/offline/queue-store';
import { toast } from '@/lib/toast';
import { queryClient } from '../query-client';

/** The retry interval while calls are queued, because the bank can be down while the browser is online. */
const RETRIED_EVERY_MS = 15_000;

/** Sends queued calls as soon as the bank can be reached, and reports the result. */
export function useQueuedCalls(customerId: string): void {
  const isWaiting = useQueue().some(({ refusal }) => refusal === null);
  useEffect(() => {
    const send = () => void sendAndReport(customerId);
    const onMessage = ({ data }: MessageEvent) => data === SEND_MESSAGE && send();
    send();
    window.addEventListener('online', send);
    navigator.serviceWorker?.addEventListener('message', onMessage);
    const timer = isWaiting ? setInterval(send, RETRIED_EVERY_MS) : undefined;
    return () => {
      window.removeEventListener('online', send);
      navigator.serviceWorker?.removeEventListener('message', onMessage);
      clearInterval(timer);
    };
  }, [customerId, isWaiting]);
}

async function sendAndReport(customerId: string): Promise<void> {
  try {
    // While offline, only refreshes the queue, so that the queued transactions are shown.
    if (!navigator.onLine) return await refreshQueue();
    const { getRefusalMessage } = await import('@/entities/refusal/refusal-messages');
    const done = await sendQueue(customerId, getRefusalMessage);
    if (done.length === 0) return;
    void queryClient.invalidateQueries();
    for (const { text } of done) toast.success(`Done: ${text}.`);
  } catch (error) {
    console.error("We couldn't send your pending transfers.", error);
  }
}
