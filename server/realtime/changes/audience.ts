import type { BindingIndex, Listening } from './binding-index.ts';
import type { Catalog, TableFacts } from './catalog.ts';
import type { Change, Row } from './pgoutput.ts';

export type Audience = (change: Change) => Promise<{ facts: TableFacts; listening: Listening[] }[]>;

/**
 * Finds the listeners of a batch of changes. If the row rules name the owner of a row, or its recipient's
 * address, looks only at that customer's listeners.
 */
export function createAudience(index: BindingIndex, catalog: Catalog): Audience {
  const known = new Map<string, TableFacts | null>();
  async function getFacts({ relation: { oid, schema, table } }: Change, role: string) {
    const name = `${role} ${oid}`;
    const remembered = known.get(name);
    if (remembered !== undefined) return remembered;
    const facts = await catalog.factsOf(schema, table, role);
    known.set(name, facts);
    return facts;
  }
  const holders = new Map<string, Promise<string[]>>();
  /** Returns the only customers who may see a row; null for anyone. */
  function concerned(
    { rule }: TableFacts,
    row: Row,
  ): Promise<readonly string[] | null> | readonly string[] | null {
    const owners = rule.owners(row);
    const address = owners === null ? rule.address(row) : null;
    if (address === null) return owners;
    const asked = holders.get(address) ?? catalog.holdersOf(address);
    holders.set(address, asked);
    return asked;
  }
  return async (change) => {
    const current = change.type === 'DELETE' ? change.old : change.row;
    if (current === null) return [];
    const found = [];
    for (const role of index.getRoles(change.relation.schema, change.relation.table)) {
      const facts = await getFacts(change, role);
      if (facts === null) continue;
      const listening = index.find(change, role, await concerned(facts, current));
      if (listening.length > 0) found.push({ facts, listening });
    }
    return found;
  };
}
