import { useEffect, useMemo, useState } from 'react';
import { useRuns } from '@/lib/use-worker-runs';
import { workersFor } from '@/lib/worker-runs';
import { type Answer, getAnswer, type Question } from './calculation';

/** Shorter calculations show no progress. */
const TOLD_AFTER_MS = 300;
/** A selection is one click, so it computes immediately. */
const NO_WAIT_MS = 0;

const compute = workersFor<Question, Answer>(
  () => new Worker(new URL('./forecast-worker.ts', import.meta.url), { type: 'module' }),
  async (question) => getAnswer(question),
);

/** Returns a result computed in a worker. Keeps the last one while computing the next. */
export function useAnswer(question: Question) {
  const [tries, setTries] = useState(0);
  const wanted = useMemo(() => ({ question, tries }), [question, tries]);
  const { result, isDone, failed } = useRuns(
    wanted,
    (asked, keep) => keep(() => compute(asked.question)),
    NO_WAIT_MS,
  );
  const [slow, setSlow] = useState<unknown>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(wanted), TOLD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  return {
    answer: result,
    failed,
    isSlow: !isDone && slow === wanted,
    retry: () => setTries((count) => count + 1),
  };
}
