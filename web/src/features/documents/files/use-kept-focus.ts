import { useEffect, useRef } from 'react';
import type { SavedDocument } from '@/entities/document/uploads';

/** Rows go with what was done to them; the focus that one had goes to the row in its place, not off the page. */
export function useSavedFocus(rows: () => HTMLElement[], documents: readonly SavedDocument[]) {
  const awaited = useRef<number | null>(null);
  const shown = documents.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the list that was waited for.
  useEffect(() => {
    const left = rows();
    if (awaited.current !== null) left[Math.min(awaited.current, left.length - 1)]?.focus();
    awaited.current = null;
  }, [shown]);
  useEffect(
    () => () => {
      // No row is left here.
      if (awaited.current !== null) document.getElementById('content')?.focus();
    },
    [],
  );
  return {
    /** When the list is shown without them. */
    focusAfter(place: number) {
      awaited.current = Math.max(0, place);
    },
    /** Which row something stands in; -1 where it stands in none. */
    placeOf: (element: Element | null) => rows().findIndex((row) => outermost(row)?.contains(element)),
  };
}

/** A row of files holds a list of its own. */
const outermost = (row: HTMLElement) => row.closest('ul[aria-label] > li');
