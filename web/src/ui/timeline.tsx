import { formatTextDate } from '@/lib/dates';
import { classNames } from './class-names';

/** A step with its day or instant, if that is known. */
export type TimelineStep = {
  label: string;
  at: string | null;
  phase: 'past' | 'present' | 'late' | 'future';
};

type TimelineProps = {
  steps: readonly TimelineStep[];
  timeZone?: string;
  /** True to show the date of each step. */
  dates?: boolean;
};

/** Renders past steps with solid marks and future steps with dashed marks. */
export function Timeline({ steps, timeZone, dates = false }: TimelineProps) {
  return (
    <ol
      aria-label="Timeline"
      className={classNames('flex w-full', dates && 'max-w-152 max-sm:flex-col max-sm:gap-2')}
    >
      {steps.map((step, index) => (
        <li
          key={step.label}
          className={classNames(
            // Without dates, the columns have a fixed width, so that the steps of all rows line up.
            dates ? 'min-w-0 flex-1 last:w-20 last:flex-none' : 'w-1/5 min-w-0 last:w-auto',
            dates && 'max-sm:flex max-sm:items-baseline max-sm:gap-3',
          )}
        >
          <div aria-hidden className="flex items-center">
            <Dot step={step} />
            {index < steps.length - 1 && (
              <span
                className={classNames(
                  'mx-1.5 h-0 flex-1 border-t',
                  dates && 'max-sm:hidden',
                  steps[index + 1]?.phase === 'future' ? 'border-ink-3 border-dashed' : 'border-ink',
                )}
              />
            )}
          </div>
          <p
            className={classNames(
              'mt-1 text-sm',
              dates ? 'pr-2' : 'whitespace-nowrap',
              dates && 'max-sm:flex max-sm:flex-1 max-sm:justify-between',
              TEXT_TONES[step.phase],
              !dates && step.phase !== 'present' && index < steps.length - 1 && 'max-sm:sr-only',
            )}
          >
            {step.label}
            {step.phase === 'future' && <span className="sr-only"> upcoming</span>}
            {dates && step.at && (
              <span className="figures block text-ink-3 text-xs">{formatTextDate(step.at, timeZone)}</span>
            )}
          </p>
        </li>
      ))}
    </ol>
  );
}

const TEXT_TONES: Record<TimelineStep['phase'], string> = {
  past: 'text-ink-2',
  present: 'font-medium',
  late: 'font-medium text-negative',
  future: 'text-ink-3',
};

function Dot({ step: { phase } }: { step: TimelineStep }) {
  return (
    <span
      className={classNames(
        'size-3 shrink-0 rounded-full border',
        phase === 'past' && 'border-ink bg-ink',
        phase === 'present' && 'border-accent bg-accent ring-3 ring-accent-soft',
        phase === 'late' && 'border-negative bg-negative ring-3 ring-negative-soft',
        phase === 'future' && 'border-ink-3 border-dashed',
      )}
    />
  );
}
