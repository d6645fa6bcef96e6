import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

type FeeSectionProps = {
  /** True if a fee is already known, so that the fields are visible. */
  isOpen: boolean;
  children: ReactNode;
};

/** Renders the optional fees of a form, hidden until the customer opens them. */
export function FeeSection({ isOpen, children }: FeeSectionProps) {
  return (
    <details className="group" open={isOpen || undefined}>
      <summary className="flex min-h-11 cursor-pointer items-center gap-1.5 text-ink-2 text-sm marker:content-none">
        <ChevronRight className="size-4 transition-transform group-open:rotate-90" />
        Fees (optional)
      </summary>
      <div className="mt-2 flex flex-col gap-5">{children}</div>
    </details>
  );
}
