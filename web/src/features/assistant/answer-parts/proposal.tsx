import type { Proposal } from '@assistant/parts.ts';
import { useMutation } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { Suspense, useId } from 'react';
import { requestFastForward } from '@/entities/household/request-fast-forward';
import { lazyComponent } from '@/lib/bundle/lazy';
import { isRefusal } from '@/lib/refusals';
import { AlertBox } from '@/ui/alert-box';
import { Review } from '@/ui/forms/review';
import { Panel } from '@/ui/panel';
import { assistantMutations } from '../mutations';
import type { PartTurn } from './part-view';
import { ProposalChoice } from './proposal-choice';
import { ProposalOutcome } from './proposal-outcome';
import { furthest } from './proposal-text';
import { useConfirmation } from './use-confirmation';

const ScenarioWarningDialog = lazyComponent(() =>
  import('@/entities/scenario/scenario-warning-dialog').then((module) => module.ScenarioWarningDialog),
);

/** A proposed action with its effects, and then its outcome. */
export function PartProposal({ proposal: stored, turn }: { proposal: Proposal; turn: PartTurn }) {
  const titleId = useId();
  const confirm = useMutation(assistantMutations.confirm);
  const dismiss = useMutation(assistantMutations.dismiss);
  const undo = useMutation(assistantMutations.undo);
  const proposal = furthest(stored, confirm.data, dismiss.data, undo.data);
  const isOpen = proposal.state === 'proposed';
  const { start, isChecking, warning, close } = useConfirmation(proposal, () => confirm.mutate(proposal.id));
  const failure = [confirm, dismiss, undo].find(({ isError }) => isError)?.error;
  return (
    <Panel aria-labelledby={titleId}>
      <h3 id={titleId} className="font-semibold text-lg">
        {proposal.title}
      </h3>
      {proposal.changes.length > 0 && <Changes changes={proposal.changes} />}
      {isOpen &&
        proposal.warnings.map((warning) => (
          <AlertBox key={warning} fact={warning} className="mt-4 [&_strong]:font-normal" />
        ))}
      <div role="status">
        {!isOpen && (
          <ProposalOutcome
            proposal={proposal}
            busy={undo.isPending}
            onUndo={() => undo.mutate(proposal.id)}
          />
        )}
      </div>
      {isOpen && (
        <ProposalChoice
          proposal={proposal}
          turn={turn}
          titleId={titleId}
          confirming={isChecking || confirm.isPending}
          dismissing={dismiss.isPending}
          onConfirm={() => void start()}
          onDismiss={() => dismiss.mutate(proposal.id)}
        />
      )}
      <Suspense fallback={null}>
        {warning && (
          <ScenarioWarningDialog
            warning={warning}
            onStopBefore={(target) => {
              close();
              dismiss.mutate(proposal.id);
              requestFastForward(target);
            }}
            onContinue={() => {
              close();
              confirm.mutate(proposal.id);
            }}
            onClose={close}
          />
        )}
      </Suspense>
      {failure && (
        <p role="alert" className="mt-3 text-negative text-sm">
          {isRefusal(failure)
            ? failure.message
            : "We couldn't reach the bank. Try again; it can't happen twice."}
        </p>
      )}
    </Panel>
  );
}

function Changes({ changes }: Pick<Proposal, 'changes'>) {
  return (
    <div className="mt-4">
      <Review>
        {changes.map(({ label, before, after }) => (
          <div key={label} className="flex flex-wrap items-center gap-x-6 gap-y-1 py-3">
            <dt>{label}</dt>
            <dd className="figures ml-auto flex flex-wrap items-center justify-end gap-x-3 text-right font-semibold">
              {before !== null && (
                <>
                  <span className="font-normal text-ink-2">{before}</span>
                  <ArrowRight aria-label="becomes" className="size-4 text-ink-3" strokeWidth={1.5} />
                </>
              )}
              <span>{after}</span>
            </dd>
          </div>
        ))}
      </Review>
    </div>
  );
}
