import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { customerQueries } from '@/entities/customer/queries';
import { onFastForward } from '@/entities/household/last-fast-forward';
import type { FastForwardTarget } from '@/entities/household/request-fast-forward';
import { checkScenario, type ScenarioWarning } from '@/entities/scenario/check-scenario';
import { isRefusal } from '@/lib/refusals';
import { supabase } from '@/lib/supabase';
import { advanceFastForward, setFastForward } from './clock-store';
import { type Advanced, clockMutations } from './mutations';

/** The outcome of a fast-forward. `request` is missing if the assistant started it. */
export type FastForwardResult =
  | { advanced: Advanced; request?: FastForwardTarget }
  | { refused: string }
  | { stopped: true };

/** A fast-forward that is on hold until the customer responds to a warning. */
type Warned = { warning: ScenarioWarning; request: FastForwardTarget; words: string };

/** Moves the clock, warns before a scenario is lost, and keeps the summary until it is closed. */
export function useAdvance() {
  const { mutateAsync } = useMutation(clockMutations.advance);
  const [result, setResult] = useState<FastForwardResult | null>(null);
  const [warned, setWarned] = useState<Warned | null>(null);
  const queryClient = useQueryClient();
  useEffect(
    () =>
      onFastForward((advanced) => {
        void refreshDate(queryClient).then(() => setResult({ advanced }));
      }),
    [queryClient],
  );

  async function advance(request: FastForwardTarget, words: string): Promise<void> {
    if (!navigator.onLine) {
      setResult({ refused: "You're offline. Fast-forward works again when you reconnect." });
      return;
    }
    try {
      const warning = await checkScenario(queryClient, request);
      if (warning) setWarned({ warning, request, words });
      else await move(request, words);
    } catch {
      // Skips the warning if the household can't be loaded. The failed query has already shown an error.
    }
  }

  async function move(request: FastForwardTarget, words: string): Promise<void> {
    setWarned(null);
    const control = new AbortController();
    const { data: now } = await supabase.rpc('simulated_now');
    const from = Date.parse(now ?? '');
    setResult(null);
    setFastForward({
      from,
      to: 'to' in request ? Date.parse(request.to) : null,
      at: from,
      words,
      cancel: () => control.abort(),
    });
    try {
      const advanced = await mutateAsync({ request, signal: control.signal });
      if (advanced) advanceFastForward(Date.parse(advanced.to));
      await refreshDate(queryClient);
      setResult(advanced ? { advanced, request } : { stopped: true });
    } catch (error) {
      // Failures show a toast. Only the bank's refusals have a message for the customer.
      if (isRefusal(error)) setResult({ refused: error.message });
    } finally {
      setFastForward(null);
    }
  }

  const warning = warned && {
    warning: warned.warning,
    onStopBefore: (target: FastForwardTarget) => void move(target, 'Fast-forwarding to the day before'),
    onContinue: () => void move(warned.request, warned.words),
    onClose: () => setWarned(null),
  };
  return { advance, warning, result, dismiss: () => setResult(null) };
}

/** Loads the new date before the summary opens, so that the header and the summary switch together. */
const refreshDate = (queryClient: QueryClient) =>
  queryClient.refetchQueries({ queryKey: customerQueries.me().queryKey });
