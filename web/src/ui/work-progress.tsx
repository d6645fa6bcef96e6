import { classNames } from './class-names';

type WorkProgressProps = {
  runs: boolean;
  text: string;
  /** The finished share from 0 to 1; left out if the length is unknown. */
  share?: number;
};

/** Renders progress with a live description of the current step. */
export function WorkProgress({ runs, text, share }: WorkProgressProps) {
  return (
    <div role="status" className="mt-5 empty:hidden">
      {runs && (
        <>
          <p className="text-ink-2 text-sm">{text}…</p>
          <div
            role="progressbar"
            aria-label={text}
            aria-valuenow={share === undefined ? undefined : Math.round(share * 100)}
            className="mt-2 h-1.5 overflow-hidden rounded-full bg-sunken"
          >
            <div
              className={classNames(
                'h-full rounded-full bg-accent',
                share === undefined && 'w-1/3 animate-pulse',
              )}
              style={share === undefined ? undefined : { width: `${share * 100}%` }}
            />
          </div>
        </>
      )}
    </div>
  );
}
