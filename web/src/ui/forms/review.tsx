import { ArrowRight, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../button';
import { Money } from '../money';

export function Review({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-line border-line border-y">{children}</dl>;
}

export function ReviewLine({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3.5">
      <dt>{label}</dt>
      <dd className="figures ml-auto text-right font-semibold">{children}</dd>
    </div>
  );
}

type ReviewChangeProps = { label: ReactNode; before: number; after: number; currency?: string };

/** Renders a balance before and after the transaction. */
export function ReviewChange({ label, before, after, currency }: ReviewChangeProps) {
  return (
    <ReviewLine label={label}>
      <span className="inline-flex items-center gap-3">
        <Money amount={before} currency={currency} className="font-normal! text-ink-2" />
        <ArrowRight aria-label="becomes" className="size-4 text-ink-3" strokeWidth={1.5} />
        <Money amount={after} currency={currency} />
      </span>
    </ReviewLine>
  );
}

type ReviewStepProps = {
  /** The confirm button's label. */
  confirm: ReactNode;
  busy: boolean;
  onConfirm: () => void;
  onEdit: () => void;
  children: ReactNode;
};

/**
 * Renders the step after a form. It shows what will happen and lets the customer confirm or go back to the
 * form.
 */
export function ReviewStep({ confirm, busy, onConfirm, onEdit, children }: ReviewStepProps) {
  return (
    <div className="flex flex-col gap-5">
      {children}
      <Button variant="primary" size="lg" busy={busy} onClick={onConfirm} autoFocus>
        {confirm}
      </Button>
      <Button variant="ghost" onClick={onEdit}>
        Edit
      </Button>
    </div>
  );
}

/** Renders the last step of a transaction, which confirms that it was made. */
export function Receipt({ onDone, children }: { onDone: () => void; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-5">
      <p role="status" className="flex items-center gap-3">
        <CircleCheck aria-hidden className="size-6 shrink-0 text-positive" strokeWidth={1.5} />
        <span>{children}</span>
      </p>
      <Button variant="primary" size="lg" onClick={onDone} autoFocus>
        Done
      </Button>
    </div>
  );
}
