import { Button } from '@/ui/button';
import type { FastForwardState } from './clock-store';

/** Shows the progress of a fast-forward, with a button to stop after the current step. */
export function FastForwardProgress({ leap }: { leap: FastForwardState }) {
  const share = leap.to === null ? null : Math.min(1, (leap.at - leap.from) / (leap.to - leap.from));
  return (
    <div className="flex flex-[2] items-center gap-4">
      <div className="min-w-0 flex-1">
        <p className="truncate text-ink-2 text-sm" role="status">
          {leap.words}…
        </p>
        <div
          role="progressbar"
          aria-label={leap.words}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={share === null ? undefined : Math.round(share * 100)}
          className="mt-1 h-1.5 overflow-hidden rounded-full bg-sunken"
        >
          <div
            className={
              share === null
                ? 'h-full w-1/3 animate-pulse rounded-full bg-accent'
                : 'h-full rounded-full bg-accent transition-[width] duration-200'
            }
            style={share === null ? undefined : { width: `${share * 100}%` }}
          />
        </div>
      </div>
      <Button size="sm" onClick={leap.cancel}>
        Stop
      </Button>
    </div>
  );
}
