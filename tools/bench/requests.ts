import { randomUUID } from 'node:crypto';
import { openDatabase } from '../../server/database/database.ts';
import { type Comparison, type Customer, compare, openCustomers, serve, withPostgres } from './comparison.ts';
import { NUMBER } from './load.ts';
import { getFamily, processorTime } from './processor.ts';

const RUN = randomUUID();
const SECONDS_ALONE = 5;

const deposit: Pick<Comparison, 'ours' | 'reference'> = {
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
};

const COMPARISONS: Comparison[] = [10, 50].flatMap((connections) => [
  { name: 'deposit', connections, ...deposit },
  {
    name: 'deposit, once by its id',
    connections,
    ours: (customer) => numbered(deposit.ours(customer)),
    reference: (customer) => numbered(deposit.reference(customer)),
  },
  { name: 'deposit, heard by an app', connections, hasSubscriber: true, ...deposit },
  { name: 'deposit, one account', connections, isHot: true, ...deposit },
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

function numbered<Wanted extends { body?: object }>(request: Wanted): Wanted {
  return { ...request, body: { ...request.body, request_id: `${RUN}-${NUMBER}` } };
}

/** Compares the server with a bare route that runs the same SQL, and with the database alone. */
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
    for (const connections of [10, 50]) await depositAlone(url, customers, { connections, postgres });
  });
}

/**
 * Measures how many deposits the database accepts from this process if each deposit is sent as one pipeline.
 */
async function depositAlone(
  url: string,
  customers: readonly Customer[],
  { connections, postgres }: { connections: number; postgres: number },
): Promise<void> {
  const database = await openDatabase(url, { connections: 10 });
  const ends = performance.now() + SECONDS_ALONE * 1_000;
  const used = () => processorTime([process.pid, ...getFamily(postgres)]);
  const before = used();
  let count = 0;
  const keepBusy = async (first: number) => {
    for (let next = first; performance.now() < ends; next += 1) {
      const { id, account } = customers[next % customers.length] as Customer;
      const claims = { sub: id, role: 'authenticated' };
      const caller = { role: 'authenticated', claims, method: 'POST', path: '/', headers: {} };
      const sql = 'select to_jsonb(d)::text from public.deposit(($1)[1]::uuid, ($1)[2]::numeric) d';
      await database.asCaller(caller, sql, [account, '1.25']);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, index) => keepBusy(index * 20)));
  const microseconds = Math.round(((used() - before) * 1_000) / count);
  console.info(
    `deposit, database alone, ${connections} at once: ${Math.round(count / SECONDS_ALONE)} per second, ${microseconds} µs`,
  );
  await database.close();
}
