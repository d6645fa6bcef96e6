import { useMutation, useQuery } from '@tanstack/react-query';
import { type Duration, formatDuration, intervalToDuration } from 'date-fns';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { type Customer, customerQueries } from '@/entities/customer/queries';
import { WithCustomer } from '@/entities/customer/with-customer';
import { clockQueries } from '@/entities/household/clock-queries';
import { download } from '@/entities/household/household-file';
import { formatCount } from '@/lib/count';
import { formatClockDate, formatListDate, getDay, relativeTime } from '@/lib/dates';
import { useScrollToHash } from '@/lib/navigation/use-scroll-to-hash';
import { toast } from '@/lib/toast';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/forms/text-field';
import { Loaded } from '@/ui/loaded';
import { Dialog } from '@/ui/overlays/dialog';
import { Menu, MenuItem, MenuSeparator } from '@/ui/overlays/menu';
import { Section } from '@/ui/page';
import { checkpointMutations } from './mutations';
import { type Checkpoint, checkpointQueries } from './queries';
import { RealismSettings } from './realism';
import { RestoreDialog } from './restore-dialog';
import { SaveCheckpoint } from './save-checkpoint';
import { StartOver } from './start-over';
import { useNameForm } from './use-name-form';

export function TimeSection() {
  return (
    <Section title="Time and checkpoints">
      <WithCustomer>{(customer) => <TimeSettings customer={customer} />}</WithCustomer>
    </Section>
  );
}

function TimeSettings({ customer }: { customer: Customer }) {
  // `dataUpdatedAt` is the real time at which the simulated time was read.
  const { dataUpdatedAt } = useQuery(customerQueries.me());
  useScrollToHash(useQuery(clockQueries.household()).data !== undefined);
  const ahead = formatAhead(dataUpdatedAt, Date.parse(customer.now));
  return (
    <div className="flex flex-col gap-10">
      <dl className="figures flex flex-wrap gap-x-12 gap-y-4">
        <Fact term="Simulated date">{formatClockDate(customer.now, customer.time_zone)}</Fact>
        <Fact term="Clock">{ahead ? `${ahead} ahead of today` : 'Real time'}</Fact>
        <Fact term="Time zone">{customer.time_zone.replaceAll('_', ' ')}</Fact>
      </dl>
      <div>
        <h3 className="font-semibold">Checkpoints</h3>
        <p className="mt-1 mb-4 max-w-170 text-ink-2">
          A checkpoint saves your whole bank so you can come back to it.
        </p>
        <SaveCheckpoint />
        <CheckpointList timeZone={customer.time_zone} />
      </div>
      <RealismSettings today={getDay(customer.now, customer.time_zone)} currency={customer.base_currency} />
      <div>
        <h3 className="font-semibold">Start over</h3>
        <p className="mt-1 mb-4 max-w-170 text-ink-2">
          Start with an empty bank, or choose one of 5 sample households with 2 years of history.
        </p>
        <StartOver way="empty" customer={customer} />
      </div>
    </div>
  );
}

function Fact({ term, children }: { term: string; children: string }) {
  return (
    <div>
      <dt className="text-ink-3 text-sm">{term}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}

/** The smallest offset that is shown. Smaller differences come from the time it takes to read the clock. */
const SLACK_MS = 60_000;
const UNITS = ['years', 'months', 'days', 'hours', 'minutes'] as const satisfies readonly (keyof Duration)[];

/**
 * Formats the clock's offset in its two largest units, such as `1 year 2 months`; null if there is no offset.
 * Times are in milliseconds.
 */
export function formatAhead(real: number, simulated: number): string | null {
  if (simulated - real < SLACK_MS) return null;
  const parts = intervalToDuration({ start: real, end: simulated + SLACK_MS / 2 });
  const [first, second] = UNITS.filter((unit) => (parts[unit] ?? 0) > 0);
  // Combines only adjacent units. Otherwise, daylight saving time would add hours to a number of months.
  const units =
    second && UNITS.indexOf(second) - UNITS.indexOf(first ?? second) === 1 ? [first, second] : [first];
  return formatDuration(parts, { format: units.filter((unit) => unit !== undefined) });
}

type Intent = { what: 'return' | 'rename' | 'delete'; checkpoint: Checkpoint };

function CheckpointList({ timeZone }: { timeZone: string }) {
  const [intent, setIntent] = useState<Intent | null>(null);
  const close = () => setIntent(null);
  return (
    <>
      <Loaded from={useQuery(checkpointQueries.list())} failure="We couldn't load your checkpoints." rows={2}>
        {(checkpoints) =>
          checkpoints.length === 0 ? (
            <p className="mt-5 text-ink-3">No checkpoints yet</p>
          ) : (
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
          )
        }
      </Loaded>
      {intent?.what === 'return' && (
        <RestoreDialog checkpoint={intent.checkpoint} timeZone={timeZone} onClose={close} />
      )}
      {intent?.what === 'rename' && <RenameCheckpoint checkpoint={intent.checkpoint} onClose={close} />}
      {intent?.what === 'delete' && <DeleteCheckpoint checkpoint={intent.checkpoint} onClose={close} />}
    </>
  );
}

type CheckpointProps = { checkpoint: Checkpoint; timeZone: string };
type CheckpointRowProps = CheckpointProps & { onIntent: (what: Intent['what']) => void };

function CheckpointRow({ checkpoint, timeZone, onIntent }: CheckpointRowProps) {
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
          {formatListDate(at, timeZone)} · {formatCount(entries, 'entry', 'entries')} · saved{' '}
          {relativeTime(created_at, new Date())}
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
            {!isPending && <Ellipsis className="size-5" />}
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

function DeleteCheckpoint({ checkpoint, onClose }: { checkpoint: Checkpoint; onClose: () => void }) {
  const { mutate, isPending } = useMutation(checkpointMutations.remove);
  const remove = () =>
    mutate(
      { id: checkpoint.id },
      {
        onSuccess: () => {
          toast.success(`“${checkpoint.name}” deleted`);
          onClose();
        },
      },
    );
  return (
    <Dialog
      onClose={onClose}
      title={`Delete “${checkpoint.name}”?`}
      description="You can't undo this. Your current bank doesn't change."
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" onClick={remove} busy={isPending}>
          Delete checkpoint
        </Button>
      </div>
    </Dialog>
  );
}

function RenameCheckpoint({ checkpoint, onClose }: { checkpoint: Checkpoint; onClose: () => void }) {
  const { mutateAsync } = useMutation(checkpointMutations.rename);
  const { control, submit, isSubmitting } = useNameForm(checkpoint.name, async (name) => {
    await mutateAsync({ id: checkpoint.id, name });
    onClose();
  });
  return (
    <Dialog onClose={onClose} title="Rename checkpoint">
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <TextField control={control} name="name" label="Name" />
        <Button type="submit" variant="primary" busy={isSubmitting} className="self-end">
          Rename
        </Button>
      </form>
    </Dialog>
  );
}
