import { Check } from 'lucide-react';
import { classNames } from '@/ui/class-names';
import type { ApplicationFields } from './application-schema';

export type StepId = 'what' | 'amount' | 'income' | 'review';

/** The steps in order with their fields. */
export const STEPS: readonly { id: StepId; title: string; fields: readonly (keyof ApplicationFields)[] }[] = [
  { id: 'what', title: 'Purpose', fields: ['purpose', 'reason'] },
  {
    id: 'amount',
    title: 'Amount and term',
    fields: ['price', 'downPayment', 'loanAmount', 'termMonths'],
  },
  {
    id: 'income',
    title: 'Income and debts',
    fields: ['applicantName', 'employmentStatus', 'annualIncome', 'monthlyDebt'],
  },
  { id: 'review', title: 'Review', fields: [] },
];

/** Shows the current step. Completed steps are links. */
export function ApplicationSteps({ current, onGo }: { current: number; onGo: (step: StepId) => void }) {
  return (
    <ol aria-label="Steps" className="mb-8 grid grid-cols-4 gap-2 sm:gap-4">
      {STEPS.map(({ id, title }, index) => {
        const isDone = index < current;
        const words = (
          <>
            <span
              className={classNames(
                'block h-1 rounded-full',
                index <= current ? 'bg-accent' : 'border border-ink-3 border-dashed',
              )}
            />
            <span className="mt-2 flex items-center gap-1.5 text-sm max-sm:sr-only">
              {isDone && (
                <Check aria-label="done" className="size-4 shrink-0 text-accent-ink" strokeWidth={2} />
              )}
              {title}
            </span>
          </>
        );
        return (
          <li
            key={id}
            aria-current={index === current ? 'step' : undefined}
            className={index === current ? 'font-semibold' : 'text-ink-3'}
          >
            {isDone ? (
              <button
                type="button"
                onClick={() => onGo(id)}
                className="block w-full py-1 text-left hover:text-ink pointer-coarse:min-h-11"
              >
                {words}
              </button>
            ) : (
              <span className="block py-1">{words}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
