import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';

const CONFIRMED_FOR_MS = 2_000;

/** Copies a text and confirms it on the button. */
export function CopyButton({ text, label, className }: { text: string; label: string; className?: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), CONFIRMED_FOR_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      toast.error('Your browser blocked copying. Select the text instead.');
    }
  }
  const Icon = isCopied ? Check : Copy;
  return (
    <Button size="sm" onClick={() => void copy()} className={className ?? ''}>
      <Icon className="size-4" /> {isCopied ? 'Copied' : label}
    </Button>
  );
}
