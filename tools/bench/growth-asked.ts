// Sends requests from customers whose own data doesn't grow while the bank grows. Also prints the query plans
// of these requests.
import { Agent, request } from 'node:http';
import type postgres from 'postgres';
import type { Customer } from './comparison.ts';
import type { LoadRequest } from './load.ts';

/** The number of requests per round. Each round uses different customers. */
export const REQUESTS = 300;
const CONNECTIONS = 10;
const WORD = { conditions: [{ on: 'words', text: 'cinema' }] };

export const KINDS: Record<string, (customer: Customer) => LoadRequest> = {
  accounts: ({ id, token }) => ({
    path: `/rest/v1/accounts?select=*&user_id=eq.${id}`,
    method: 'GET',
    token,
  }),
  'first page of transactions': ({ account, token }) => ({
    path: `/rest/v1/transactions?select=*&account_id=eq.${account}&order=date.desc,id.desc&limit=50`,
    method: 'GET',
    token,
  }),
  'search of a word': verb('search_transactions', () => ({ query: WORD })),
  'totals of a word': verb('search_totals', () => ({ query: WORD })),
  'totals of all': verb('search_totals', () => ({ query: { conditions: [] } })),
  deposit: verb('deposit', ({ account }) => ({ account_id: account, amount: 1.25 })),
};

/**
 * The statements whose query plans are printed for one customer. If `role` is set, row-level security
 * applies.
 */
const PLANS: Record<string, { role?: string; statement: (customer: Customer) => string }> = {
  accounts: {
    role: 'authenticated',
    statement: ({ id }) => `select * from public.accounts where user_id = '${id}'`,
  },
  'first page of transactions': {
    role: 'authenticated',
    statement: ({ account }) =>
      `select * from public.transactions where account_id = '${account}' order by date desc, id desc limit 50`,
  },
  'search of a word': {
    statement: ({ id }) =>
      `select id from public.transactions r where r.user_id = '${id}' and bank.search_text(r.description, r.merchant) like '%cinema%' order by date desc, id desc limit 100`,
  },
  'balance from the books': {
    statement: ({ account }) => `select sum(amount) from bank.postings where ledger_id = '${account}'`,
  },
};

function verb(name: string, body: (customer: Customer) => object) {
  return (customer: Customer): LoadRequest => ({
    path: `/rest/v1/rpc/${name}`,
    method: 'POST',
    token: customer.token,
    body: body(customer),
  });
}

/**
 * Sends requests over several connections, each for the next customer. Returns the number of failed requests.
 */
export async function sendRequests(address: string, requests: LoadRequest[], round: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const end = (round + 1) * REQUESTS;
  let next = round * REQUESTS;
  let failed = 0;
  const worker = async () => {
    while (next < end) {
      const nextRequest = requests[next % requests.length];
      next += 1;
      if (nextRequest !== undefined && (await getStatus(address, nextRequest, agent)) >= 300) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  agent.destroy();
  return failed;
}

function getStatus(
  address: string,
  { path, method, token, body }: LoadRequest,
  agent: Agent,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = request(`${address}${path}`, { method, headers, agent }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.once('error', reject);
    sent.end(body && JSON.stringify(body));
  });
}

/** Prints each plan's nodes in one line with the number of pages that they touched. */
export async function printPlans(sql: postgres.Sql, customer: Customer | undefined): Promise<void> {
  if (customer === undefined) return;
  for (const [name, { role, statement }] of Object.entries(PLANS)) {
    const lines = await sql.begin('read only', async (transaction) => {
      if (role) {
        const claims = JSON.stringify({ sub: customer.id, role });
        await transaction`select set_config('request.jwt.claims', ${claims}, true), set_config('role', ${role}, true)`;
      }
      return transaction.unsafe(
        `explain (analyze, buffers, costs off, timing off, summary off) ${statement(customer)}`,
      );
    });
    const text = lines.map((line) => String(line['QUERY PLAN']));
    const nodes = text
      .filter((line, index) => index === 0 || line.includes('->'))
      .map((line) => line.replace(/^\s*->\s*/, '').replace(/\s*\(actual.*$/, ''));
    const pages = /Buffers: shared (.*)$/m.exec(text.join('\n'))?.[1] ?? 'none';
    console.log(`  ${name}: ${nodes.join(' < ')}; pages ${pages}`);
  }
}
