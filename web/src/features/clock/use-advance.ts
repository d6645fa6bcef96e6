import { after } from '@engine/calendar/duration.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { customerQueries } from '@/entities/customer/queries';
import { clockQueries } from '@/entities/household/clock-queries';
import { onFastForward } from '@/entities/household/last-fast-forward';
import type { FastForwardTarget } from '@/entities/household/request-fast-forward';
import { checkScenario, type ScenarioWarning } from '@/entities/scenario/check-scenario';
import { needsSurpriseQuestion } from '@/entities/surprise/needs-surprise-question';
import { formatCount } from '@/lib/count';
import { formatListDate } from '@/lib/dates';
import { isRefusal } from '@/lib/refusals';
import { currentSession } from '@/lib/session';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';
import { setFastForward, updateFastForward } from './clock-store';
import { loadAhead } from './load-ahead';
import { type Advanced, clockMutations } from './mutations';
import { travel } from './travel';

/** The outcome of a fast-forward. `request` is missing if the assistant started it. */
export type FastForwardResult =
  | { advanced: Advanced; request?: FastForwardTarget }
  | { refused: string }
  | { stopped: true };

/** A fast-forward that is on hold until the customer responds to a warning. */
type Warned = { warning: ScenarioWarning; request: FastForwardTarget };

/** Moves the clock, warns before a scenario is lost, and keeps the summary until it is closed. */
export function useAdvance() {
  const { mutateAsync } = useMutation(clockMutations.advance);
  const [result, setResult] = useState<FastForwardResult | null>(null);
  const [warned, setWarned] = useState<Warned | null>(null);
  const [questionTarget, setQuestionTarget] = useState<FastForwardTarget | null>(null);
  const isRunning = useRef(false);
  const queryClient = useQueryClient();
  useEffect(
    () =>
      onFastForward((advanced) => {
        const customer = currentSession()?.user.id;
        void loadAhead(queryClient).then(({ commit }) => {
          if (currentSession()?.user.id !== customer) return;
          commit();
          setResult({ advanced });
        });
      }),
    [queryClient],
  );

  async function advance(request: FastForwardTarget): Promise<void> {
    if (!navigator.onLine) {
      setResult({ refused: "You're offline. Fast-forward works again when you reconnect." });
      return;
    }
    try {
      const warning = await checkScenario(queryClient, request);
      if (warning) setWarned({ warning, request });
      else if (mustAskFirst(queryClient, request)) setQuestionTarget(request);
      else await move(request);
    } catch {
      // Skips the warning if the household can't be loaded. The failed query has already shown an error.
    }
  }

  async function move(request: FastForwardTarget): Promise<void> {
    setWarned(null);
    setQuestionTarget(null);
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await run(request);
    } finally {
      isRunning.current = false;
    }
  }

  async function run(request: FastForwardTarget): Promise<void> {
    const control = new AbortController();
    const customer = currentSession()?.user.id;
    const { data: now } = await supabase.rpc('simulated_now');
    const known = queryClient.getQueryData(customerQueries.me().queryKey)?.now;
    const from = Date.parse(now ?? known ?? '');
    if (Number.isNaN(from)) {
      setResult({ refused: 'The bank can’t be reached. Please try again.' });
      return;
    }
    const to = 'to' in request ? Date.parse(request.to) : after(from, request.by, getTimeZone(queryClient));
    setResult(null);
    setFastForward({ from, to, at: from, ahead: null, cancel: () => control.abort() });
    let end: number | null = null;
    const traveled = travel(() => end);
    try {
      const advanced = await mutateAsync({ request, signal: control.signal });
      if (!advanced) {
        // Ends the fast-forward first, because the bank may still complete the step during which the customer
        // stopped. The app reloads again when the bank reports that step.
        setFastForward(null);
        await queryClient.invalidateQueries();
        if (currentSession()?.user.id === customer) setResult({ stopped: true });
        return;
      }
      const { ahead, commit } = await loadAhead(queryClient);
      end = Date.parse(advanced.to);
      updateFastForward({ at: end, ahead });
      await traveled;
      setFastForward(null);
      // Someone else may have signed in meanwhile.
      if (currentSession()?.user.id !== customer) return;
      commit();
      if (isOneDay(request) && !advanced.ended && !advanced.decision) announceDay(advanced);
      else setResult({ advanced, request });
    } catch (error) {
      // Some steps may have been posted before the failure.
      void queryClient.invalidateQueries();
      // Failures show a toast. Only the bank's refusals have a message for the customer.
      if (isRefusal(error)) setResult({ refused: error.message });
    } finally {
      setFastForward(null);
    }
  }

  /** Shows a toast after a single day. The digest opens only if the customer wants to see it. */
  function announceDay(advanced: Advanced): void {
    const events = advanced.digest.lines.reduce((sum, { count }) => sum + count, 0);
    toast.success(formatListDate(advanced.to, getTimeZone(queryClient)), {
      id: 'fast-forward',
      description: events === 0 ? 'Nothing happened.' : `${formatCount(events, 'event')} posted.`,
      action: { label: 'View', onClick: () => setResult({ advanced, request: { by: 'P1D' } }) },
    });
  }

  const warning = warned && {
    warning: warned.warning,
    onStopBefore: (target: FastForwardTarget) => void move(target),
    onContinue: () => void move(warned.request),
    onClose: () => setWarned(null),
  };
  const question = questionTarget && {
    onContinue: () => void move(questionTarget),
    onClose: () => setQuestionTarget(null),
  };
  return { advance, warning, question, result, dismiss: () => setResult(null) };
}

function mustAskFirst(queryClient: QueryClient, request: FastForwardTarget): boolean {
  const customer = queryClient.getQueryData(customerQueries.me().queryKey);
  const household = queryClient.getQueryData(clockQueries.household().queryKey);
  return Boolean(customer && household && needsSurpriseQuestion(customer, household, request));
}

const isOneDay = (request: FastForwardTarget) => 'by' in request && request.by === 'P1D';

const getTimeZone = (queryClient: QueryClient) =>
  queryClient.getQueryData(customerQueries.me().queryKey)?.time_zone ?? 'UTC';
