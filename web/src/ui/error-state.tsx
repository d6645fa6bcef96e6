import { CircleAlert } from 'lucide-react';
import { Button } from './button';

type ErrorStateProps = { title: string; onRetry: () => void; busy?: boolean };

/** Renders an error message in plain language with a retry button. */
export function ErrorState({ title, onRetry, busy = false }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-start gap-4 rounded-3 bg-negative-soft p-5">
      <div className="flex gap-3">
        <CircleAlert className="mt-0.5 size-5 shrink-0 text-negative" />
        <div>
          <p className="font-semibold">{title}</p>
          <p className="text-ink-2">Your money is safe. Try again, or come back later.</p>
        </div>
      </div>
      <Button onClick={onRetry} busy={busy}>
        Try again
      </Button>
    </div>
  );
}
