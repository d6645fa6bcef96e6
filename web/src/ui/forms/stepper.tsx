import { Minus, Plus } from 'lucide-react';

type StepperProps = {
  /** The label of the value, such as "A month, Pay more on Car". */
  label: string;
  /** The current value as text. */
  value: string;
  onUp: () => void;
  /** Decreases the value; null at the minimum. */
  onDown: (() => void) | null;
};

const BUTTON =
  'grid w-11 shrink-0 place-items-center text-ink-2 hover:bg-sunken focus-visible:-outline-offset-2 disabled:opacity-40';

/** Renders a value with buttons to decrease and increase it. */
export function Stepper({ label, value, onUp, onDown }: StepperProps) {
  return (
    <div
      role="group"
      aria-label={label}
      className="control-height flex w-44 overflow-hidden rounded-2 border border-line-strong bg-surface"
    >
      <button
        type="button"
        aria-label="Less"
        className={BUTTON}
        disabled={onDown === null}
        onClick={onDown ?? undefined}
      >
        <Minus className="size-4" />
      </button>
      <output className="figures flex min-w-0 flex-1 items-center justify-center whitespace-nowrap font-semibold text-sm">
        {value}
      </output>
      <button type="button" aria-label="More" className={BUTTON} onClick={onUp}>
        <Plus className="size-4" />
      </button>
    </div>
  );
}
