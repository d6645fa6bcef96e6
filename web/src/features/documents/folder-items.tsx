import { Folder as FolderIcon } from 'lucide-react';
import type { KeptDocument } from '@/lib/uploads';
import { MenuItem } from '@/ui/menu';
import type { Folder } from './queries';
import { useFileMoves } from './use-file-moves';

type FolderItemsProps = {
  documents: readonly KeptDocument[];
  targets: readonly Folder[];
  onDone?: () => void;
};

/** The folders into which files can be moved, and the way out of all of them; not where all of them are already. */
export function FolderItems({ documents, targets, onDone }: FolderItemsProps) {
  const { move } = useFileMoves();
  const isHere = (folderId: string | null) => documents.every(({ folder_id: own }) => own === folderId);
  const places = [{ id: null, name: 'No folder' }, ...targets].filter(({ id }) => !isHere(id));
  return places.map((place) => (
    <MenuItem key={place.id} onSelect={() => move(documents, place, onDone)}>
      <FolderIcon aria-hidden className="size-5" strokeWidth={1.5} />{' '}
      <span className="max-w-56 truncate">{place.name}</span>
    </MenuItem>
  ));
}
