import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { SavedDocument } from '@/entities/document/uploads';
import { formatTextDate } from '@/lib/dates';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { Dialog } from '@/ui/overlays/dialog';
import { formatSize } from '../document-filter';
import { documentMutations } from '../mutations';

const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

/** Renders deleted files, which remain for thirty days of real time. */
export function TrashPart({ documents }: { documents: readonly SavedDocument[] }) {
  const restore = useMutation(documentMutations.restore);
  const [ending, setEnding] = useState<SavedDocument | null>(null);
  const binned = documents.filter(({ deleted_at }) => deleted_at !== null);
  if (binned.length === 0)
    return <EmptyState title="Trash is empty">Deleted files stay here for {KEPT_DAYS} days.</EmptyState>;
  return (
    <>
      <p className="mb-4 text-ink-2">We permanently delete files after {KEPT_DAYS} days.</p>
      <ul aria-label="Trash" className="divide-y divide-line border-line border-t">
        {binned.map((document) => (
          <li key={document.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-56">
              <p className="truncate font-medium">{document.name}</p>
              <p className="text-ink-3 text-sm">
                {formatSize(document.size ?? 0)}, until{' '}
                {formatTextDate(new Date(Date.parse(document.deleted_at ?? '') + KEPT_DAYS * DAY_MS))}
              </p>
            </div>
            <Button size="sm" onClick={() => restore.mutate([document.id])}>
              Restore
            </Button>
            <Button size="sm" variant="danger" onClick={() => setEnding(document)}>
              Delete permanently
            </Button>
          </li>
        ))}
      </ul>
      {ending && <EndDialog document={ending} onClose={() => setEnding(null)} />}
    </>
  );
}

function EndDialog({ document, onClose }: { document: SavedDocument; onClose: () => void }) {
  const end = useMutation(documentMutations.removeForGood);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${document.name} permanently?`}
      description="You can't undo this. The file is also removed from its transactions."
    >
      <div className="flex flex-wrap gap-2">
        <Button
          variant="danger"
          busy={end.isPending}
          onClick={() => end.mutate(document.id, { onSuccess: onClose })}
        >
          Delete permanently
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  );
}
