import { type ComponentProps, useState } from 'react';
import { Button } from '@/ui/button';
import { ResetDialog } from './reset-dialog';

type BeginAnewProps<Wish, Answer> = {
  label: string;
  /** The steps in order. */
  steps: readonly string[];
} & Omit<ComponentProps<typeof ResetDialog<Wish, Answer>>, 'onClose' | 'children'>;

/** A button that replaces the household after explaining the consequences. */
export function StartOver<Wish, Answer>({ label, steps, ...dialog }: BeginAnewProps<Wish, Answer>) {
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
