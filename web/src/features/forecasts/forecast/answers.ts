import { useEffect, useState } from 'react';
import { useWorkerRun } from '@/lib/workers/use-worker-runs';
import { createWorkerRunner } from '@/lib/workers/worker-runs';
import { type Answer, getAnswer, type Question } from './calculation';

/** Calculations that are faster than this don't show progress. */
const SLOW_AFTER_MS = 300;
/** Computes immediately, because the customer changes the selection with a single click. */
const NO_WAIT_MS = 0;

const compute = createWorkerRunner<Question, Answer>(
  () => new Worker(new URL('./forecast-worker.ts', import.meta.url), { type: 'module' }),
  async (question) => getAnswer(question),
);

/** Returns a result that is computed in a worker. Keeps the last result while a new result is computed. */
export function useAnswer(question: Question) {
  const { result, isDone, failed, retry } = useWorkerRun(
    question,
    (input, signal) => compute(input, { signal }),
    NO_WAIT_MS,
  );
  const [slowQuestion, setSlowQuestion] = useState<Question | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSlowQuestion(question), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [question]);
  return { answer: result, failed, isSlow: !isDone && slowQuestion === question, retry };
}
