import type { Proposal, ProposalState } from '@assistant/parts.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowRight, CircleCheck, CircleSlash, type LucideIcon, Undo2 } from 'lucide-react';
import { Suspense, useEffect, useId, useReducer, useState } from 'react';
import { requestFastForward } from '@/entities/household/request-fast-forward';
import { checkScenario, type ScenarioWarning } from '@/entities/scenario/check-scenario';
import { lazyComponent } from '@/lib/bundle/lazy';
import { isRefusal } from '@/lib/refusals';
import { useOnline } from '@/lib/use-online';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { Review } from '@/ui/forms/review';
import { LinkButton } from '@/ui/link';
import { Panel } from '@/ui/panel';
import { WorkProgress } from '@/ui/work-progress';
import { assistantMutations } from '../mutations';
import type { PartTurn } from './part-view';

const ScenarioWarningDialog = lazyComponent(() =>
  import('@/entities/scenario/scenario-warning-dialog').then((module) => module.ScenarioWarningDialog),
);

export function PartProposal({ proposal: stored, turn }: { proposal: Proposal; turn: PartTurn }) {
  const titleId = useId();
  const confirm = useMutation(assistantMutations.confirm);
  const dismiss = useMutation(assistantMutations.dismiss);
  const undo = useMutation(assistantMutations.undo);
  const proposal = getLatestProposal(stored, confirm.data, dismiss.data, undo.data);
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
            : "We couldn't reach the bank. It's safe to try again because this action can only happen once."}
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

type ProposalChoiceProps = {
  proposal: Proposal;
  turn: PartTurn;
  titleId: string;
  confirming: boolean;
  dismissing: boolean;
  onConfirm: () => void;
  onDismiss: () => void;
};

function ProposalChoice(props: ProposalChoiceProps) {
  const { proposal, turn, titleId, confirming, dismissing } = props;
  const isOnline = useOnline();
  const isExpired = useExpiry(turn.askedAt, EXPIRES_AFTER_MINUTES) && !confirming;
  if (isExpired)
    return (
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-3">
        <p className="text-ink-2">
          This proposal expired after {EXPIRES_AFTER_MINUTES} minutes. Nothing changed.
        </p>
        <Button disabled={!isOnline} onClick={() => turn.onAsk(turn.question)}>
          Ask again
        </Button>
      </div>
    );
  return (
    <>
      <div className="mt-5 flex flex-wrap gap-2">
        <Button
          variant="primary"
          aria-describedby={titleId}
          busy={confirming}
          disabled={!isOnline || !turn.isWhole || dismissing}
          onClick={props.onConfirm}
        >
          {confirming ? 'Working' : 'Confirm'}
        </Button>
        <Button
          aria-describedby={titleId}
          busy={dismissing}
          disabled={!isOnline || !turn.isWhole || confirming}
          onClick={props.onDismiss}
        >
          Dismiss
        </Button>
      </div>
      <WorkProgress runs={confirming && proposal.kind === 'fast_forward'} text="Fast-forwarding" />
      <p className="mt-3 text-ink-3 text-sm">{getNote(isOnline, proposal.undoable)}</p>
    </>
  );
}

function getNote(isOnline: boolean, undoable: boolean): string {
  if (!isOnline) return "You're offline. Confirm when you reconnect.";
  return `Nothing happens until you confirm. ${undoable ? 'You can undo it later.' : "You can't undo it."}`;
}

/**
 * Returns true once this many real minutes have passed since an instant (ISO 8601). Rerenders at that time.
 */
function useExpiry(since: string, minutes: number): boolean {
  const [, rerender] = useReducer((times: number) => times + 1, 0);
  const left = Date.parse(since) + minutes * 60_000 - Date.now();
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(rerender, left);
    return () => clearTimeout(timer);
  });
  return left <= 0;
}

/** The appearance of each state, and its default text if the bank returned none. */
const STATES: Record<ProposalState, { icon: LucideIcon; color: string; text: string }> = {
  proposed: { icon: CircleSlash, color: 'text-ink-3', text: 'Nothing changed.' },
  done: { icon: CircleCheck, color: 'text-positive', text: 'Done.' },
  undone: { icon: Undo2, color: 'text-ink-3', text: 'Undone.' },
  refused: { icon: CircleSlash, color: 'text-negative', text: 'Declined. Nothing changed.' },
  dismissed: { icon: CircleSlash, color: 'text-ink-3', text: 'Dismissed. Nothing changed.' },
};

type ProposalOutcomeProps = { proposal: Proposal; busy: boolean; onUndo: () => void };

function ProposalOutcome({ proposal, busy, onUndo }: ProposalOutcomeProps) {
  const isOnline = useOnline();
  const { state, undoable, href, outcome } = proposal;
  const { icon: Icon, color, text } = STATES[state];
  return (
    <>
      <p className="mt-4 flex gap-3">
        <Icon className={classNames('mt-0.5 size-5 shrink-0', color)} />
        <span>{outcome || text}</span>
      </p>
      {state === 'done' && (undoable || href) && (
        <div className="mt-4 flex flex-wrap gap-2">
          {undoable && (
            <Button busy={busy} disabled={!isOnline} onClick={onUndo}>
              Undo
            </Button>
          )}
          {href && <LinkButton to={href}>View</LinkButton>}
        </div>
      )}
    </>
  );
}

/** A proposal expires after this many minutes of real time, because its preview can become outdated. */
const EXPIRES_AFTER_MINUTES = 30;

const ORDER: Record<ProposalState, number> = { proposed: 0, dismissed: 1, refused: 1, done: 1, undone: 2 };

/**
 * Returns the latest version of a proposal. A response can contain a newer version than the loaded
 * conversation.
 */
export function getLatestProposal(
  proposal: Proposal,
  ...answers: readonly (Proposal | undefined)[]
): Proposal {
  return answers.reduce<Proposal>(
    (latest, answer) => (answer && ORDER[answer.state] >= ORDER[latest.state] ? answer : latest),
    proposal,
  );
}

/**
 * Returns a function that confirms a proposal. It first warns the customer if the fast-forward would lose the
 * scenario.
 */
function useConfirmation({ fastForwardTo }: Proposal, confirm: () => void) {
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
      const scenarioWarning = await checkScenario(queryClient, { to: fastForwardTo });
      if (scenarioWarning) setWarning(scenarioWarning);
      else confirm();
    } catch {
      // If the household can't be loaded, there is no warning. The query client has already reported the
      // failure.
    } finally {
      setIsChecking(false);
    }
  }

  return { start, isChecking, warning, close: () => setWarning(null) };
}
