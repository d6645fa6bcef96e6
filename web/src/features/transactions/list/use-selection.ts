import { useState } from 'react';
import { type FoundTransaction, MOST_SELECTED } from '../queries';
import type { RowAt } from './day-groups';

/** The selected transactions; at most a thousand. */
export function useSelection(rowAt: RowAt) {
  const [rows, setRows] = useState<ReadonlyMap<string, FoundTransaction>>(new Map());
  const [last, setLast] = useState<number | null>(null);

  function choose(added: readonly FoundTransaction[], removed: readonly FoundTransaction[] = []) {
    setRows((before) => {
      const next = new Map(before);
      for (const row of removed) next.delete(row.transaction_key);
      for (const row of added) if (next.size < MOST_SELECTED) next.set(row.transaction_key, row);
      return next;
    });
  }
  return {
    rows,
    choose,
    /** Selects a row; with `through`, all rows from the previous one. */
    toggle(index: number, through: boolean) {
      const row = rowAt(index);
      if (!row) return;
      if (through && last !== null) {
        const [from, to] = [Math.min(last, index), Math.max(last, index)];
        const between = Array.from({ length: Math.min(to - from + 1, MOST_SELECTED) }, (_, step) =>
          rowAt(from + step),
        );
        choose(between.flatMap((one) => one ?? []));
      } else if (rows.has(row.transaction_key)) choose([], [row]);
      else choose([row]);
      setLast(index);
    },
    clear() {
      setRows(new Map());
      setLast(null);
    },
  };
}

export type Selection = ReturnType<typeof useSelection>;
