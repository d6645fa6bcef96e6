import { useEffect, useRef } from 'react';
import type { SavedDocument } from '@/entities/document/uploads';

/** Moves the focus of a removed row to the row that takes its place. */
export function useSavedFocus(rows: () => HTMLElement[], documents: readonly SavedDocument[]) {
  const awaited = useRef<number | null>(null);
  const shown = documents.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it waits for the new list.
  useEffect(() => {
    const left = rows();
    if (awaited.current !== null) left[Math.min(awaited.current, left.length - 1)]?.focus();
    awaited.current = null;
  }, [shown]);
  useEffect(
    () => () => {
      // The list is empty.
      if (awaited.current !== null) document.getElementById('content')?.focus();
    },
    [],
  );
  return {
    /** Once the list is rendered without them. */
    focusAfter(place: number) {
      awaited.current = Math.max(0, place);
    },
    /** Returns the index of the row that contains an element; -1 if none does. */
    placeOf: (element: Element | null) => rows().findIndex((row) => outermost(row)?.contains(element)),
  };
}

/** Rows may contain lists. */
const outermost = (row: HTMLElement) => row.closest('ul[aria-label] > li');
