import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isRefusal } from '@/lib/refusals';
import { assistantMutations } from '../mutations';
import { type Answering, startAnswer, withEvent } from './answering';

type Question = { question: string; requestId?: string };

/** Asks, takes the answer in as it comes, and can stop it. A new conversation takes its place in the address. */
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
          // Doesn't navigate back a customer who has left the page.
          if (event.event === 'started' && conversation === null && place.current === key)
            void navigate(`/assistant/${event.conversation}`, { replace: true, preventScrollReset: true });
        },
      });
      change((now) => (now.state === 'answering' ? { ...now, state: 'stopped' } : now));
    } catch (error) {
      // A failure is told by the query client, a refusal here; the question stays, to be asked again.
      const words = isRefusal(error) ? error.message : null;
      change((now) => ({ ...now, words, state: 'failed' }));
    }
  }

  const isHere =
    answering?.place === key || (conversation !== null && answering?.conversation === conversation);
  return {
    /** Only in the conversation in which it was asked. */
    answering: isHere ? answering : null,
    ask: (asked: Question) => void ask(asked),
    stop: () => control.current?.abort(),
  };
}

/** The key of the place at which the page stands; null once it is gone. */
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
