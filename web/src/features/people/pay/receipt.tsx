import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/ui/button';

/** Renders the receipt of the saved payment. */
export function Receipt({
  fact,
  children,
  onDone,
}: {
  fact: string;
  children?: ReactNode;
  onDone: () => void;
}) {
  return (
    <div className="flex flex-col gap-5" role="status">
      <div className="flex items-start gap-3">
        <CircleCheck aria-hidden className="mt-0.5 size-6 shrink-0 text-positive" strokeWidth={1.5} />
        <p>
          <strong className="font-semibold">{fact}</strong> {children}
        </p>
      </div>
      <Button variant="primary" size="lg" onClick={onDone} autoFocus>
        Done
      </Button>
    </div>
  );
}
