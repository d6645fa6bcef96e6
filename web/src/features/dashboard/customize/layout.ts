export type Column = 'main' | 'side';

/** The parts that every customer has, in their default order. */
export const BUILT_IN = [
  { part: 'accounts', column: 'main' },
  { part: 'month', column: 'main' },
  { part: 'budgets', column: 'main' },
  { part: 'upcoming', column: 'side' },
  { part: 'insights', column: 'side' },
  { part: 'transactions', column: 'side' },
  { part: 'year', column: 'side' },
] as const;

/** The parts that customers add. The last three show one goal, saved view, or what-if. */
export const ADDABLE = ['safe_to_spend', 'financial_health', 'goal', 'saved_view', 'what_if'] as const;

export type PartName = (typeof BUILT_IN)[number]['part'] | (typeof ADDABLE)[number];

/** A part of the dashboard. `id` is the goal, saved view, or what-if that it shows. */
export type Part = { part: PartName; id?: string; column: Column; hidden?: boolean };

/** The dashboard's parts in display order: first the main column, then the side column. */
export type Layout = readonly Part[];

const NAMES = new Set<string>([...BUILT_IN.map(({ part }) => part), ...ADDABLE]);

export const getKey = ({ part, id }: Pick<Part, 'part' | 'id'>) => (id ? `${part} ${id}` : part);

export const isAdded = ({ part }: Pick<Part, 'part'>) => ADDABLE.some((name) => name === part);

export const getColumn = (layout: Layout, column: Column) => layout.filter((item) => item.column === column);

/**
 * Returns the layout that the bank stored, or the default. Ignores parts of later versions, and appends
 * built-in parts that the stored layout doesn't have yet.
 */
export function readLayout(stored: unknown): Layout {
  const parts = Array.isArray(stored) ? (stored as Part[]).filter(({ part }) => NAMES.has(part)) : [];
  const missing = BUILT_IN.filter(({ part }) => !parts.some((item) => item.part === part));
  return sortByColumn([...parts, ...missing]);
}

/** Returns the layout for the bank: null for the default, so that later defaults apply to it. */
export function toStored(layout: Layout): Part[] | null {
  const parts = layout.map(({ part, id, column, hidden }) => ({
    part,
    ...(id !== undefined && { id }),
    column,
    ...(hidden && { hidden }),
  }));
  return JSON.stringify(parts) === JSON.stringify(readLayout(null)) ? null : parts;
}

/** Moves a part to a position in a column. The position doesn't count the part itself. */
export function movePart(layout: Layout, key: string, column: Column, index: number): Layout {
  const moved = layout.find((item) => getKey(item) === key);
  if (!moved) return layout;
  const others = layout.filter((item) => item !== moved);
  const place = getColumn(others, column).toSpliced(index, 0, { ...moved, column });
  return sortByColumn([...place, ...others.filter((item) => item.column !== column)]);
}

/** Moves a part up (−1) or down (1). After the end of the main column comes the side column. */
export function stepPart(layout: Layout, key: string, by: -1 | 1): Layout {
  const moved = layout.find((item) => getKey(item) === key);
  if (!moved) return layout;
  const own = getColumn(layout, moved.column);
  const next = own.indexOf(moved) + by;
  if (next >= 0 && next < own.length) return movePart(layout, key, moved.column, next);
  if (by === 1 && moved.column === 'main') return movePart(layout, key, 'side', 0);
  if (by === -1 && moved.column === 'side')
    return movePart(layout, key, 'main', getColumn(layout, 'main').length);
  return layout;
}

const sortByColumn = (parts: readonly Part[]): Layout => [
  ...getColumn(parts, 'main'),
  ...getColumn(parts, 'side'),
];
