import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { SavedDocument } from '@/entities/document/uploads';
import { toast } from '@/lib/toast';
import { documentMutations } from '../mutations';

/** A folder; `id` is null for files outside any folder. */
export type FileLocation = { id: string | null; name: string };

/** Shows the undo button long enough for keyboard users to reach it. */
const UNDO_SHOWN_MS = 10_000;

/** Moves files to the trash or a folder, with undo. */
export function useFileMoves() {
  const { mutateAsync: moveToTrash } = useMutation(documentMutations.remove);
  const { mutate: restore } = useMutation(documentMutations.restore);
  const { mutateAsync: moveToFolder } = useMutation(documentMutations.move);
  const confirmMove = (text: string, undo: () => void) =>
    toast(text, { duration: UNDO_SHOWN_MS, action: { label: 'Undo', onClick: undo } });
  return {
    remove(documents: readonly SavedDocument[], then?: () => void) {
      const ids = documents.map(({ id }) => id);
      moveToTrash(ids).then(() => {
        then?.();
        confirmMove(`${describeFiles(documents)} in the trash`, () => restore(ids));
      }, ignoreReported);
    },
    move(documents: readonly SavedDocument[], to: FileLocation, then?: () => void) {
      const ids = documents.map(({ id }) => id);
      const before = new Map<string | null, string[]>();
      for (const { id, folder_id: from } of documents) before.set(from, [...(before.get(from) ?? []), id]);
      moveToFolder({ ids, folderId: to.id }).then(() => {
        then?.();
        confirmMove(
          `${describeFiles(documents)} ${to.id === null ? 'no longer in the folder' : `in ${to.name}`}`,
          () => {
            for (const [folderId, back] of before)
              moveToFolder({ ids: back, folderId }).catch(ignoreReported);
          },
        );
      }, ignoreReported);
    },
  };
}

/** Ignores a failure that the query client has already reported. */
const ignoreReported = () => {};

const describeFiles = (documents: readonly SavedDocument[]) =>
  documents.length === 1 ? `${documents[0]?.name} is` : `${documents.length} files are`;

/** Moves the focus from a removed row to the row that moves into its position. */
export function useSavedFocus(rows: () => HTMLElement[], documents: readonly SavedDocument[]) {
  const awaited = useRef<{ place: number; idsBefore: string } | null>(null);
  const ids = documents.map(({ id }) => id).join();
  useEffect(() => {
    if (awaited.current === null || awaited.current.idsBefore === ids) return;
    const left = rows();
    left[Math.min(awaited.current.place, left.length - 1)]?.focus();
    awaited.current = null;
  }, [ids, rows]);
  useEffect(
    () => () => {
      // If the list is now empty, moves the focus to the page's content.
      if (awaited.current !== null) document.getElementById('content')?.focus();
    },
    [],
  );
  return {
    /** Focuses the row at this position once the list is rendered without the removed rows. */
    focusAfter(place: number) {
      awaited.current = { place: Math.max(0, place), idsBefore: ids };
    },
    /** Returns the index of the row that contains an element; -1 if none does. */
    placeOf: (element: Element | null) => rows().findIndex((row) => outermost(row)?.contains(element)),
  };
}

/** Returns a row's outermost list item, because rows can contain lists. */
const outermost = (row: HTMLElement) => row.closest('ul[aria-label] > li');
