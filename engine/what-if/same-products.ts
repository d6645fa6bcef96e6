import type { HouseholdRow } from '../household/row.ts';
import type { Decision } from './what-if.ts';

/**
 * Maps decisions to the current household's products and rules. Restoring a checkpoint changes all ids, so
 * missing ids are resolved by name if the name is unique.
 */
export function mapDecisions(
  decisions: readonly Decision[],
  before: HouseholdRow,
  now: HouseholdRow,
): Decision[] {
  const [oldNames, currentNames] = [getNames(before), getNames(now)];
  const currentIds = new Set(currentNames.map(({ id }) => id));
  const ids = new Map<string, string>();
  for (const { id, name } of oldNames) {
    if (currentIds.has(id) || oldNames.filter((other) => other.name === name).length > 1) continue;
    const [match, second] = currentNames.filter((product) => product.name === name);
    if (match && !second) ids.set(id, match.id);
  }
  return decisions.map((decision) => replaceIds(decision, ids));
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

/** Fields that contain ids. Names chosen by the customer are not mapped. */
const ID_FIELDS = new Set(['debtId', 'accountId', 'from', 'to', 'ruleId', 'order']);

function replaceIds(decision: Decision, ids: ReadonlyMap<string, string>): Decision {
  const getId = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(getId) : typeof value === 'string' ? (ids.get(value) ?? value) : value;
  const fields = Object.entries(decision).map(([field, value]) => [
    field,
    ID_FIELDS.has(field) ? getId(value) : value,
  ]);
  return Object.fromEntries(fields) as Decision;
}
