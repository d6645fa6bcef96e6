import { useMutation } from '@tanstack/react-query';
import { Receipt } from 'lucide-react';
import { documentCalls } from '@/entities/document/documents';
import { Button } from '@/ui/button';

/**
 * Renders a button that downloads a receipt. `rowId` is the transaction's id, or `<card>:<entry>` for a card
 * charge.
 */
export function ReceiptButton({ rowId, className }: { rowId: string; className?: string }) {
  const receipt = useMutation(documentCalls.receipt);
  return (
    <Button
      size="sm"
      busy={receipt.isPending}
      {...(className && { className })}
      onClick={() => receipt.mutate(rowId)}
    >
      <Receipt className="size-4" /> Receipt
    </Button>
  );
}
