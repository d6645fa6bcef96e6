import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isRefusal } from '@/lib/refusals';
import { assistantMutations } from '../mutations';
import { type Answering, startAnswer, withEvent } from './answering';

type Question = { question: string; requestId?: string };

/** Asks a question, streams the answer, and can cancel it. A new conversation replaces the address. */
export function useAsking(conversation: string | null) {
  const { mutateAsync } = useMutation(assistantMutations.ask);
  const [answering, setAnswering] = useState<Answering | null>(null);
  const control = useRef<AbortController | null>(null);
  const { key } = useLocation();
  const place = usePlace(key);
  const navigate = useNavigate();

  async function ask({ question, requestId = crypto.randomUUID() }: Question): Promise<void> {
    const mine = new AbortController();
    control.current?.abort();
    control.current = mine;
    const change = (next: (answering: Answering) => Answering) =>
      setAnswering((now) => (now?.requestId === requestId && control.current === mine ? next(now) : now));
    setAnswering(startAnswer({ requestId, question, conversation, place: key }));
    try {
      await mutateAsync({
        ask: question,
        conversation,
        requestId,
        signal: mine.signal,
        onEvent: (event) => {
          change((now) => withEvent(now, event));
          // Doesn't navigate if the customer has left the page.
          if (event.event === 'started' && conversation === null && place.current === key)
            void navigate(`/assistant/${event.conversation}`, { replace: true, preventScrollReset: true });
        },
      });
      change((now) => (now.state === 'answering' ? { ...now, state: 'stopped' } : now));
    } catch (error) {
      // The query client reports failures. Refusals appear here. The question stays, so that it can be asked
      // again.
      const words = isRefusal(error) ? error.message : null;
      change((now) => ({ ...now, words, state: 'failed' }));
    }
  }

  const isHere =
    answering?.place === key || (conversation !== null && answering?.conversation === conversation);
  return {
    /** Only in the same conversation. */
    answering: isHere ? answering : null,
    ask: (asked: Question) => void ask(asked),
    stop: () => control.current?.abort(),
  };
}

/** The key of the page's history entry; null once unmounted. */
function usePlace(key: string) {
  const place = useRef<string | null>(key);
  useEffect(() => {
    place.current = key;
    return () => {
      place.current = null;
    };
  }, [key]);
  return place;
}
