import type { Proposal } from '@assistant/parts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { checkScenario, type ScenarioWarning } from '@/entities/scenario/check-scenario';

/** Confirms a proposal immediately, except that it warns before a fast-forward that loses the scenario. */
export function useConfirmation({ fastForwardTo }: Proposal, confirm: () => void) {
  const queryClient = useQueryClient();
  const [warning, setWarning] = useState<ScenarioWarning | null>(null);
  const [isChecking, setIsChecking] = useState(false);

  async function start(): Promise<void> {
    if (!fastForwardTo) {
      confirm();
      return;
    }
    setIsChecking(true);
    try {
      const found = await checkScenario(queryClient, { to: fastForwardTo });
      if (found) setWarning(found);
      else confirm();
    } catch {
      // Without the household it can't warn. The failed query has shown its message.
    } finally {
      setIsChecking(false);
    }
  }

  return { start, isChecking, warning, close: () => setWarning(null) };
}
