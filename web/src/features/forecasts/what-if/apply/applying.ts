import type { WhatIf } from '@engine/what-if/what-if.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { clockQueries } from '@/entities/household/clock-queries';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { whatIfStore } from '../list/store';
import { applyDecisionNow } from '../list/transfer';
import { whatIfMutations } from './mutations';

export type Progress = { state: 'working' } | { state: 'done' } | { state: 'failed'; reason: string };

export type Applying = {
  phase: 'review' | 'working' | 'finished';
  progress: Readonly<Record<string, Progress>>;
  /** Ids of the decisions that have come true. */
  done: readonly string[];
  apply: () => Promise<void>;
};

/**
 * Carries a branch's decisions out one after the other; what cannot be done is told, and the rest goes on. What has come
 * true leaves the branch at once: closing the page in between applies nothing a second time.
 */
export function useApply(customerId: string, branch: WhatIf, currency: string): Applying {
  const queryClient = useQueryClient();
  const carryOut = useMutation(whatIfMutations.carryOut);
  const [phase, setPhase] = useState<Applying['phase']>('review');
  const [progress, setProgress] = useState<Record<string, Progress>>({});
  const mark = (id: string, next: Progress) => setProgress((before) => ({ ...before, [id]: next }));
  /** As the decisions before left it: two that change one rule add up. */
  const household = () => queryClient.fetchQuery({ ...clockQueries.household(), staleTime: 0 });

  async function apply() {
    setPhase('working');
    for (const decision of branch.decisions) {
      const one = { customerId, branchId: branch.id, decision };
      mark(decision.id, { state: 'working' });
      try {
        const reason = await applyDecisionNow(one, household, carryOut.mutateAsync);
        if (reason === null) whatIfStore.takeOut(customerId, branch.id, decision.id);
        mark(decision.id, reason === null ? { state: 'done' } : { state: 'failed', reason });
      } catch (error) {
        const reason = getRefusalMessage(error, currency) ?? "We couldn't reach the bank. Try again.";
        mark(decision.id, { state: 'failed', reason });
      }
    }
    setPhase('finished');
  }

  const done = Object.keys(progress).filter((id) => progress[id]?.state === 'done');
  return { phase, progress, done, apply };
}
