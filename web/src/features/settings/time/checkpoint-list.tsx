import { useMutation, useQuery } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { formatListDate, getDay, relativeTime } from '@/lib/dates';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { ErrorState } from '@/ui/error-state';
import { Menu, MenuItem, MenuSeparator } from '@/ui/overlays/menu';
import { SkeletonRows } from '@/ui/skeleton';
import { download } from '../data/household-file';
import { type Checkpoint, checkpointQueries } from '../queries';
import { checkpointMutations } from './checkpoint-mutations';
import { DeleteCheckpoint } from './delete-checkpoint';
import { RenameCheckpoint } from './rename-checkpoint';
import { ReturnDialog } from './return-dialog';

type Intent = { what: 'return' | 'rename' | 'delete'; checkpoint: Checkpoint };

/** The customer's checkpoints. */
export function CheckpointList({ timeZone }: { timeZone: string }) {
  const { data: checkpoints, error, refetch, isFetching } = useQuery(checkpointQueries.list());
  const [intent, setIntent] = useState<Intent | null>(null);
  const close = () => setIntent(null);
  if (error && !checkpoints)
    return (
      <ErrorState
        title="We couldn't load your checkpoints."
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    );
  if (!checkpoints) return <SkeletonRows rows={2} />;
  if (checkpoints.length === 0) return <p className="mt-5 text-ink-3">No checkpoints yet</p>;
  return (
    <>
      <ul aria-label="Checkpoints" className="mt-6 max-w-170 divide-y divide-line border-line border-y">
        {checkpoints.map((checkpoint) => (
          <li key={checkpoint.id}>
            <CheckpointRow
              checkpoint={checkpoint}
              timeZone={timeZone}
              onIntent={(what) => setIntent({ what, checkpoint })}
            />
          </li>
        ))}
      </ul>
      {intent?.what === 'return' && (
        <ReturnDialog checkpoint={intent.checkpoint} timeZone={timeZone} onClose={close} />
      )}
      {intent?.what === 'rename' && <RenameCheckpoint checkpoint={intent.checkpoint} onClose={close} />}
      {intent?.what === 'delete' && <DeleteCheckpoint checkpoint={intent.checkpoint} onClose={close} />}
    </>
  );
}

function CheckpointRow({
  checkpoint,
  timeZone,
  onIntent,
}: {
  checkpoint: Checkpoint;
  timeZone: string;
  onIntent: (what: Intent['what']) => void;
}) {
  const { id, name, at, created_at, entries, automatic } = checkpoint;
  const { mutate: read, isPending } = useMutation(checkpointMutations.read);
  const save = () =>
    read(id, {
      onSuccess: (household) => download(household, `sandbank-${getDay(at, timeZone)}.json`),
    });
  return (
    <div className="flex items-center gap-2 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 break-words font-medium">{name}</span>
          {automatic && <Badge>saved automatically</Badge>}
        </p>
        <p className="figures text-ink-3 text-sm">
          {formatListDate(at, timeZone)} · {entries.toLocaleString('en-US')}{' '}
          {entries === 1 ? 'entry' : 'entries'} · saved {relativeTime(created_at, new Date())}
        </p>
      </div>
      <Button aria-label={`Restore ${name}`} onClick={() => onIntent('return')}>
        Restore
      </Button>
      <Menu
        trigger={
          <Button
            variant="ghost"
            aria-label={`More options for ${name}`}
            busy={isPending}
            className="px-2.5!"
          >
            {!isPending && <Ellipsis aria-hidden className="size-5" strokeWidth={1.5} />}
          </Button>
        }
      >
        <MenuItem onSelect={() => onIntent('rename')}>Rename…</MenuItem>
        <MenuItem onSelect={save}>Download file</MenuItem>
        <MenuSeparator />
        <MenuItem onSelect={() => onIntent('delete')}>Delete…</MenuItem>
      </Menu>
    </div>
  );
}
