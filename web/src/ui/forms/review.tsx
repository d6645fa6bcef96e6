import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Money } from '../money';

/** Renders the review of a movement line by line. */
export function Review({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-line border-line border-y">{children}</dl>;
}

export function ReviewLine({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3.5">
      <dt>{label}</dt>
      <dd className="figures font-semibold">{children}</dd>
    </div>
  );
}

/** A balance before and after. */
export function ReviewChange({
  label,
  before,
  after,
  currency,
}: {
  label: ReactNode;
  before: number;
  after: number;
  currency?: string;
}) {
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
