import { addMonths, Zone } from '@engine/calendar/calendar.ts';
import { rowOfFile, spendingOfFile } from '@engine/household/file-row.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import type { WhatIf, WhatIfStart } from '@engine/what-if/what-if.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Plus } from 'lucide-react';
import { type ComponentProps, useMemo } from 'react';
import { Link } from 'react-router';
import { getToday } from '@/entities/household/days';
import { forecastQueries } from '@/entities/household/forecast-queries';
import { checkpointQueries } from '@/features/checkpoints/queries';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { EmptyState } from '@/ui/empty-state';
import { ExampleBranch } from '@/ui/examples';
import { combineQueries, Loaded } from '@/ui/loaded';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '@/ui/overlays/menu';
import { SkeletonChart } from '@/ui/skeleton';
import { formatDay } from '../decisions/decision-text';
import { whatIfPath } from '../outcome';
import type { Start } from '../starts';
import { whatIfStore } from '../store';
import { WhatIfDetail } from './branch';

type StartingPointsProps = {
  starts: readonly Start[];
  checkpoints: readonly WhatIfStart[];
  onStart: (start: Pick<Start, 'name' | 'decisions'>) => void;
  onCheckpoint: (from: WhatIfStart) => void;
  onOpenFile: () => void;
};

type WhatIfListProps = StartingPointsProps & {
  /** The id of the open what-if. Empty if the overview is open. */
  chosen: string;
  branches: readonly WhatIf[];
};

/** The link to the overview. */
const ALL = { id: '', name: 'All what-ifs' };

const EMPTY_START = { name: 'New plan', decisions: [] };

