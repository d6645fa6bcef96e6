import { useMutation, useQuery } from '@tanstack/react-query';
import { ArrowLeft, FolderPlus } from 'lucide-react';
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { SavedDocument } from '@/entities/document/uploads';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { ExampleRows } from '@/ui/examples';
import { Select } from '@/ui/forms/select';
import { MenuItem, MoreMenu } from '@/ui/overlays/menu';
import { formatSize } from '../document-filter';
import { documentMutations } from '../mutations';
import { documentQueries, type Folder } from '../queries';
import { FileList } from './file-list';
import { NameDialog } from './name-dialog';

const SORTS = {
  newest: { text: 'Newest first', compare: (a, b) => b.created_at.localeCompare(a.created_at) },
  name: { text: 'Name', compare: (a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }) },
  size: { text: 'Largest first', compare: (a, b) => (b.size ?? 0) - (a.size ?? 0) },
} satisfies Record<string, { text: string; compare: (a: SavedDocument, b: SavedDocument) => number }>;
type Sort = keyof typeof SORTS;

type Props = {
  documents: readonly SavedDocument[];
  folders: readonly Folder[];
  folder: Folder | null;
  onUpload: () => void;
};

/** Renders the customer's files: all folders and the files outside any folder, or the files of one folder. */
export function FilesPart({ documents, folders, folder, onUpload }: Props) {
  const [sort, setSort] = useState<Sort>('newest');
  const own = documents.filter(({ kind, deleted_at }) => kind === 'upload' && !deleted_at);
  const here = own.filter(({ folder_id: id }) => id === (folder?.id ?? null)).toSorted(SORTS[sort].compare);
  const countIn = (item: Folder) => own.filter(({ folder_id: id }) => id === item.id).length;
  const isEmpty = own.length === 0 && folders.length === 0;
  const newFolder = useNewFolder();
  if (isEmpty && !folder)
    return (
      <>
        <Nothing folder={null} newFolder={<NewFolder {...newFolder.button} />} onUpload={onUpload} />
        {newFolder.dialog}
      </>
    );
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        {folder ? <FolderHead folder={folder} /> : <NewFolder size="sm" {...newFolder.button} />}
        {here.length > 1 && (
          <Select
            aria-label="Sort"
            className="control-height h-auto! min-w-40"
            value={sort}
            onChange={({ target }) => setSort(target.value as Sort)}
            options={Object.entries(SORTS).map(([value, { text }]) => ({ value, label: text }))}
          />
        )}
      </div>
      <StorageUsage />
      {here.length === 0 && folder ? (
        <Nothing folder={folder} onUpload={onUpload} />
      ) : (
        <FileList
          key={folder?.id}
          label={folder ? `Files in ${folder.name}` : 'Folders and files'}
          folders={folder ? [] : folders.map((entry) => ({ folder: entry, count: countIn(entry) }))}
          documents={here}
          targets={folders}
        />
      )}
      {newFolder.dialog}
    </>
  );
}

function StorageUsage() {
  const space = useQuery(documentQueries.room()).data;
  if (!space) return null;
  return (
    <p className="mb-3 text-ink-3 text-sm">
      {formatSize(space.used)} of {formatSize(space.highest)} used
    </p>
  );
}

/** Renders the button for a new folder, in the size of the buttons beside it. */
function NewFolder(props: ComponentProps<typeof Button>) {
  return (
    <Button {...props}>
      <FolderPlus className="size-4" /> New folder
    </Button>
  );
}

/**
 * Returns the properties of the button for a new folder, and its dialog. The button is replaced by another
 * when the first folder or file ends the empty list. The dialog stays open, and the focus moves to the new
 * button.
 */
function useNewFolder() {
  const [isOpen, setOpen] = useState(false);
  const make = useMutation(documentMutations.makeFolder);
  const ref = useRef<HTMLButtonElement>(null);
  const hasFocus = useRef(false);
  useLayoutEffect(() => {
    if (hasFocus.current && !isOpen && document.activeElement === document.body) ref.current?.focus();
  });
  const button = {
    ref,
    onClick: () => setOpen(true),
    onFocus: () => {
      hasFocus.current = true;
    },
    onBlur: () => {
      hasFocus.current = isOpen;
    },
  };
  const dialog = isOpen && (
    <NameDialog
      title="New folder"
      label="Name"
      action="Create folder"
      name=""
      onSave={(name) => make.mutateAsync(name)}
      onClose={() => setOpen(false)}
    />
  );
  return { button, dialog };
}

function FolderHead({ folder }: { folder: Folder }) {
  const [renaming, setRenaming] = useState(false);
  const rename = useMutation(documentMutations.renameFolder);
  const remove = useMutation(documentMutations.removeFolder);
  return (
    <div className="min-w-0">
      <Link to="/documents/files" className="text-link inline-flex items-center gap-1.5 text-sm">
        <ArrowLeft className="size-4" /> All your files
      </Link>
      <div className="flex items-center gap-1">
        <h2 className="truncate text-lg">{folder.name}</h2>
        <MoreMenu
          align="start"
          label={`More options for the folder ${folder.name}`}
          className="size-11 text-ink-2"
        >
          <MenuItem onSelect={() => setRenaming(true)}>Rename folder</MenuItem>
          <MenuItem onSelect={() => remove.mutate(folder.id)}>Delete folder, keep its files</MenuItem>
        </MoreMenu>
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

type NothingProps = { folder: Folder | null; newFolder?: ReactNode; onUpload: () => void };

function Nothing({ folder, newFolder, onUpload }: NothingProps) {
  return (
    <EmptyState
      title={folder ? 'This folder is empty' : 'No files yet'}
      example={
        <ExampleRows
          rows={[
            { title: 'Lease 2026.pdf', detail: 'Home, 1.2 MB', end: 'Oct 3' },
            { title: 'Laptop receipt.jpg', detail: 'Receipts, 640 KB', end: 'Sep 14' },
          ]}
        />
      }
      action={
        <div>
          <span className="mb-3 flex flex-wrap items-center gap-2">
            <Button onClick={onUpload}>Choose files</Button>
            {newFolder}
          </span>
          {!folder && <StorageUsage />}
        </div>
      }
    >
      Drop or choose files such as leases, warranties, or receipts. You can upload PDF, image, text, or CSV
      files up to 10 MB each. Only you can open them.
    </EmptyState>
  );
}
