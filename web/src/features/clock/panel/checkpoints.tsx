import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Checkpoint, checkpointQueries } from '@/features/checkpoints/queries';
import { SaveCheckpoint } from '@/features/checkpoints/save-checkpoint';
import { formatListDate } from '@/lib/dates';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { TextLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Money } from '@/ui/money';

/** The number of checkpoints in the panel. The settings list all of them. */
const SHOWN = 6;

type CheckpointsProps = {
  timeZone: string;
  onRestore: (checkpoint: Checkpoint) => void;
  onLeave: () => void;
};

/** Renders the latest checkpoints as a line back in time, each with the net worth then. */
export function Checkpoints({ timeZone, onRestore, onLeave }: CheckpointsProps) {
  const [isNaming, setIsNaming] = useState(false);
  return (
    <>
      <Loaded from={useQuery(checkpointQueries.list())} failure="We couldn't load your checkpoints." rows={3}>
        {(checkpoints) =>
          checkpoints.length === 0 ? (
            <p className="text-ink-2">No checkpoints yet.</p>
          ) : (
            <>
              <p className="figures flex justify-between pl-6.5 text-ink-3 text-sm">
                <span>Checkpoint</span>
                <span>Net worth then</span>
              </p>
              <ol className="relative before:absolute before:top-4 before:bottom-5 before:left-1.75 before:border-ink before:border-l-2">
                {checkpoints.slice(0, SHOWN).map((checkpoint) => (
                  <li key={checkpoint.id}>
                    <CheckpointButton
                      checkpoint={checkpoint}
                      timeZone={timeZone}
                      onPress={() => onRestore(checkpoint)}
                    />
                  </li>
                ))}
              </ol>
              {checkpoints.length > SHOWN && (
                <p className="mt-2 text-sm">
                  <TextLink to="/settings/time" onClick={onLeave}>
                    View all {checkpoints.length}
                  </TextLink>
                </p>
              )}
            </>
          )
        }
      </Loaded>
      <p className="my-4 text-ink-2 text-sm">
        We save a checkpoint before every fast-forward and keep the last 10. When you rewind, we save your
        current bank first, so you can come back.
      </p>
      {isNaming ? (
        <SaveCheckpoint />
      ) : (
        <Button onClick={() => setIsNaming(true)} className="w-full">
          Save checkpoint…
        </Button>
      )}
    </>
  );
}

type CheckpointButtonProps = { checkpoint: Checkpoint; timeZone: string; onPress: () => void };

function CheckpointButton({ checkpoint, timeZone, onPress }: CheckpointButtonProps) {
  const { name, at, automatic, net_worth, currency } = checkpoint;
  return (
    <button
      type="button"
      onClick={onPress}
      className="-mx-2 flex w-[calc(100%+1rem)] gap-3 rounded-2 px-2 py-1.5 text-left hover:bg-sunken"
    >
      <span
        className={classNames(
          'relative mt-1.5 size-3.5 shrink-0 rounded-full border-2 border-ink',
          automatic ? 'bg-raised' : 'bg-ink',
        )}
      />
      <span className="min-w-0 flex-1">
        <span className="block break-words font-medium">{name}</span>
        <span className="block text-ink-2 text-sm">
          {formatListDate(at, timeZone)}, {automatic ? 'automatic' : 'saved by you'}
        </span>
      </span>
      <Money amount={net_worth} currency={currency} size="small" className="font-semibold" />
    </button>
  );
}