/** Renders links to all what-ifs and a menu that starts a new one. */
export function WhatIfList({ branches, chosen, ...startingPoints }: WhatIfListProps) {
  return (
    <nav aria-label="What-ifs" className="mb-8 flex flex-wrap items-center gap-2">
      <ul className="contents">
        {[ALL, ...branches].map(({ id, name }) => (
          <li key={id} className="min-w-0 max-w-full">
            <Link
              to={whatIfPath(id)}
              aria-current={id === chosen ? 'page' : undefined}
              className={classNames(
                'control-height flex items-center rounded-full border px-4 text-sm',
                id === chosen
                  ? 'border-transparent bg-accent-soft font-semibold text-accent-ink'
                  : 'border-line-strong text-ink-2 hover:bg-sunken',
              )}
            >
              <span className="truncate">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
      <NewWhatIfMenu {...startingPoints} />
    </nav>
  );
}

/** Renders a menu of starting points for a new what-if. */
function NewWhatIfMenu({ starts, checkpoints, onStart, onCheckpoint, onOpenFile }: StartingPointsProps) {
  return (
    <Menu
      align="start"
      trigger={
        <Button variant="ghost" className="text-sm!">
          <Plus className="size-4" /> New what-if
        </Button>
      }
    >
      <MenuLabel>Start with</MenuLabel>
      {starts.map((start) => (
        <MenuItem key={start.name} disabled={start.missing !== null} onSelect={() => onStart(start)}>
          {start.name}
        </MenuItem>
      ))}
      <MenuItem onSelect={() => onStart(EMPTY_START)}>Start from scratch</MenuItem>
      {checkpoints.length > 0 && <MenuSeparator />}
      <CheckpointItems checkpoints={checkpoints} onChoose={onCheckpoint} />
      <MenuSeparator />
      <MenuItem onSelect={onOpenFile}>Open a file…</MenuItem>
    </Menu>
  );
}

/** Renders four suggestions for a customer who has no what-ifs. */
export function WhatIfEmpty({ starts, checkpoints, onStart, onCheckpoint, onOpenFile }: StartingPointsProps) {
  return (
    <div className="grid grid-cols-1 items-start gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div>
        <h2 className="text-lg">Try a what-if</h2>
        <p className="mt-1 text-ink-2">
          Compare a decision with your current plan. No money moves until you apply it.
        </p>
      </div>
      <ExampleBranch className="lg:row-span-2" />
      <div>
        <ul aria-label="Starting points" className="divide-y divide-line border-line border-y">
          {starts.map((start) => (
            <li key={start.name}>
              <button
                type="button"
                disabled={start.missing !== null}
                onClick={() => onStart(start)}
                className="flex w-full items-center gap-4 py-4 text-left enabled:hover:bg-sunken disabled:text-ink-3"
              >
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold">{start.name}</span>
                  <span className="block text-ink-3 text-sm">{start.missing ?? start.text}</span>
                </span>
                {start.missing === null && <ChevronRight className="size-5 shrink-0 text-ink-3" />}
              </button>
            </li>
          ))}
        </ul>
        <div className="mt-6 flex flex-wrap gap-2">
          <Button onClick={() => onStart(EMPTY_START)}>Start from scratch</Button>
          {checkpoints.length > 0 && (
            <Menu align="start" trigger={<Button>Start from a checkpoint…</Button>}>
              <CheckpointItems checkpoints={checkpoints} onChoose={onCheckpoint} />
            </Menu>
          )}
          <Button onClick={onOpenFile}>Open a file…</Button>
        </div>
      </div>
    </div>
  );
}

/** The maximum number of checkpoints in the menu. */
const MOST = 6;

/** Returns past checkpoints, latest simulated day first. */
export function usePastCheckpoints(row: HouseholdRow): WhatIfStart[] {
  const { data = [] } = useQuery(checkpointQueries.list());
  const zone = new Zone(row.time_zone);
  const today = getToday(row);
  return data
    .map(({ id, name, at }) => ({ checkpointId: id, name, day: zone.getDay(Date.parse(at)) }))
    .filter(({ day }) => day < today)
    .sort((left, right) => right.day - left.day)
    .slice(0, MOST);
}

type CheckpointItemsProps = { checkpoints: readonly WhatIfStart[]; onChoose: (from: WhatIfStart) => void };

/** Renders menu items that start a what-if at a checkpoint. */
export function CheckpointItems({ checkpoints, onChoose }: CheckpointItemsProps) {
  if (checkpoints.length === 0) return null;
  return (
    <>
      <MenuLabel>Start from a checkpoint</MenuLabel>
      {checkpoints.map((from) => (
        <MenuItem key={from.checkpointId} onSelect={() => onChoose(from)}>
          <span className="min-w-0 flex-1 truncate">{from.name}</span>
          <span className="figures shrink-0 text-ink-3 text-sm">{formatDay(from.day)}</span>
        </MenuItem>
      ))}
    </>
  );
}

type WhatIfFromCheckpointProps = ComponentProps<typeof WhatIfDetail> & {
  branch: WhatIf & { from: WhatIfStart };
};

const MONTHS_A_YEAR = 12;
/** The refusal code for a deleted checkpoint. */
const GONE = 'NTFND';

/** Renders a what-if that starts at a checkpoint and compares it with actual history. */
export function WhatIfFromCheckpoint({ branch, setting, ...rest }: WhatIfFromCheckpointProps) {
  const { customerId, onGone } = rest;
  const { from } = branch;
  const then = useQuery(forecastQueries.checkpoint(from.checkpointId));
  const present = useQuery(forecastQueries.present(customerId));
  const compared = useMemo(() => {
    if (!then.data || !present.data) return undefined;
    const until = addMonths(getToday(setting.row), setting.years * MONTHS_A_YEAR);
    const row = rowOfFile(then.data);
    return {
      setting: { ...setting, row, history: spendingOfFile(then.data), until },
      since: { from, setting, file: present.data },
    };
  }, [then.data, present.data, setting, from]);
  if (then.error && 'code' in then.error && then.error.code === GONE)
    return (
      <EmptyState
        title={`“${from.name}” was deleted.`}
        action={
          <Button
            onClick={() => {
              whatIfStore.remove(customerId, branch.id);
              onGone();
            }}
          >
            Discard what-if
          </Button>
        }
      >
        This what-if starts from a deleted checkpoint.
      </EmptyState>
    );
  return (
    <Loaded
      from={{ ...combineQueries(then, present), data: compared }}
      failure="We couldn't load recent activity."
      placeholder={<SkeletonChart />}
    >
      {(data) => <WhatIfDetail {...rest} branch={branch} {...data} />}
    </Loaded>
  );
}
