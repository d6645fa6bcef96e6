import { Minus, Plus } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { AmountInput } from './amount-input';
import type { ControlProps } from './field';

type AmountStepperProps = ControlProps & {
  value: string;
  onValueChange: (value: string) => void;
  /** Raises or lowers the amount by one step. */
  onStep: (direction: 1 | -1) => void;
  currency: string;
};

const BUTTON =
  'grid w-11 shrink-0 place-items-center text-ink-2 hover:bg-sunken focus-visible:-outline-offset-2 disabled:opacity-40';

/** Renders an amount input with buttons that lower and raise it. The up and down arrow keys do the same. */
export function AmountStepper({ value, onStep, ...input }: AmountStepperProps) {
  function step(event: KeyboardEvent) {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    onStep(event.key === 'ArrowUp' ? 1 : -1);
  }
  return (
    <div className="flex h-12 w-full max-w-72 overflow-hidden rounded-2 border border-line-strong bg-surface has-aria-invalid:border-negative">
      <button type="button" aria-label="Decrease amount" className={BUTTON} onClick={() => onStep(-1)}>
        <Minus className="size-4" />
      </button>
      <AmountInput {...input} size="joined" value={value} onKeyDown={step} />
      <button type="button" aria-label="Increase amount" className={BUTTON} onClick={() => onStep(1)}>
        <Plus className="size-4" />
      </button>
    </div>
  );
}
