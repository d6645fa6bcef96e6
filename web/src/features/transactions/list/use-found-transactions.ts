import type { Condition, TransactionConditions } from '@engine/search/meaning.ts';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  MOST_SELECTED,
  PAGE_ROWS,
  type SearchedTransaction,
  transactionQueries,
  WITHOUT_RECEIVED_TRANSFERS,
} from '@/entities/transaction/queries';
import type { RowAt } from './transaction-list';

const NOTHING: TransactionConditions = { conditions: [{ on: 'nothing' }], sort: 'date' };

/** Returns true if both sides of a transfer always meet a condition together. */
const isSameForBothSides = (condition: Condition) =>
  condition.on === 'day' ||
  condition.on === 'kind' ||
  (condition.on === 'is' && (condition.what === 'transfer' || condition.what === 'pending'));

/**
 * Returns a search that finds each transfer once. Returns null if the search can find one side only, such as
 * the search for an account, which then lists each side.
 */
function mergeTransfers(query: TransactionConditions): TransactionConditions | null {
  if (!query.conditions.every(isSameForBothSides)) return null;
  return { ...query, conditions: [...query.conditions, WITHOUT_RECEIVED_TRANSFERS] };
}

/**
 * Loads a search's transactions by list position. Loads and reloads only the pages with rows from `first` to
 * `last`. Each page starts after the last row of the previous page.
 */
export function useFoundTransactions(conditions: TransactionConditions | null, first: number, last: number) {
  const merged = conditions && mergeTransfers(conditions);
  const query = merged ?? conditions ?? NOTHING;
  const enabled = conditions !== null;
  // The totals count both sides of a transfer.
  const totals = useQuery({
    ...transactionQueries.totals(conditions ?? NOTHING),
    enabled,
    placeholderData: keepPreviousData,
  });
  const pageEnds = useQuery({ ...transactionQueries.pageEnds(query), enabled });
  const top = useQuery({
    ...transactionQueries.page(query, null),
    enabled,
    placeholderData: keepPreviousData,
  });

  const starts = pageEnds.data?.ends ?? [];
  const [from, to] = [Math.floor(first / PAGE_ROWS), Math.floor(last / PAGE_ROWS)];
  const pageNumbers = Array.from({ length: Math.max(to - from + 1, 0) }, (_, index) => from + index).filter(
    (page) => page > 0 && starts[page - 1],
  );
  const read = useQueries({
    queries: pageNumbers.map((page) => ({
      ...transactionQueries.page(query, starts[page - 1] ?? null),
      enabled,
    })),
  });

  // New transactions shift all pages, so a page keeps its old rows until it is reloaded.
  const key = JSON.stringify(query);
  const shown = useRef({ key, pages: new Map<number, SearchedTransaction[]>() });
  useEffect(() => {
    if (shown.current.key !== key) shown.current = { key, pages: new Map() };
    for (const [index, page] of pageNumbers.entries()) {
      const rows = read[index]?.data;
      if (rows) shown.current.pages.set(page, rows);
    }
  });
  const pages = new Map(shown.current.key === key ? shown.current.pages : []);
  if (top.data) pages.set(0, top.data);
  for (const [index, page] of pageNumbers.entries()) {
    const rows = read[index]?.data;
    if (rows) pages.set(page, rows);
  }

  const whole = top.data && top.data.length < PAGE_ROWS ? top.data.length : pageEnds.data?.count;
  // Only the first page exists until the count is available.
  const count = whole ?? top.data?.length ?? 0;
  const rowAt: RowAt = (index) => pages.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS];
  return {
    rowAt,
    count,
    /** The conditions of the listed rows. */
    listed: conditions && query,
    /** True if a transfer between the customer's accounts and cards is one row. */
    isMerged: merged !== null,
    totals: totals.data,
    /** The number of transactions, with both sides of each transfer; undefined while it is read. */
    total: top.isPlaceholderData || totals.isPlaceholderData ? undefined : totals.data?.[0]?.times,
    isCounted: whole !== undefined,
    isFirstRead: top.data !== undefined,
    /** True while the previous search's results are still shown. */
    isOld: top.isPlaceholderData,
    error: top.error ?? pageEnds.error ?? totals.error ?? read.find(({ error }) => error)?.error ?? null,
    isFetching: top.isFetching,
    readAgain: () =>
      void Promise.all(
        [top, pageEnds, totals, ...read].filter((item) => item.error).map((entry) => entry.refetch()),
      ),
  };
}

/**
 * Returns the selected transactions and functions that change the selection. At most 1,000 can be selected.
 */
export function useSelection(rowAt: RowAt) {
  const [rows, setRows] = useState<ReadonlyMap<string, SearchedTransaction>>(new Map());
  const [last, setLast] = useState<number | null>(null);

  function choose(added: readonly SearchedTransaction[], removed: readonly SearchedTransaction[] = []) {
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
    /**
     * Selects or deselects a row. If `through` is true, also selects all rows since the previously selected
     * row.
     */
    toggle(index: number, through: boolean) {
      const row = rowAt(index);
      if (!row) return;
      if (through && last !== null) {
        const [from, to] = [Math.min(last, index), Math.max(last, index)];
        const between = Array.from({ length: Math.min(to - from + 1, MOST_SELECTED) }, (_, step) =>
          rowAt(from + step),
        );
        choose(between.flatMap((value) => value ?? []));
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
