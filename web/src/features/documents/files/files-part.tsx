import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { ArrowLeft, Ellipsis, Folder as FolderIcon, FolderPlus } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { z } from 'zod';
import type { SavedDocument } from '@/entities/document/uploads';
import { isRefusal } from '@/lib/refusals';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { Field } from '@/ui/forms/field';
import { Select } from '@/ui/forms/select';
import { TextInput } from '@/ui/forms/text-input';
import { Dialog } from '@/ui/overlays/dialog';
import { Menu, MenuItem } from '@/ui/overlays/menu';
import { documentMutations } from '../mutations';
import type { Folder } from '../queries';
import { FileList } from './file-list';
import type { FileLocation } from './use-file-moves';

const SORTS = {
  newest: { words: 'Newest first', compare: (a, b) => b.created_at.localeCompare(a.created_at) },
  name: { words: 'Name', compare: (a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }) },
  size: { words: 'Largest first', compare: (a, b) => (b.size ?? 0) - (a.size ?? 0) },
} satisfies Record<string, { words: string; compare: (a: SavedDocument, b: SavedDocument) => number }>;
type Sort = keyof typeof SORTS;

type Props = {
  documents: readonly SavedDocument[];
  folders: readonly Folder[];
  folder: Folder | null;
  onUpload: () => void;
};

/** The customer's files: folders and files without a folder, or the files of a folder. */
export function FilesPart({ documents, folders, folder, onUpload }: Props) {
  const [sort, setSort] = useState<Sort>('newest');
  const own = documents.filter(({ kind, deleted_at }) => kind === 'upload' && !deleted_at);
  const here = own.filter(({ folder_id: id }) => id === (folder?.id ?? null)).toSorted(SORTS[sort].compare);
  const countIn = (each: Folder) => own.filter(({ folder_id: id }) => id === each.id).length;
  const isEmpty = own.length === 0 && folders.length === 0;
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        {folder ? <FolderHead folder={folder} /> : <NewFolder />}
        {here.length > 1 && (
          <Select
            aria-label="Sort"
            className="control-height h-auto! min-w-40"
            value={sort}
            onChange={({ target }) => setSort(target.value as Sort)}
          >
            {Object.entries(SORTS).map(([value, { words }]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </Select>
        )}
      </div>
      {isEmpty || (here.length === 0 && folder) ? (
        <Nothing folder={folder} onUpload={onUpload} />
      ) : (
        <FileList
          key={folder?.id}
          label={folder ? `Files in ${folder.name}` : 'Folders and files'}
          folders={folder ? [] : folders.map((each) => ({ folder: each, count: countIn(each) }))}
          documents={here}
          targets={folders}
        />
      )}
    </>
  );
}

function NewFolder() {
  const [open, setOpen] = useState(false);
  const make = useMutation(documentMutations.makeFolder);
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        <FolderPlus aria-hidden className="size-4" strokeWidth={1.5} /> New folder
      </Button>
      {open && (
        <NameDialog
          title="New folder"
          label="Name"
          action="Create folder"
          name=""
          onSave={(name) => make.mutateAsync(name)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function FolderHead({ folder }: { folder: Folder }) {
  const [renaming, setRenaming] = useState(false);
  const rename = useMutation(documentMutations.renameFolder);
  const remove = useMutation(documentMutations.removeFolder);
  return (
    <div className="min-w-0">
      <Link to="/documents/files" className="text-link inline-flex items-center gap-1.5 text-sm">
        <ArrowLeft aria-hidden className="size-4" strokeWidth={1.5} /> All your files
      </Link>
      <div className="flex items-center gap-1">
        <h2 className="truncate text-lg">{folder.name}</h2>
        <Menu
          align="start"
          trigger={
            <button
              type="button"
              aria-label={`More options for the folder ${folder.name}`}
              className="grid size-11 place-items-center rounded-2 text-ink-2 hover:bg-sunken"
            >
              <Ellipsis aria-hidden className="size-5" strokeWidth={1.5} />
            </button>
          }
        >
          <MenuItem onSelect={() => setRenaming(true)}>Rename folder</MenuItem>
          <MenuItem onSelect={() => remove.mutate(folder.id)}>Delete folder, keep its files</MenuItem>
        </Menu>
      </div>
      {renaming && (
        <NameDialog
          title="Rename folder"
          label="Name"
          action="Rename"
          name={folder.name}
          onSave={(name) => rename.mutateAsync({ id: folder.id, name })}
          onClose={() => setRenaming(false)}
        />
      )}
    </div>
  );
}

function Nothing({ folder, onUpload }: { folder: Folder | null; onUpload: () => void }) {
  return (
    <EmptyState
      title={folder ? 'This folder is empty' : 'No files yet'}
      action={<Button onClick={onUpload}>Choose files</Button>}
    >
      Drop or choose files such as leases, warranties, or receipts. PDF, picture, text, or CSV, up to 10 MB
      each. Only you can open them.
    </EmptyState>
  );
}

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

const LONGEST = 80;
const schema = z.object({
  name: z.string().trim().min(1, 'Enter a name').max(LONGEST, `At most ${LONGEST} characters`),
});

type NameDialogProps = {
  title: string;
  label: string;
  action: string;
  name: string;
  onSave: (name: string) => Promise<unknown>;
  onClose: () => void;
};

/** Asks for the name of a file or folder. */
export function NameDialog({ title, label, action, name, onSave, onClose }: NameDialogProps) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { name },
  });
  const save = handleSubmit(async (values) => {
    try {
      await onSave(values.name);
      onClose();
    } catch (error) {
      if (isRefusal(error)) setError('name', { message: error.message });
    }
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title}>
      <form onSubmit={save} noValidate className="flex flex-col gap-5">
        <Field label={label} error={formState.errors.name?.message}>
          {(control) => <TextInput {...control} autoComplete="off" {...register('name')} />}
        </Field>
        <div className="flex gap-2">
          <Button type="submit" variant="primary" busy={formState.isSubmitting}>
            {action}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
