import type { Proposal } from '@assistant/parts.ts';
import { useMutation } from '@tanstack/react-query';
import { ArrowRight, CircleCheck, CircleSlash, Undo2 } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { useOnline } from '@/lib/use-online';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Panel } from '@/ui/panel';
import { Review } from '@/ui/review';
import { assistantMutations } from './mutations';
import { settledWords } from './proposal-words';

/** Something to do: what would change and what to know of it, then what has become of it. */
export function PartProposal({ proposal }: { proposal: Proposal }) {
  const titleId = useId();
  const { title, changes, warnings, state } = proposal;
  return (
    <Panel aria-labelledby={titleId}>
      <h3 id={titleId} className="font-semibold text-lg">
        {title}
      </h3>
      {changes.length > 0 && (
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
      )}
      {state === 'proposed' &&
        warnings.map((warning) => (
          <AlertBox key={warning} fact={warning} className="mt-4 [&_strong]:font-normal" />
        ))}
      <div role="status">{state !== 'proposed' && <Settled proposal={proposal} />}</div>
      {state === 'proposed' && <Choice proposal={proposal} titleId={titleId} />}
    </Panel>
  );
}

function Choice({ proposal, titleId }: { proposal: Proposal; titleId: string }) {
  const confirm = useMutation(assistantMutations.confirm);
  const dismiss = useMutation(assistantMutations.dismiss);
  const isOnline = useOnline();
  const busy = confirm.isPending || dismiss.isPending;
  return (
    <>
      <div className="mt-5 flex flex-wrap gap-2">
        <Button
          variant="primary"
          aria-describedby={titleId}
          busy={confirm.isPending}
          disabled={!isOnline || dismiss.isPending}
          onClick={() => confirm.mutate(proposal)}
        >
          {confirm.isPending ? 'Working' : 'Confirm'}
        </Button>
        <Button
          aria-describedby={titleId}
          busy={dismiss.isPending}
          disabled={!isOnline || confirm.isPending}
          onClick={() => dismiss.mutate(proposal.id)}
        >
          Dismiss
        </Button>
      </div>
      <p className="mt-3 text-ink-3 text-sm">
        {isOnline
          ? `Nothing happens before you confirm it. ${proposal.undoable ? 'It can be undone afterwards.' : 'It cannot be undone afterwards.'}`
          : 'You are offline. It can be confirmed when you are connected again.'}
      </p>
      {!busy && (confirm.isError || dismiss.isError) && (
        <p role="alert" className="mt-3 text-negative text-sm">
          The bank did not answer. Press again: it happens once at most.
        </p>
      )}
    </>
  );
}

function Settled({ proposal }: { proposal: Proposal }) {
  const undo = useMutation(assistantMutations.undo);
  const isOnline = useOnline();
  const { state, undoable, href } = proposal;
  const Icon = state === 'done' ? CircleCheck : state === 'undone' ? Undo2 : CircleSlash;
  const ink = state === 'done' ? 'text-positive' : state === 'refused' ? 'text-negative' : 'text-ink-3';
  return (
    <>
      <p className="mt-4 flex gap-3">
        <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${ink}`} strokeWidth={1.5} />
        <span>{settledWords(proposal)}</span>
      </p>
      {state === 'done' && (undoable || href) && (
        <div className="mt-4 flex flex-wrap gap-2">
          {undoable && (
            <Button busy={undo.isPending} disabled={!isOnline} onClick={() => undo.mutate(proposal.id)}>
              Undo
            </Button>
          )}
          {href && (
            <Button asChild variant="ghost">
              <Link to={href}>See it</Link>
            </Button>
          )}
        </div>
      )}
      {undo.isError && !undo.isPending && (
        <p role="alert" className="mt-3 text-negative text-sm">
          The bank did not answer. Press again: it is undone once at most.
        </p>
      )}
    </>
  );
}
