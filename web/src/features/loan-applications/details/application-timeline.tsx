import { formatTextDate } from '@/lib/dates';
import { classNames } from '@/ui/class-names';
import { getTimeline, type TimelineStep } from '../application-state';
import type { ApplicationRow } from '../queries';

/** Past states with solid marks and future ones with dashed marks. */
export function ApplicationTimeline({
  application,
  timeZone,
  dates = false,
}: {
  application: ApplicationRow;
  timeZone: string | undefined;
  /** Shows dates as well. */
  dates?: boolean;
}) {
  const steps = getTimeline(application);
  return (
    <ol
      aria-label="Timeline"
      className={classNames('flex w-full max-w-152', dates && 'max-sm:flex-col max-sm:gap-2')}
    >
      {steps.map((step, index) => (
        <li
          key={step.word}
          className={classNames(
            'min-w-0 flex-1 last:flex-none',
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
                  steps[index + 1]?.is === 'future' ? 'border-ink-3 border-dashed' : 'border-ink',
                )}
              />
            )}
          </div>
          <p
            className={classNames(
              'mt-1 pr-2 text-sm leading-snug',
              dates && 'max-sm:flex max-sm:flex-1 max-sm:justify-between',
              step.is === 'present' ? 'font-medium' : step.is === 'past' ? 'text-ink-2' : 'text-ink-3',
              !dates && step.is !== 'present' && index < steps.length - 1 && 'max-sm:sr-only',
            )}
          >
            {step.word}
            {step.is === 'future' && <span className="sr-only"> upcoming</span>}
            {dates && step.at && (
              <span className="figures block text-ink-3 text-xs">{formatTextDate(step.at, timeZone)}</span>
            )}
          </p>
        </li>
      ))}
    </ol>
  );
}

function Dot({ step: { is } }: { step: TimelineStep }) {
  return (
    <span
      className={classNames(
        'size-3 shrink-0 rounded-full border',
        is === 'past' && 'border-ink bg-ink',
        is === 'present' && 'border-accent bg-accent ring-3 ring-accent-soft',
        is === 'future' && 'border-ink-3 border-dashed',
      )}
    />
  );
}
