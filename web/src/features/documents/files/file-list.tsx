import { useMutation } from '@tanstack/react-query';
import { Download, FileText, Folder as FolderIcon, FolderInput, Image, Pencil, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { documentCalls, formatWhen } from '@/entities/document/documents';
import type { SavedDocument } from '@/entities/document/uploads';
import { formatCount } from '@/lib/count';
import { Button } from '@/ui/button';
import { Menu, MenuAction, MenuItem, MenuLabel, MenuSeparator, MoreMenu } from '@/ui/overlays/menu';
import { Row, RowList } from '@/ui/row-list';
import { formatSize } from '../document-filter';
import { documentMutations } from '../mutations';
import type { Folder } from '../queries';
import { NameDialog } from './name-dialog';
import { type FileLocation, useFileMoves, useSavedFocus } from './use-file-moves';

type FileListProps = {
  label: string;
  /** Folders, which are shown before the files; empty within a folder. */
  folders: readonly { folder: Folder; count: number }[];
  documents: readonly SavedDocument[];
  /** Folders that files can move to. */
  targets: readonly Folder[];
};

/**
 * Renders a list of folders and files. Arrow keys move the focus, Space selects, F2 renames, and Delete moves
 * the selected or focused files to the trash.
 */
export function FileList({ label, folders, documents, targets }: FileListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  const [renaming, setRenaming] = useState<string | null>(null);
  const { remove, move } = useFileMoves();
  const chosen = documents.filter(({ id }) => chosenIds.has(id));
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('a') ?? [])];
  const { focusAfter, placeOf } = useSavedFocus(rows, documents);

  function toggle(id: string) {
    const next = new Set(chosenIds);
    if (!next.delete(id)) next.add(id);
    setChosenIds(next);
  }
  /**
   * Focuses the row that moves into the position of the first removed row, once the removed rows are gone.
   */
  const settle = (affected: readonly SavedDocument[]) => {
    const place = documents.findIndex((document) => affected.includes(document));
    return () => {
      setChosenIds(new Set());
      focusAfter(folders.length + place);
    };
  };
  const removeAll = (removed: readonly SavedDocument[]) => remove(removed, settle(removed));
  const moveAll = (moved: readonly SavedDocument[], to: FileLocation) => move(moved, to, settle(moved));
  function onKey(event: KeyboardEvent) {
    const { target } = event;
    // Ignores keys from menus and dialogs.
    if (event.defaultPrevented || !(target instanceof HTMLElement) || !list.current?.contains(target)) return;
    const place = placeOf(target);
    const file = documents[place - folders.length];
    const step = STEPS[event.key];
    if (step !== undefined) rows()[place + step]?.focus();
    else if (event.key === 'Delete' && file) removeAll(chosen.length > 0 ? chosen : [file]);
    else if (event.key === 'F2' && file) setRenaming(file.id);
    else if (event.key === ' ' && file && target.tagName === 'A') toggle(file.id);
    else return;
    event.preventDefault();
  }
  return (
    <>
      {chosen.length > 0 && (
        <SelectionBar
          chosen={chosen}
          count={documents.length}
          targets={targets}
          onAll={() => setChosenIds(new Set(documents.map(({ id }) => id)))}
          onRemove={() => removeAll(chosen)}
          onMove={(to) => moveAll(chosen, to)}
          onDone={() => {
            rows()[0]?.focus();
            setChosenIds(new Set());
          }}
        />
      )}
      <RowList ref={list} label={label} onKeyDown={onKey}>
        {folders.map(({ folder, count }) => (
          <FolderRow key={folder.id} folder={folder} count={count} />
        ))}
        {documents.map((document) => (
          <FileRow
            key={document.id}
            document={document}
            targets={targets}
            isChosen={chosenIds.has(document.id)}
            onChoose={() => toggle(document.id)}
            isRenaming={renaming === document.id}
            onRename={(isRenaming) => setRenaming(isRenaming ? document.id : null)}
            onMove={(to) => moveAll([document], to)}
            onRemove={() => removeAll([document])}
          />
        ))}
      </RowList>
      <p className="mt-3 text-ink-3 text-sm max-md:hidden pointer-coarse:hidden">
        Keyboard: arrows to move, Space to select, F2 to rename, Delete to move to trash.
      </p>
    </>
  );
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

