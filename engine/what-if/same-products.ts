import type { HouseholdRow } from '../household/row.ts';
import type { Decision } from './what-if.ts';

/**
 * Maps decisions to the products and rules of the current household. Returning to a checkpoint changes all
 * ids; missing ones are found by name if it is unique.
 */
export function decisionsNow(
  decisions: readonly Decision[],
  then: HouseholdRow,
  now: HouseholdRow,
): Decision[] {
  const [old, present] = [getNames(then), getNames(now)];
  const known = new Set(present.map(({ id }) => id));
  const ids = new Map<string, string>();
  for (const { id, name } of old) {
    if (known.has(id) || old.filter((each) => each.name === name).length > 1) continue;
    const [found, another] = present.filter((each) => each.name === name);
    if (found && !another) ids.set(id, found.id);
  }
  return decisions.map((decision) => renamed(decision, ids));
}

function getNames(row: HouseholdRow): { id: string; name: string }[] {
  const lists = {
    account: row.accounts,
    card: row.cards,
    debt: row.debts,
    deposit: row.auto_deposits,
    payment: row.scheduled_payments,
  };
  return Object.entries(lists).flatMap(([kind, list]) =>
    list.map(({ id, name }) => ({ id, name: `${kind} ${name}` })),
  );
}

/** Fields that contain ids. Names that the customer chose are not mapped. */
const ID_FIELDS = new Set(['debtId', 'accountId', 'from', 'to', 'ruleId', 'order']);

function renamed(decision: Decision, ids: ReadonlyMap<string, string>): Decision {
  const getId = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(getId) : typeof value === 'string' ? (ids.get(value) ?? value) : value;
  const fields = Object.entries(decision).map(([field, value]) => [
    field,
    ID_FIELDS.has(field) ? getId(value) : value,
  ]);
  return Object.fromEntries(fields) as Decision;
}
