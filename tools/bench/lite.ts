// `npm run bench -- lite`: compares the server with Supabase Lite, which has the same API. Both have the same
// database, tables, rows, row-level security, and requests.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { type Comparison, type Customer, compare, openCustomers, serve, withPostgres } from './comparison.ts';
import type { LoadRequest } from './load.ts';

const PACKAGES = ['@supabase/lite@0.10.0', 'postgres@3.4.9'];
const CONNECTIONS = 10;

/** Compares both servers with the same requests. Only the issuers of the tokens differ. */
export async function benchLite(): Promise<void> {
  const folder = install();
  const secret = randomBytes(32).toString('hex');
  try {
    await withPostgres(async (url, postgres) => {
      const customers = await openCustomers(url);
      const tokens = new Map<string, string>();
      for (const { id } of customers) tokens.set(id, await signed(id, secret));
      const ours = await serve('ours', url);
      const lite = await serve('lite', url, folder, secret);
      const rows = [];
      for (const [name, createRequest] of Object.entries(REQUESTS)) {
        const createLiteRequest = (customer: Customer): LoadRequest => ({
          ...createRequest(customer),
          token: tokens.get(customer.id),
        });
        if (customers[0]) await once(lite.address, createLiteRequest(customers[0]));
        const comparison: Comparison = {
          name,
          connections: CONNECTIONS,
          ours: createRequest,
          reference: createLiteRequest,
        };
        rows.push(await compare(comparison, customers, { ours, reference: lite, postgres }));
      }
      console.table(rows);
      ours.end();
      lite.end();
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const REQUESTS: Record<string, (customer: Customer) => LoadRequest> = {
  accounts: ({ token }) => ({ path: '/rest/v1/accounts?select=*', method: 'GET', token }),
  transactions: ({ account, token }) => ({
    path: `/rest/v1/transactions?select=*&account_id=eq.${account}&order=date.desc,id.desc&limit=50`,
    method: 'GET',
    token,
  }),
  deposit: ({ account, token }) => ({
    path: '/rest/v1/rpc/deposit',
    method: 'POST',
    token,
    body: { account_id: account, amount: 1.25 },
  }),
};

/** Installs Supabase Lite for this comparison only. */
function install(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbank-lite-'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const npm = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...PACKAGES], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) throw new Error(`${PACKAGES[0]} could not be installed.`);
  return folder;
}

/**
 * Sends one request before the load starts. The first request creates roles, which can't be done
 * concurrently.
 */
async function once(address: string, { path, method, token, body }: LoadRequest): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(address + path, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}

const signed = (id: string, secret: string) =>
  new SignJWT({ role: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(id)
    .setAudience('authenticated')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret));