type FileRowProps = {
  document: SavedDocument;
  targets: readonly Folder[];
  isChosen: boolean;
  onChoose: () => void;
  isRenaming: boolean;
  onRename: (isRenaming: boolean) => void;
  onMove: (place: FileLocation) => void;
  onRemove: () => void;
};

/** Renders a file as a link between a checkbox and a menu. The link can't contain these controls. */
function FileRow({ document, isChosen, onChoose, ...menu }: FileRowProps) {
  const Icon = document.mime_type.startsWith('image/') ? Image : FileText;
  return (
    <li className="flex items-center gap-1">
      <label className="-ml-3 grid size-11 shrink-0 cursor-pointer place-items-center">
        <input
          type="checkbox"
          aria-label={`Select ${document.name}`}
          checked={isChosen}
          onChange={onChoose}
          className="size-4.5 accent-accent"
        />
      </label>
      <ul className="min-w-0 flex-1">
        <Row
          to={`/documents/view/${document.id}`}
          icon={<Icon className="size-5" />}
          title={document.name}
          detail={`${formatSize(document.size ?? 0)}, ${formatWhen(document)}`}
          end={<span />}
          selected={isChosen}
        />
      </ul>
      <FileMenu document={document} {...menu} />
    </li>
  );
}

function FolderRow({ folder, count }: { folder: Folder; count: number }) {
  return (
    <Row
      to={`/documents/files/${folder.id}`}
      icon={<FolderIcon className="size-5" />}
      title={folder.name}
      detail={formatCount(count, 'file')}
    />
  );
}

type FileMenuProps = Omit<FileRowProps, 'isChosen' | 'onChoose'>;

function FileMenu({ document, targets, isRenaming, onRename, onMove, onRemove }: FileMenuProps) {
  const save = useMutation(documentCalls.save);
  const rename = useMutation(documentMutations.rename);
  const { id, name, folder_id: folderId } = document;
  return (
    <>
      <MoreMenu label={`More options for ${name}`} className="-mr-2 size-11 text-ink-2">
        <MenuAction icon={Download} label="Download" onSelect={() => save.mutate(document)} />
        <MenuAction icon={Pencil} label="Rename" onSelect={() => onRename(true)} />
        <MenuAction icon={Trash2} label="Delete" onSelect={onRemove} />
        {(targets.length > 0 || folderId) && (
          <>
            <MenuSeparator />
            <MenuLabel>Move to</MenuLabel>
            <FolderItems documents={[document]} targets={targets} onMove={onMove} />
          </>
        )}
      </MoreMenu>
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

function SelectionBar({ chosen, count, targets, onAll, onRemove, onMove, onDone }: ChosenBarProps) {
  return (
    <fieldset
      aria-label="Selected files"
      className="sticky top-16 z-10 mb-3 md:top-32 flex flex-wrap items-center gap-2 rounded-2 bg-accent-soft px-3 py-2"
    >
      <p role="status" className="mr-auto font-medium text-sm">
        {formatCount(chosen.length, 'file selected', 'files selected')}
      </p>
      {chosen.length < count && (
        <Button size="sm" variant="ghost" onClick={onAll}>
          Select all {count}
        </Button>
      )}
      {targets.length > 0 && (
        <Menu
          trigger={
            <Button size="sm">
              <FolderInput className="size-4" /> Move to…
            </Button>
          }
        >
          <FolderItems documents={chosen} targets={targets} onMove={onMove} />
        </Menu>
      )}
      <Button size="sm" onClick={onRemove}>
        <Trash2 className="size-4" /> Delete
      </Button>
      <Button size="sm" variant="ghost" onClick={onDone}>
        Cancel
      </Button>
    </fieldset>
  );
}

type FolderItemsProps = {
  documents: readonly SavedDocument[];
  targets: readonly Folder[];
  /** Moves the files. The menu can't wait for the result, because it closes before the bank responds. */
  onMove: (place: FileLocation) => void;
};

/** Renders menu items that move files to a folder or out of it. Omits the current folder. */
function FolderItems({ documents, targets, onMove }: FolderItemsProps) {
  const isHere = (folderId: string | null) => documents.every(({ folder_id: own }) => own === folderId);
  const places: FileLocation[] = [{ id: null, name: 'No folder' }, ...targets];
  return places
    .filter(({ id }) => !isHere(id))
    .map((place) => (
      <MenuItem key={place.id} onSelect={() => onMove(place)}>
        <FolderIcon className="size-5" /> <span className="max-w-56 truncate">{place.name}</span>
      </MenuItem>
    ));
}
