import { classNames } from '@/ui/class-names';
import type { Step } from '../steps';

type StepListProps = { steps: readonly Step[]; onStep: (step: Step) => void };

export function StepList({ steps, onStep }: StepListProps) {
  return (
    <ol className="relative before:absolute before:inset-y-4 before:left-1.75 before:border-line-strong before:border-l before:border-dashed">
      {steps.map((step) => {
        const { label, text, date, due, request } = step;
        return (
          <li key={text}>
            <button
              type="button"
              disabled={request === null}
              onClick={() => onStep(step)}
              className="-mx-2 flex min-h-9 w-[calc(100%+1rem)] items-center gap-3 rounded-2 px-2 text-left hover:bg-sunken disabled:opacity-60 pointer-coarse:min-h-11"
            >
              <span
                className={classNames(
                  'relative size-3.5 shrink-0 rounded-full border-[1.5px]',
                  label === 'Payday' ? 'border-accent bg-accent' : 'border-ink-2 bg-raised',
                )}
              />
              <span className="flex-1 whitespace-nowrap font-medium">{text}</span>
              <span className="figures text-right text-ink-2 text-sm">
                {[date, due].filter(Boolean).join(' · ')}
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
