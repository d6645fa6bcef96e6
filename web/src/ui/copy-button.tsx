import { Check, Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { toast } from '@/lib/toast';
import { useCopy } from '@/lib/use-copy';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';

export function CopyButton({ text, label, className }: { text: string; label: string; className?: string }) {
  const [isCopied, copyText] = useCopy();
  async function copy() {
    if (!(await copyText(text)))
      toast.error('Your browser blocked copying. Select the text and copy it yourself.');
  }
  const Icon = isCopied ? Check : Copy;
  return (
    <Button size="sm" onClick={() => void copy()} className={className ?? ''}>
      <Icon className="size-4" /> {isCopied ? 'Copied' : label}
    </Button>
  );
}

type CopyTextProps = {
  text: string;
  /** The accessible names before and after copying. */
  label: string;
  copiedLabel: string;
  className?: string;
  children?: ReactNode;
};

/** Renders text that a click copies. If the clipboard is blocked, nothing is copied or announced. */
export function CopyText({ text, label, copiedLabel, className, children }: CopyTextProps) {
  const [isCopied, copy] = useCopy();
  const Icon = isCopied ? Check : Copy;
  const name = isCopied ? copiedLabel : label;
  return (
    <button
      type="button"
      onClick={() => void copy(text)}
      aria-label={name}
      title={children ? undefined : name}
      className={classNames('inline-flex items-center gap-1.5 rounded-1 hover:bg-sunken', className)}
    >
      {children}
      <Icon className="size-4 text-ink-3" />
    </button>
  );
}
