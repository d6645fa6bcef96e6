import type { Scenario } from '@engine/scenarios/scenario.ts';
import { useMutation } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import type { Ref } from 'react';
import { Link } from 'react-router';
import { getDayCount } from '@/entities/scenario/run-status';
import { ScenarioCover } from '@/entities/scenario/scenario-cover';
import { downloadText } from '@/lib/download';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { LinkButton } from '@/ui/link';
import { Menu, MenuItem, MenuSeparator } from '@/ui/overlays/menu';
import { scenarioMutations } from '../mutations';
import { Stars } from '../run-list';
import { formatLength } from '../scenario-text';
import type { ScenarioEntry } from '../scenarios';
import type { ScenarioRecord } from './scenario-record';

type ScenarioCardProps = {
  entry: ScenarioEntry;
  record: ScenarioRecord;
  customer: { now: string; time_zone: string };
  /** Receives the element with the difficulty and the stars. */
  detailsRef?: Ref<HTMLDivElement>;
  onResume: () => void;
};

/** Renders a scenario in the catalog: cover, difficulty, length, stars, and the next action. */
export function ScenarioCard({ entry, record, customer, detailsRef, onResume }: ScenarioCardProps) {
  const { pack, path, rowId } = entry;
  const badge = formatState(record, customer);
  return (
    <li className="relative flex flex-col">
      <div className="relative mb-3">
        <ScenarioCover scenario={pack} className="w-full" />
        {badge && (
          <span className="figures absolute bottom-3 left-3 rounded-1 bg-surface px-2 py-0.5 font-semibold text-ink text-xs">
            {badge}
          </span>
        )}
      </div>
      <div className="flex items-start justify-between gap-2">
        <h3 className="min-w-0 text-lg leading-6">
          <Link to={path} className="after:absolute after:inset-0 after:rounded-3">
            {pack.title}
          </Link>
        </h3>
        {rowId && <ScenarioMenu entry={entry} rowId={rowId} />}
      </div>
      <p className="mt-0.5 flex-1 text-ink-2 text-sm">{pack.teaches}</p>
      <div ref={detailsRef} className="mt-2">
        <Difficulty pack={pack} />
        <div className="mt-2.5 flex min-h-8 flex-wrap items-center justify-between gap-2">
          <span className="flex items-center">
            {record.hasWon && <span className="sr-only">Won, </span>}
            <Stars stars={record.stars} of={record.of} />
          </span>
          <Action entry={entry} record={record} onResume={onResume} />
        </div>
      </div>
    </li>
  );
}

/** Returns the text on the cover of a scenario that the customer can resume, such as `Paused, day 93`. */
function formatState({ playing, paused }: ScenarioRecord, { now, time_zone }: ScenarioCardProps['customer']) {
  if (playing) return `Playing, day ${getDayCount(playing.course, now, time_zone).day}`;
  return paused && `Paused, day ${getDayCount(paused.course, paused.saved.at, time_zone).day}`;
}

const DIFFICULTIES: Record<Scenario['difficulty'], { name: string; dots: number }> = {
  easy: { name: 'Easy', dots: 1 },
  medium: { name: 'Medium', dots: 2 },
  hard: { name: 'Hard', dots: 3 },
};

/** Renders a scenario's difficulty in dots and words, and its length. */
export function Difficulty({ pack }: { pack: Pick<Scenario, 'difficulty' | 'months'> }) {
  const { name, dots } = DIFFICULTIES[pack.difficulty];
  return (
    <p className="flex items-center gap-1.5 text-ink-2 text-sm">
      <svg aria-hidden="true" viewBox="0 0 28 8" className="h-2 w-7" stroke="currentColor" strokeWidth="1.4">
        {[4, 14, 24].map((x, index) => (
          <circle key={x} cx={x} cy="4" r="3" fill={index < dots ? 'currentColor' : 'none'} />
        ))}
      </svg>
      {name} · {formatLength(pack.months)}
    </p>
  );
}

function Action({ entry, record, onResume }: Omit<ScenarioCardProps, 'customer' | 'detailsRef'>) {
  const name = <span className="sr-only"> {entry.pack.title}</span>;
  if (record.playing)
    return (
      <LinkButton to="/dashboard" variant="primary" size="sm" className="relative">
        Resume{name}
      </LinkButton>
    );
  if (record.paused)
    return (
      <Button variant="primary" size="sm" className="relative" onClick={onResume}>
        Resume{name}
      </Button>
    );
  return (
    <LinkButton to={entry.path} size="sm" className="relative">
      {record.hasPlayed ? 'Play again' : 'Play'}
      {name}
    </LinkButton>
  );
}

/** Renders the menu of an imported scenario. */
function ScenarioMenu({ entry: { pack, text }, rowId }: { entry: ScenarioEntry; rowId: string }) {
  const remove = useMutation(scenarioMutations.remove);
  const keep = useMutation(scenarioMutations.keep);
  const deleteScenario = () =>
    remove.mutate(rowId, {
      onSuccess: () =>
        toast.success(`“${pack.title}” removed`, {
          // Uses `mutateAsync`, because Undo must work and report failures after this card is removed.
          action: { label: 'Undo', onClick: () => void keep.mutateAsync(text).catch(() => {}) },
        }),
    });
  return (
    <Menu
      trigger={
        <Button
          variant="ghost"
          size="sm"
          aria-label={`More options for ${pack.title}`}
          className="relative -mt-1 -mr-2 px-2! pointer-coarse:-mt-2.5"
        >
          <Ellipsis className="size-5" />
        </Button>
      }
    >
      <MenuItem onSelect={() => downloadText(`${pack.id}.json`, text, 'application/json')}>
        Download file
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={deleteScenario}>Delete</MenuItem>
    </Menu>
  );
}
