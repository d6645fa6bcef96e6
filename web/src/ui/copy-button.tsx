import { Check, Copy } from 'lucide-react';
import { toast } from '@/lib/toast';
import { useCopy } from '@/lib/use-copy';
import { Button } from '@/ui/button';

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
