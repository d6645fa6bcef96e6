import type { Proposal } from '@assistant/parts.ts';
import { useEffect, useReducer } from 'react';
import { useOnline } from '@/lib/use-online';
import { Button } from '@/ui/button';
import { WorkProgress } from '@/ui/work-progress';
import type { PartTurn } from './part-view';
import { PROPOSED_FOR_MINUTES } from './proposal-text';

type ProposalChoiceProps = {
  proposal: Proposal;
  turn: PartTurn;
  titleId: string;
  confirming: boolean;
  dismissing: boolean;
  onConfirm: () => void;
  onDismiss: () => void;
};

/** Buttons to confirm or dismiss a proposal until it expires. */
export function ProposalChoice(props: ProposalChoiceProps) {
  const { proposal, turn, titleId, confirming, dismissing } = props;
  const isOnline = useOnline();
  const isExpired = useExpiry(turn.askedAt, PROPOSED_FOR_MINUTES) && !confirming;
  if (isExpired)
    return (
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-3">
        <p className="text-ink-2">This expired after {PROPOSED_FOR_MINUTES} minutes. Nothing changed.</p>
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
      <WorkProgress runs={confirming && proposal.kind === 'fast_forward'} words="Fast-forwarding" />
      <p className="mt-3 text-ink-3 text-sm">{getNote(isOnline, proposal.undoable)}</p>
    </>
  );
}

function getNote(isOnline: boolean, undoable: boolean): string {
  if (!isOnline) return "You're offline. Confirm when you reconnect.";
  return `Nothing happens until you confirm. It can${undoable ? '' : 'not'} be undone afterwards.`;
}

/** Returns true once some real minutes have passed since an instant (ISO 8601), and then rerenders. */
function useExpiry(since: string, minutes: number): boolean {
  const [, tell] = useReducer((times: number) => times + 1, 0);
  const left = Date.parse(since) + minutes * 60_000 - Date.now();
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(tell, left);
    return () => clearTimeout(timer);
  });
  return left <= 0;
}
