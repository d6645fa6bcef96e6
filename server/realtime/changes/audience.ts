import type { BindingIndex, Listening } from './binding-index.ts';
import type { Catalog, TableInfo } from './catalog.ts';
import type { Change, Row } from './pgoutput.ts';

/**
 * Finds the listeners for a batch of changes. If the row rules identify a row's owner or its recipient's
 * address, considers only that customer's listeners.
 */
export function createAudience(index: BindingIndex, catalog: Catalog) {
  const cache = new Map<string, TableInfo | null>();
  async function getFacts({ relation: { oid, schema, table } }: Change, role: string) {
    const name = `${role} ${oid}`;
    const cached = cache.get(name);
    if (cached !== undefined) return cached;
    const facts = await catalog.getFacts(schema, table, role);
    cache.set(name, facts);
    return facts;
  }
  const customersByAddress = new Map<string, Promise<string[]>>();
  /** Returns the customers who might see a row, or null if the row rules don't limit them. */
  function findConcernedCustomers({ rule }: TableInfo, row: Row) {
    const owners = rule.owners(row);
    const address = owners === null ? rule.address(row) : null;
    if (address === null) return owners;
    const customers = customersByAddress.get(address) ?? catalog.findCustomersByAddress(address);
    customersByAddress.set(address, customers);
    return customers;
  }
  return async (change: Change) => {
    const current = change.type === 'DELETE' ? change.old : change.row;
    if (current === null) return [];
    const matches: { facts: TableInfo; listening: Listening[] }[] = [];
    for (const role of index.getRoles(change.relation.schema, change.relation.table)) {
      const facts = await getFacts(change, role);
      if (facts === null) continue;
      const listening = index.find(change, role, await findConcernedCustomers(facts, current));
      if (listening.length > 0) matches.push({ facts, listening });
    }
    return matches;
  };
}
