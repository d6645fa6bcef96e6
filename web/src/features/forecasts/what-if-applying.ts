import { stateOf } from '@engine/household-state.ts';
import type { Decision } from '@engine/what-if.ts';
import { commandsOf } from '@engine/what-if-apply.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { clockQueries } from '@/features/clock/queries';
import { refusalWords } from '@/lib/refusal-words';
import { whatIfMutations } from './what-if-mutations';

export type Progress = { state: 'working' } | { state: 'done' } | { state: 'failed'; reason: string };

export type Applying = {
  phase: 'review' | 'working' | 'finished';
  progress: Readonly<Record<string, Progress>>;
  /** Ids of the decisions that have come true. */
  done: readonly string[];
  apply: () => Promise<void>;
};

/** Carries decisions out one after the other; what cannot be done is told, and the rest goes on. */
export function useApply(decisions: readonly Decision[], currency: string): Applying {
  const queryClient = useQueryClient();
  const carryOut = useMutation(whatIfMutations.carryOut);
  const [phase, setPhase] = useState<Applying['phase']>('review');
  const [progress, setProgress] = useState<Record<string, Progress>>({});
  const requestIds = useRef(new Map<string, string>());
  const mark = (id: string, next: Progress) => setProgress((before) => ({ ...before, [id]: next }));

  /** Against the household as the decisions before left it: two that change one rule add up. */
  async function applyOne(decision: Decision): Promise<Progress> {
    const row = await queryClient.fetchQuery({ ...clockQueries.household(), staleTime: 0 });
    if (!row) return { state: 'failed', reason: 'There is no household to change.' };
    let undone: string | null = null;
    for (const [index, command] of commandsOf(decision, stateOf(row)).entries()) {
      if ('impossible' in command) {
        undone = command.impossible;
        continue;
      }
      const key = `${decision.id} ${index}`;
      const requestId = requestIds.current.get(key) ?? crypto.randomUUID();
      requestIds.current.set(key, requestId);
      await carryOut.mutateAsync({ command, requestId });
    }
    return undone === null ? { state: 'done' } : { state: 'failed', reason: undone };
  }

  async function apply() {
    setPhase('working');
    for (const decision of decisions) {
      mark(decision.id, { state: 'working' });
      try {
        mark(decision.id, await applyOne(decision));
      } catch (error) {
        const reason =
          refusalWords(error, currency) ?? 'The bank did not answer. It stays in the branch: try it again.';
        mark(decision.id, { state: 'failed', reason });
      }
    }
    setPhase('finished');
  }

  const done = decisions.filter(({ id }) => progress[id]?.state === 'done').map(({ id }) => id);
  return { phase, progress, done, apply };
}
