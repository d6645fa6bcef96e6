import { Check, Copy } from 'lucide-react';
import { useCopy } from '@/lib/use-copy';

/** Renders the masked account number. A click copies the full number. */
export function CopyNumber({ number, masked }: { number: string; masked: string }) {
  // If the clipboard is blocked, nothing is copied or announced.
  const [copied, copy] = useCopy();
  const Icon = copied ? Check : Copy;
  return (
    <button
      type="button"
      onClick={() => void copy(number)}
      aria-label={copied ? 'Account number copied' : `Copy the account number ending in ${number.slice(-4)}`}
      className="figures inline-flex min-h-8 items-center gap-1.5 rounded-1 px-1 hover:bg-sunken"
    >
      {masked}
      <Icon className="size-4 text-ink-3" />
    </button>
  );
}
