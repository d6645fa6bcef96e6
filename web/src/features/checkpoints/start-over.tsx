import { type ComponentProps, useState } from 'react';
import { Button } from '@/ui/button';
import { ResetDialog } from './reset-dialog';

type StartOverProps<Input, Answer> = {
  label: string;
  /** The steps in order. */
  steps: readonly string[];
} & Omit<ComponentProps<typeof ResetDialog<Input, Answer>>, 'onClose' | 'children'>;

/** A button that replaces the household after explaining the consequences. */
export function StartOver<Input, Answer>({ label, steps, ...dialog }: StartOverProps<Input, Answer>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      {isOpen && (
        <ResetDialog {...dialog} onClose={() => setOpen(false)}>
          <ol className="list-decimal space-y-2 pl-5 text-ink-2">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </ResetDialog>
      )}
    </>
  );
}
