import type { Proposal } from '@assistant/parts.ts';
import { CircleCheck, CircleSlash, type LucideIcon, Undo2 } from 'lucide-react';
import { Link } from 'react-router';
import { useOnline } from '@/lib/use-online';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { formatSettled } from './proposal-text';

type Looks = { icon: LucideIcon; ink: string };
const LOOKS: Record<Proposal['state'], Looks> = {
  proposed: { icon: CircleSlash, ink: 'text-ink-3' },
  done: { icon: CircleCheck, ink: 'text-positive' },
  undone: { icon: Undo2, ink: 'text-ink-3' },
  refused: { icon: CircleSlash, ink: 'text-negative' },
  dismissed: { icon: CircleSlash, ink: 'text-ink-3' },
};

type ProposalOutcomeProps = { proposal: Proposal; busy: boolean; onUndo: () => void };

/** Renders the outcome of a proposal, with an undo button if it is exactly reversible. */
export function ProposalOutcome({ proposal, busy, onUndo }: ProposalOutcomeProps) {
  const isOnline = useOnline();
  const { state, undoable, href } = proposal;
  const { icon: Icon, ink } = LOOKS[state];
  return (
    <>
      <p className="mt-4 flex gap-3">
        <Icon aria-hidden className={classNames('mt-0.5 size-5 shrink-0', ink)} strokeWidth={1.5} />
        <span>{formatSettled(proposal)}</span>
      </p>
      {state === 'done' && (undoable || href) && (
        <div className="mt-4 flex flex-wrap gap-2">
          {undoable && (
            <Button busy={busy} disabled={!isOnline} onClick={onUndo}>
              Undo
            </Button>
          )}
          {href && (
            <Button asChild>
              <Link to={href}>View</Link>
            </Button>
          )}
        </div>
      )}
    </>
  );
}
