import { useState } from 'react';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlays/dialog';

const WORDS: Record<number, string> = { 1: 'the conversation', 2: 'both conversations' };

type DeleteAllProps = { count: number; onClose: () => void; onDelete: () => Promise<void> };

/** Deleting all conversations can't be undone, so it asks first. */
export function DeleteAll({ count, onClose, onDelete }: DeleteAllProps) {
  const [busy, setBusy] = useState(false);
  const words = WORDS[count] ?? `all ${count} conversations`;
  async function deleteThem() {
    setBusy(true);
    try {
      await onDelete();
      onClose();
    } catch {
      // The query client reports the failure. The dialog stays open.
      setBusy(false);
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${words}?`}
      description="You can't undo this. Transactions you confirmed stay."
    >
      <div className="flex flex-wrap gap-2">
        <Button variant="danger" busy={busy} onClick={() => void deleteThem()}>
          Delete {words}
        </Button>
        <Button onClick={onClose}>Keep {count === 1 ? 'it' : 'them'}</Button>
      </div>
    </Dialog>
  );
}
