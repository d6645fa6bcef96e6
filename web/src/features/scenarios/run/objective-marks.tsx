import type { RunObjective } from '@engine/scenarios/run-state.ts';
import { Check, X } from 'lucide-react';
import { getMark, MARK_LABELS, type Mark } from '@/entities/scenario/run-status';
import { classNames } from '@/ui/class-names';

const LOOKS: Record<Mark, string> = {
  met: 'border-accent bg-accent text-on-accent',
  missed: 'border-negative bg-negative-soft text-negative',
  holds: 'border-accent text-accent-ink',
  open: 'border-line-strong border-dashed',
};

/** The mark of an objective: filled if settled, hollow if it holds, dashed if open. */
export function ObjectiveMark({ mark, small = false }: { mark: Mark; small?: boolean }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'grid shrink-0 place-items-center rounded-full border-2',
        small ? 'size-3.5' : 'size-6',
        LOOKS[mark],
      )}
    >
      {mark === 'met' && <Check className={small ? 'size-2.5' : 'size-4'} strokeWidth={3} />}
      {mark === 'missed' && <X className={small ? 'size-2.5' : 'size-4'} strokeWidth={3} />}
    </span>
  );
}

/** All objectives as small marks, with text for screen readers. */
export function ObjectiveMarks({ objectives }: { objectives: readonly RunObjective[] }) {
  const count = (mark: Mark) => objectives.filter((objective) => getMark(objective) === mark).length;
  const told = (['met', 'holds', 'open', 'missed'] as const)
    .filter((mark) => count(mark) > 0)
    .map((mark) => `${count(mark)} ${MARK_LABELS[mark]}`);
  return (
    <span className="flex items-center gap-1">
      {objectives.map((objective) => (
        <ObjectiveMark key={objective.id} mark={getMark(objective)} small />
      ))}
      <span className="sr-only">
        Of {objectives.length} objectives {told.join(', ')}.
      </span>
    </span>
  );
}
