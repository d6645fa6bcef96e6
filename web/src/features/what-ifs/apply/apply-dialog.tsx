import type { HouseholdRow } from '@engine/household/row.ts';
import { buildHouseholdState } from '@engine/household/state.ts';
import { getCommands } from '@engine/what-if/apply.ts';
import { mapDecisions } from '@engine/what-if/same-products.ts';
import type { WhatIf, WhatIfStart } from '@engine/what-if/what-if.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, CircleAlert, CircleDashed, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { clockQueries } from '@/entities/household/clock-queries';
import { getNow, getToday } from '@/entities/household/days';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { formatCount } from '@/lib/count';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlays/dialog';
import { formatDay, formatDecision } from '../decisions/decision-text';
import { getStep } from '../decisions/decisions';
import { planStore, whatIfMutations } from '../mutations';
import { applyDecisionNow, whatIfStore } from '../store';

type WhatIfApplyProps = {
  customerId: string;
  branch: WhatIf;
  /** The current household. */
  row: HouseholdRow;
  /** The checkpoint and its household; undefined unless the what-if starts in the past. */
  then: { from: WhatIfStart; row: HouseholdRow } | undefined;
  currency: string;
  onClose: () => void;
  /** Called with the ids of the applied decisions. */
  onApplied: (done: readonly string[]) => void;
};

/** Renders a preview of a what-if's bank commands and runs the commands one at a time. */
export function WhatIfApply({
  customerId,
  branch,
  row,
  then,
  currency,
  onClose,
  onApplied,
}: WhatIfApplyProps) {
  // Keeps the reviewed plan, even if the household or the what-if changes.
  const [initial] = useState(() => {
    const decisions = then ? mapDecisions(branch.decisions, then.row, row) : branch.decisions;
    const today = getToday(row);
    const expired = then ? decisions.filter(({ on }) => on < today) : [];
    return {
      branch: { ...branch, decisions: decisions.filter((item) => !expired.includes(item)) },
      gone: expired,
    };
  });
  const [reviewed] = useState(() => [
    ...initial.gone.map((decision) => ({
      id: decision.id,
      title: formatDecision(decision, row, currency).title,
      amount: getStep(decision, currency)?.text,
      commands: [{ impossible: 'The date has passed.' }],
    })),
    ...review(customerId, initial.branch, row, currency),
  ]);
  const applying = useApply(customerId, initial.branch, currency);
  const { phase, progress, done } = applying;
  const possible = reviewed.filter(({ commands }) => commands.some((command) => !('impossible' in command)));
  const close = () => {
    if (phase === 'working') return;
    if (phase === 'finished') onApplied(done);
    else onClose();
  };
  return (
    <Dialog
      onClose={close}
      title={phase === 'finished' ? 'What-if applied' : 'Apply this what-if'}
      description={
        phase === 'finished'
          ? undefined
          : "We'll set these up in your accounts. You can change them later, but you can't reverse payments made now."
      }
      wide
    >
      {then && initial.gone.length > 0 && phase === 'review' && (
        <AlertBox fact={`This what-if starts on ${formatDay(then.from.day)}.`} className="mb-4">
          You can only apply future decisions. To apply the earlier ones, restore “{then.from.name}” first.{' '}
          <Link to="/settings/time" className="underline underline-offset-2">
            Checkpoints
          </Link>
        </AlertBox>
      )}
      <ul aria-label="Decisions to apply" className="divide-y divide-line border-line border-y">
        {reviewed.map(({ id, title, amount, commands }) => (
          <li key={id} className="flex gap-3 py-3">
            <StateIcon progress={progress[id]} />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
                {title}
                {amount && <span className="figures">{amount}</span>}
              </p>
              {commands.map((command) =>
                'impossible' in command ? (
                  <p key={command.impossible} className="text-sm text-warning">
                    {command.impossible}
                  </p>
                ) : (
                  <p key={command.text} className="text-ink-2 text-sm">
                    {command.text}
                  </p>
                ),
              )}
              {progress[id]?.state === 'failed' && (
                <p className="text-negative text-sm">{progress[id].reason}</p>
              )}
            </div>
          </li>
        ))}
      </ul>
      <Footer
        applying={applying}
        possible={possible.length}
        all={reviewed.length}
        onClose={close}
        onApply={() => void applying.apply()}
      />
    </Dialog>
  );
}

