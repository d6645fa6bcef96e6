import type { DayNumber } from '../calendar/calendar.ts';
import type { HouseholdRow } from '../household/row.ts';
import { fromWhatIfFile } from './file.ts';
import type { Decision, WhatIf } from './what-if.ts';

/** The products that decisions refer to. */
type Products = Pick<HouseholdRow, 'accounts' | 'cards' | 'debts'>;

/** The fields of a decision that contain a product's id. */
const PRODUCT_FIELDS = ['accountId', 'debtId', 'from', 'to'] as const;
/** The fields of a decision that contain a day. */
const DAY_FIELDS = ['on', 'until'] as const;

/** A what-if that fits a household, and the number of decisions that don't. */
export type FittedWhatIf = Pick<WhatIf, 'name' | 'decisions'> & { leftOut: number };

/**
 * Returns a what-if for a link that anyone can open. Its decisions name products by kind and position, such as
 * `checking-1`, and days by their distance from today, so the link reveals nothing about the household. Decisions
 * about the household's own bills and income are left out.
 */
export function toSharedWhatIf(
  { name, decisions }: WhatIf,
  household: Products,
  today: DayNumber,
): { text: string; leftOut: number } {
  const names = new Map(listProducts(household).map(({ id, position }) => [id, position]));
  const shared = decisions.flatMap((decision) => translate(decision, (id) => names.get(id), -today) ?? []);
  return {
    text: JSON.stringify({ name, decisions: shared }),
    leftOut: decisions.length - shared.length,
  };
}

/**
 * Fits a shared what-if to another household, on the same day of its future. If the household has fewer products
 * of a kind, the last one replaces those that it doesn't have. Decisions about a kind that it doesn't have are
 * left out. Returns null if the text isn't a shared what-if.
 */
export function fromSharedWhatIf(
  shared: unknown,
  household: Products,
  today: DayNumber,
): FittedWhatIf | null {
  const content = shared as Partial<Pick<WhatIf, 'name' | 'decisions'>> | null | undefined;
  const given: unknown = content?.decisions;
  if (!Array.isArray(given) || !given.every((item) => typeof item === 'object' && item !== null)) return null;
  const products = listProducts(household);
  const decisions = given.flatMap(
    (decision) => translate(decision, (position) => findProduct(products, position), today) ?? [],
  );
  // The same validation as for files. Its id is only a placeholder.
  const read = fromWhatIfFile({ id: 'shared', name: content?.name, decisions });
  return read && { name: read.name, decisions: read.decisions, leftOut: given.length - decisions.length };
}

type Product = { id: string; position: string };

/** Names each open product by its kind and its position among those of the kind. */
function listProducts({ accounts, cards, debts }: Products): Product[] {
  const counts = new Map<string, number>();
  return [
    ...accounts.filter(({ closed }) => !closed).map(({ id, type }) => ({ id, kind: type.toLowerCase() })),
    ...cards.map(({ id }) => ({ id, kind: 'card' })),
    ...debts.map(({ id, product }) => ({ id, kind: product })),
  ].map(({ id, kind }) => {
    const number = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, number);
    return { id, position: `${kind}-${number}` };
  });
}

/** Returns the id of the product at a position, or of the last one of its kind. */
function findProduct(products: readonly Product[], position: string): string | undefined {
  const kind = position.replace(/\d+$/, '');
  return (
    products.find((product) => product.position === position) ??
    products.findLast((product) => product.position.replace(/\d+$/, '') === kind)
  )?.id;
}

/**
 * Returns a decision with its products renamed and its days moved. Returns undefined if it refers to a rule of the
 * household, to an unknown product, or to the same account twice.
 */
function translate(
  decision: Decision,
  rename: (id: string) => string | undefined,
  days: number,
): Decision | undefined {
  if ('ruleId' in decision) return undefined;
  const changed: Record<string, unknown> = { ...decision };
  for (const field of DAY_FIELDS)
    if (typeof changed[field] === 'number') changed[field] = Number(changed[field]) + days;
  for (const field of PRODUCT_FIELDS) {
    if (changed[field] === undefined) continue;
    const id = rename(String(changed[field]));
    if (id === undefined) return undefined;
    changed[field] = id;
  }
  if (changed['from'] !== undefined && changed['from'] === changed['to']) return undefined;
  if (Array.isArray(changed['order']))
    changed['order'] = changed['order'].flatMap((id) => rename(String(id)) ?? []);
  return changed as Decision;
}
