import { FolderInput, Trash2 } from 'lucide-react';
import type { SavedDocument } from '@/entities/document/uploads';
import { Button } from '@/ui/button';
import { Menu } from '@/ui/overlays/menu';
import type { Folder } from '../queries';
import { FolderItems } from './folder-items';
import type { FileLocation } from './use-file-moves';

type ChosenBarProps = {
  chosen: readonly SavedDocument[];
  /** The number of selectable files. */
  count: number;
  targets: readonly Folder[];
  onAll: () => void;
  onRemove: () => void;
  onMove: (place: FileLocation) => void;
  /** Clears the selection. */
  onDone: () => void;
};

/** Renders the actions for several selected files. */
export function SelectionBar({ chosen, count, targets, onAll, onRemove, onMove, onDone }: ChosenBarProps) {
  const canMove = targets.length > 0;
  return (
    <fieldset
      aria-label="Selected files"
      className="sticky top-16 z-10 mb-3 md:top-32 flex flex-wrap items-center gap-2 rounded-2 bg-accent-soft px-3 py-2"
    >
      <p role="status" className="mr-auto font-medium text-sm">
        {chosen.length === 1 ? '1 file selected' : `${chosen.length} files selected`}
      </p>
      {chosen.length < count && (
        <Button size="sm" variant="ghost" onClick={onAll}>
          Choose all {count}
        </Button>
      )}
      {canMove && (
        <Menu
          trigger={
            <Button size="sm">
              <FolderInput aria-hidden className="size-4" strokeWidth={1.5} /> Move to…
            </Button>
          }
        >
          <FolderItems documents={chosen} targets={targets} onMove={onMove} />
        </Menu>
      )}
      <Button size="sm" onClick={onRemove}>
        <Trash2 aria-hidden className="size-4" strokeWidth={1.5} /> Delete
      </Button>
      <Button size="sm" variant="ghost" onClick={onDone}>
        Cancel
      </Button>
    </fieldset>
  );
}