type FooterProps = {
  applying: ReturnType<typeof useApply>;
  possible: number;
  all: number;
  onClose: () => void;
  onApply: () => void;
};

function Footer({ applying: { phase, done }, possible, all, onClose, onApply }: FooterProps) {
  if (phase === 'finished')
    return (
      <div className="mt-6 flex flex-col gap-4">
        <div role="status">
          <AlertBox
            kind={done.length === all ? 'positive' : 'warning'}
            fact={done.length === 0 ? 'Nothing changed.' : `${done.length} of ${all} applied.`}
          >
            {done.length < all && "Decisions that we couldn't apply stay in the what-if."}
          </AlertBox>
        </div>
        <Button variant="primary" size="lg" onClick={onClose}>
          Done
        </Button>
      </div>
    );
  return (
    <div className="mt-6 flex flex-col-reverse gap-2 md:flex-row md:justify-end">
      <Button onClick={onClose} disabled={phase === 'working'}>
        Cancel
      </Button>
      <Button variant="primary" disabled={possible === 0} busy={phase === 'working'} onClick={onApply}>
        {phase === 'working' ? 'Applying' : `Apply ${formatCount(possible, 'decision')}`}
      </Button>
    </div>
  );
}

function StateIcon({ progress }: { progress: Progress | undefined }) {
  const shape = { 'aria-hidden': true, strokeWidth: 1.5 } as const;
  switch (progress?.state) {
    case 'working':
      return <LoaderCircle {...shape} className="mt-0.5 size-5 shrink-0 animate-spin" />;
    case 'done':
      return <Check {...shape} className="mt-0.5 size-5 shrink-0 text-positive" />;
    case 'failed':
      return <CircleAlert {...shape} className="mt-0.5 size-5 shrink-0 text-negative" />;
    default:
      return <CircleDashed {...shape} className="mt-0.5 size-5 shrink-0 text-ink-3" />;
  }
}

/** Returns the commands to review for each decision. Uses the saved plan if the decision has one. */
function review(
  customerId: string,
  { id: branchId, decisions }: WhatIf,
  row: HouseholdRow,
  currency: string,
) {
  const state = buildHouseholdState(row);
  return decisions.map((decision) => ({
    id: decision.id,
    title: formatDecision(decision, row, currency).title,
    amount: getStep(decision, currency)?.text,
    commands:
      planStore.of(customerId, branchId, decision)?.steps.map(({ command }) => command) ??
      getCommands(decision, state, getNow(row)),
  }));
}

type Progress = { state: 'working' } | { state: 'done' } | { state: 'failed'; reason: string };

/**
 * Applies a what-if's decisions one at a time. Reports failed decisions and continues. Removes each applied
 * decision immediately, so that closing the page doesn't apply it twice.
 */
function useApply(customerId: string, branch: WhatIf, currency: string) {
  const queryClient = useQueryClient();
  const carryOut = useMutation(whatIfMutations.carryOut);
  const [phase, setPhase] = useState<'review' | 'working' | 'finished'>('review');
  const [progress, setProgress] = useState<Record<string, Progress>>({});
  const mark = (id: string, next: Progress) => setProgress((before) => ({ ...before, [id]: next }));
  /**
   * Returns the current household, including changes from earlier decisions, because two decisions can change
   * the same rule.
   */
  const household = () => queryClient.fetchQuery({ ...clockQueries.household(), staleTime: 0 });

  async function apply() {
    setPhase('working');
    for (const decision of branch.decisions) {
      const entry = { customerId, branchId: branch.id, decision };
      mark(decision.id, { state: 'working' });
      try {
        const reason = await applyDecisionNow(entry, household, carryOut.mutateAsync);
        if (reason === null) whatIfStore.takeOut(customerId, branch.id, decision.id);
        mark(decision.id, reason === null ? { state: 'done' } : { state: 'failed', reason });
      } catch (error) {
        const reason = getRefusalMessage(error, currency) ?? "We couldn't reach the bank. Try again.";
        mark(decision.id, { state: 'failed', reason });
      }
    }
    setPhase('finished');
  }

  /** The ids of the applied decisions. */
  const done = Object.keys(progress).filter((id) => progress[id]?.state === 'done');
  return { phase, progress, done, apply };
}
