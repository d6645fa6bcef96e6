import { type Comparison, compare, openCustomers, serve, withPostgres } from './comparison.ts';

const COMPARISONS: Comparison[] = [10, 50].flatMap((connections) => [
  {
    name: 'deposit',
    connections,
    ours: ({ account, token }) => ({
      path: '/rest/v1/rpc/deposit',
      method: 'POST',
      token,
      body: { account_id: account, amount: 1.25 },
    }),
    reference: ({ id, account }) => ({
      path: '/deposit',
      method: 'POST',
      body: { customer: id, account_id: account, amount: 1.25 },
    }),
  },
  {
    name: 'accounts',
    connections,
    ours: ({ id, token }) => ({ path: `/rest/v1/accounts?select=*&user_id=eq.${id}`, method: 'GET', token }),
    reference: ({ id }) => ({ path: `/accounts/${id}`, method: 'GET' }),
  },
  {
    name: 'transactions',
    connections,
    ours: ({ account, token }) => ({
      path: `/rest/v1/transactions?select=*&account_id=eq.${account}&order=date.desc,id.desc&limit=50`,
      method: 'GET',
      token,
    }),
    reference: ({ id, account }) => ({ path: `/transactions/${id}/${account}`, method: 'GET' }),
  },
]);

/** The whole server beside a bare route that runs the same SQL. */
export function benchRequests(only?: string): Promise<void> {
  return withPostgres(async (url, postgres) => {
    const customers = await openCustomers(url);
    const ours = await serve('ours', url);
    const reference = await serve('reference', url);
    const rows = [];
    for (const comparison of COMPARISONS.filter(({ name }) => !only || name === only))
      rows.push(await compare(comparison, customers, { ours, reference, postgres }));
    console.table(rows);
    ours.end();
    reference.end();
  });
}
