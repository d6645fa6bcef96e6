import { Folder as FolderIcon } from 'lucide-react';
import type { SavedDocument } from '@/entities/document/uploads';
import { MenuItem } from '@/ui/overlays/menu';
import type { Folder } from '../queries';
import type { FileLocation } from './use-file-moves';

type FolderItemsProps = {
  documents: readonly SavedDocument[];
  targets: readonly Folder[];
  /** Runs outside the menu, which closes before the bank responds. */
  onMove: (place: FileLocation) => void;
};

/** Menu items to move files to a folder or out of it. Omits the current folder. */
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
