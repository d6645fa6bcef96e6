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
  /** Ids of the applied decisions. */
  done: readonly string[];
  apply: () => Promise<void>;
};

/**
 * Applies a what-if's decisions one by one. Reports those that fail and continues. Removes each applied
 * decision from the what-if immediately, so that closing the page doesn't apply it twice.
 */
export function useApply(customerId: string, branch: WhatIf, currency: string): Applying {
  const queryClient = useQueryClient();
  const carryOut = useMutation(whatIfMutations.carryOut);
  const [phase, setPhase] = useState<Applying['phase']>('review');
  const [progress, setProgress] = useState<Record<string, Progress>>({});
  const mark = (id: string, next: Progress) => setProgress((before) => ({ ...before, [id]: next }));
  /** Includes the changes of earlier decisions, because two may change the same rule. */
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
