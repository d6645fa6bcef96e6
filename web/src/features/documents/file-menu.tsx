import { useMutation } from '@tanstack/react-query';
import { Download, Ellipsis, Folder as FolderIcon, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { documentCalls } from '@/lib/documents';
import type { KeptDocument } from '@/lib/uploads';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '@/ui/menu';
import { documentMutations } from './mutations';
import { NameDialog } from './name-dialog';
import type { Folder } from './queries';

const ICON = { 'aria-hidden': true, className: 'size-5', strokeWidth: 1.5 } as const;

/** What can be done with a file of one's own. */
export function FileMenu({ document, folders }: { document: KeptDocument; folders: readonly Folder[] }) {
  const [renaming, setRenaming] = useState(false);
  const save = useMutation(documentCalls.save);
  const rename = useMutation(documentMutations.rename);
  const move = useMutation(documentMutations.move);
  const { remove } = useDelete();
  const { id, name, folder_id: folderId } = document;
  const targets = folders.filter((folder) => folder.id !== folderId);
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={`More about ${name}`}
            className="-mr-2 grid size-11 place-items-center rounded-2 text-ink-2 hover:bg-sunken"
          >
            <Ellipsis {...ICON} />
          </button>
        }
      >
        <MenuItem onSelect={() => save.mutate(document)}>
          <Download {...ICON} /> Download
        </MenuItem>
        <MenuItem onSelect={() => setRenaming(true)}>
          <Pencil {...ICON} /> Rename
        </MenuItem>
        <MenuItem onSelect={() => remove(document)}>
          <Trash2 {...ICON} /> Delete
        </MenuItem>
        {(targets.length > 0 || folderId) && (
          <>
            <MenuSeparator />
            <MenuLabel>Move to</MenuLabel>
            {folderId && (
              <MenuItem onSelect={() => move.mutate({ id, folderId: null })}>
                <FolderIcon {...ICON} /> No folder
              </MenuItem>
            )}
            {targets.map((folder) => (
              <MenuItem key={folder.id} onSelect={() => move.mutate({ id, folderId: folder.id })}>
                <FolderIcon {...ICON} /> <span className="max-w-56 truncate">{folder.name}</span>
              </MenuItem>
            ))}
          </>
        )}
      </Menu>
      {renaming && (
        <NameDialog
          title="Rename the file"
          label="Name"
          action="Rename"
          name={name}
          onSave={(next) => rename.mutateAsync({ id, name: next })}
          onClose={() => setRenaming(false)}
        />
      )}
    </>
  );
}

/** Into the bin, with a way back. */
export function useDelete() {
  const removal = useMutation(documentMutations.remove);
  const restore = useMutation(documentMutations.restore);
  return {
    remove({ id, name }: KeptDocument, then?: () => void) {
      removal.mutate(id, {
        onSuccess: () => {
          then?.();
          toast(`${name} is in the bin`, { action: { label: 'Undo', onClick: () => restore.mutate(id) } });
        },
      });
    },
  };
}
