import { useEffect, useRef, useState } from 'react';
import { type Answer, answerOf, type Question } from './forecast-calculation';

/** Shorter work needs no word about it. */
const TOLD_AFTER_MS = 300;

type Reply = { id: number; answer?: Answer; failure?: string };
type State = { answer: Answer | null; failed: boolean; isSlow: boolean };

/** The answer to a question, computed in a worker; while the next one is computed, the last one stays. */
export function useAnswer(question: Question | null): State & { retry: () => void } {
  const [state, setState] = useState<State>({ answer: null, failed: false, isSlow: false });
  const [attempt, setAttempt] = useState(0);
  const asked = useRef(0);
  const worker = useRef<Worker | null>(null);
  useEffect(
    () => () => {
      worker.current?.terminate();
      worker.current = null;
    },
    [],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same question again.
  useEffect(() => {
    if (!question) return;
    asked.current += 1;
    const id = asked.current;
    const slow = setTimeout(() => setState((before) => ({ ...before, isSlow: true })), TOLD_AFTER_MS);
    function take(reply: Reply) {
      if (reply.id !== asked.current) return;
      clearTimeout(slow);
      if (reply.answer) setState({ answer: reply.answer, failed: false, isSlow: false });
      else {
        console.error('The forecast could not be computed', reply.failure);
        setState({ answer: null, failed: true, isSlow: false });
      }
    }
    if (typeof Worker === 'undefined') answerHere(id, question, take);
    else {
      worker.current ??= new Worker(new URL('./forecast-worker.ts', import.meta.url), { type: 'module' });
      worker.current.onmessage = ({ data }: MessageEvent<Reply>) => take(data);
      worker.current.onerror = ({ message }) => {
        // One that could not be loaded never answers: the next attempt takes a new one.
        worker.current?.terminate();
        worker.current = null;
        take({ id, failure: message || 'its code did not come' });
      };
      worker.current.postMessage({ id, question });
    }
    return () => clearTimeout(slow);
  }, [question, attempt]);
  return { ...state, retry: () => setAttempt((before) => before + 1) };
}

/** Where a browser has no workers. */
function answerHere(id: number, question: Question, take: (reply: Reply) => void): void {
  void Promise.resolve()
    .then(() => answerOf(question))
    .then(
      (answer) => take({ id, answer }),
      (error: unknown) => take({ id, failure: String(error) }),
    );
}
