import type { Catalogue, TableFacts } from './catalogue.ts';
import type { Binding, BindingIndex, ChangeListener } from './change-bindings.ts';
import type { Change } from './pgoutput.ts';

type Listening = { listener: ChangeListener; bindings: Binding[] };
/** Those of one role who listen to one kind of change of one table. */
type Group = { facts: TableFacts; everybody: Listening[]; bySubject: Map<string, Listening[]> };
export type Audience = (change: Change) => Promise<{ facts: TableFacts; listening: readonly Listening[] }[]>;

/**
 * Finds whom a change may concern, for one batch of changes. Where row rules name the owner of a row, only the
 * owner's listeners are looked at, however many others listen to the same table.
 */
export function createAudience(index: BindingIndex, catalogue: Catalogue): Audience {
  const groups = new Map<string, Promise<Group[]>>();
  return async (change) => {
    const { relation, type } = change;
    const name = `${type} ${relation.oid}`;
    const known = groups.get(name) ?? groupsOf(change, index, catalogue);
    groups.set(name, known);
    const current = type === 'DELETE' ? change.old : change.row;
    if (current === null) return [];
    return (await known).map(({ facts, everybody, bySubject }) => {
      const owners = facts.rule.owners(current);
      const listening =
        owners === null ? everybody : [...new Set(owners)].flatMap((owner) => bySubject.get(owner) ?? []);
      return { facts, listening };
    });
  };
}

async function groupsOf(change: Change, index: BindingIndex, catalogue: Catalogue): Promise<Group[]> {
  const { schema, table } = change.relation;
  const byRole = new Map<string, Group | null>();
  for (const [listener, bindings] of index.find(schema, table, change.type)) {
    const { role, subject } = listener.identity;
    if (!byRole.has(role)) {
      const facts = await catalogue.factsOf(schema, table, role);
      byRole.set(role, facts === null ? null : { facts, everybody: [], bySubject: new Map() });
    }
    const group = byRole.get(role);
    if (group === undefined || group === null) continue;
    const listening = { listener, bindings };
    group.everybody.push(listening);
    if (subject === null) continue;
    const ofSubject = group.bySubject.get(subject);
    if (ofSubject === undefined) group.bySubject.set(subject, [listening]);
    else ofSubject.push(listening);
  }
  return [...byRole.values()].filter((group) => group !== null);
}
