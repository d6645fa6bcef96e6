import { useMutation } from '@tanstack/react-query';
import { Download, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { documentCalls } from '@/entities/document/documents';
import type { SavedDocument } from '@/entities/document/uploads';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '@/ui/overlays/menu';
import { documentMutations } from '../mutations';
import type { Folder } from '../queries';
import { FolderItems } from './folder-items';
import { NameDialog } from './name-dialog';
import type { FileLocation } from './use-file-moves';

const ICON = { 'aria-hidden': true, className: 'size-5', strokeWidth: 1.5 } as const;

type FileMenuProps = {
  document: SavedDocument;
  targets: readonly Folder[];
  isRenaming: boolean;
  onRename: (wanted: boolean) => void;
  onMove: (place: FileLocation) => void;
  onRemove: () => void;
};

/** Renders the actions of an uploaded file. */
export function FileMenu({ document, targets, isRenaming, onRename, onMove, onRemove }: FileMenuProps) {
  const save = useMutation(documentCalls.save);
  const rename = useMutation(documentMutations.rename);
  const { id, name, folder_id: folderId } = document;
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={`More options for ${name}`}
            className="-mr-2 grid size-11 place-items-center rounded-2 text-ink-2 hover:bg-sunken"
          >
            <Ellipsis {...ICON} />
          </button>
        }
      >
        <MenuItem onSelect={() => save.mutate(document)}>
          <Download {...ICON} /> Download
        </MenuItem>
        <MenuItem onSelect={() => onRename(true)}>
          <Pencil {...ICON} /> Rename
        </MenuItem>
        <MenuItem onSelect={onRemove}>
          <Trash2 {...ICON} /> Delete
        </MenuItem>
        {(targets.length > 0 || folderId) && (
          <>
            <MenuSeparator />
            <MenuLabel>Move to</MenuLabel>
            <FolderItems documents={[document]} targets={targets} onMove={onMove} />
          </>
        )}
      </Menu>
      {isRenaming && (
        <NameDialog
          title="Rename file"
          label="Name"
          action="Rename"
          name={name}
          onSave={(next) => rename.mutateAsync({ id, name: next })}
          onClose={() => onRename(false)}
        />
      )}
    </>
  );
}
