import { Folder as FolderIcon } from 'lucide-react';
import type { SavedDocument } from '@/entities/document/uploads';
import { MenuItem } from '@/ui/overlays/menu';
import type { Folder } from '../queries';
import type { FileLocation } from './use-file-moves';

type FolderItemsProps = {
  documents: readonly SavedDocument[];
  targets: readonly Folder[];
  /** Done outside of the menu, which is gone before the bank answers. */
  onMove: (place: FileLocation) => void;
};

/** The folders into which files can be moved, and the way out of all of them; not where all of them are already. */
export function FolderItems({ documents, targets, onMove }: FolderItemsProps) {
  const isHere = (folderId: string | null) => documents.every(({ folder_id: own }) => own === folderId);
  const places: FileLocation[] = [{ id: null, name: 'No folder' }, ...targets];
  return places
    .filter(({ id }) => !isHere(id))
    .map((place) => (
      <MenuItem key={place.id} onSelect={() => onMove(place)}>
        <FolderIcon aria-hidden className="size-5" strokeWidth={1.5} />{' '}
        <span className="max-w-56 truncate">{place.name}</span>
      </MenuItem>
    ));
}
