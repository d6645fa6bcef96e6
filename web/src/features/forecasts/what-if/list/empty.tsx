import type { WhatIfStart } from '@engine/what-if/what-if.ts';
import { ChevronRight } from 'lucide-react';
import { Button } from '@/ui/button';
import { Menu } from '@/ui/overlays/menu';
import type { Start } from '../simulation/starting-points';
import { CheckpointItems } from './checkpoints';

type WhatIfEmptyProps = {
  starts: readonly Start[];
  checkpoints: readonly WhatIfStart[];
  onStart: (start: Start) => void;
  onEmpty: () => void;
  onCheckpoint: (from: WhatIfStart) => void;
  onOpenFile: () => void;
};

/** Shown without what-ifs: four suggestions for the customer's household. */
export function WhatIfEmpty({
  starts,
  checkpoints,
  onStart,
  onEmpty,
  onCheckpoint,
  onOpenFile,
}: WhatIfEmptyProps) {
  return (
    <div className="max-w-170">
      <h2 className="text-xl">Try a what-if</h2>
      <p className="mt-1 text-ink-2">
        Compare a decision with your current plan. No money moves until you apply it.
      </p>
      <ul aria-label="Starting points" className="mt-6 divide-y divide-line border-line border-y">
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
                <span className="block text-ink-3 text-sm">{start.missing ?? start.words}</span>
              </span>
              {start.missing === null && (
                <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-3" strokeWidth={1.5} />
              )}
            </button>
          </li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap gap-2">
        <Button onClick={onEmpty}>Start from scratch</Button>
        {checkpoints.length > 0 && (
          <Menu align="start" trigger={<Button>From a checkpoint…</Button>}>
            <CheckpointItems checkpoints={checkpoints} onChoose={onCheckpoint} />
          </Menu>
        )}
        <Button onClick={onOpenFile}>Open a file…</Button>
      </div>
    </div>
  );
}
