import { Check, Copy } from 'lucide-react';
import { useState } from 'react';

const CONFIRMED_FOR_MS = 2_000;
const SHOWN_DIGITS = 12;

/** The beginning of a hash. A click copies all of it. */
export function CopyHash({ hash }: { hash: string }) {
  const [copied, setCopied] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(hash);
      setCopied(true);
      setTimeout(() => setCopied(false), CONFIRMED_FOR_MS);
    } catch {
      // If the clipboard is blocked, nothing is copied or announced.
    }
  }
  const Icon = copied ? Check : Copy;
  const short = hash.slice(0, SHOWN_DIGITS);
  return (
    <button
      type="button"
      onClick={() => void copy()}
      aria-label={copied ? 'Hash copied' : `Copy hash starting with ${short}`}
      className="-mx-1 inline-flex min-h-6 items-center gap-1.5 rounded-1 px-1 hover:bg-sunken pointer-coarse:min-h-11"
    >
      {short}…
      <Icon aria-hidden className="size-4 text-ink-3" strokeWidth={1.5} />
    </button>
  );
}
