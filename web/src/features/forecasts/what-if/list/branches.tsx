import type { WhatIf, WhatIfStart } from '@engine/what-if/what-if.ts';
import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '@/ui/overlays/menu';
import type { Start } from '../simulation/starting-points';
import { CheckpointItems } from './checkpoints';

type WhatIfBranchesProps = {
  branches: readonly WhatIf[];
  chosen: string;
  starts: readonly Start[];
  checkpoints: readonly WhatIfStart[];
  onStart: (start: Pick<Start, 'name' | 'decisions'>) => void;
  onCheckpoint: (from: WhatIfStart) => void;
  onOpenFile: () => void;
};

export const whatIfPath = (id: string) => `/forecasts/what-if/${id}`;
export const EMPTY_START = { name: 'Decisions', decisions: [] };

/** The list of what-ifs, with ways to start another. */
export function WhatIfList({
  branches,
  chosen,
  starts,
  checkpoints,
  onStart,
  onCheckpoint,
  onOpenFile,
}: WhatIfBranchesProps) {
  return (
    <nav aria-label="What-ifs" className="mb-8 flex flex-wrap items-center gap-2">
      <ul className="contents">
        {branches.map(({ id, name }) => (
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
      <Menu
        align="start"
        trigger={
          <Button variant="ghost" className="text-sm!">
            <Plus aria-hidden className="size-4" strokeWidth={1.5} /> New what-if
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
    </nav>
  );
}
