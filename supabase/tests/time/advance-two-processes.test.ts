import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { WebSocket } from 'ws';
import { DAY_MS } from '../../../engine/calendar/calendar.ts';
import { demoHousehold } from '../../../engine/testing/personas.ts';
import { type BankProcess, startBankProcess } from '../../../server/testing/bank-process.ts';

const TIME_ZONE = 'America/New_York';
const PASSWORD = 'correct horse battery staple';
const DEPOSITS = 20;
const HOUR_MS = 3_600_000;
/** The last midnight UTC. */
const BEGIN = Math.floor(Date.now() / DAY_MS) * DAY_MS;
/**
 * A year later, at night in New York. Nothing is due in the next hours, so the ledger doesn't change while the
 * clock continues.
 */
const END = new Date(BEGIN + 365 * DAY_MS + 8 * HOUR_MS).toISOString();

type Customer = { id: string; email: string };

const folder = mkdtempSync(join(tmpdir(), 'sandbank-two-processes-'));
const database = `two_processes_${process.pid}`;
let server: postgres.Sql;
let sql: postgres.Sql;
let killed: BankProcess;
let survivor: BankProcess;

beforeAll(async () => {
  server = postgres(inject('serverUrl'), { max: 1, onnotice: () => {} });
  await server.unsafe(`create database ${database} template template0`);
  killed = await startProcess('killed');
  survivor = await startProcess('survivor');
  sql = postgres(getDatabaseUrl(), { max: 2, onnotice: () => {} });
}, 120_000);

afterAll(async () => {
  await sql?.end({ timeout: 0 });
  await Promise.all([killed?.end('SIGKILL'), survivor?.end('SIGTERM')]);
  await server?.unsafe(`drop database if exists ${database} with (force)`);
  await server?.end();
  rmSync(folder, { recursive: true, force: true });
});

function getDatabaseUrl(): string {
  const url = new URL(inject('serverUrl'));
  url.pathname = database;
  return url.href;
}

const startProcess = (name: string) =>
  startBankProcess({ DATABASE_URL: getDatabaseUrl(), SANDBANK_DATA: join(folder, name) });

async function connectTo(bank: BankProcess): Promise<SupabaseClient> {
  const { anonKey } = await (await fetch(`${bank.url}/config.json`)).json();
  return createClient(bank.url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  });
}

async function signIn(bank: BankProcess, { email }: Customer): Promise<SupabaseClient> {
  const client = await connectTo(bank);
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return client;
}

/** Signs up a customer with the demo household. All households have the same random events. */
async function openHousehold(email: string): Promise<Customer> {
  const client = await connectTo(survivor);
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD });
  if (error) throw error;
  const id = data.user?.id ?? '';
  await client.rpc('ensure_customer', { time_zone: TIME_ZONE }).throwOnError();
  const now = new Date(BEGIN).toISOString();
  const newId = () => crypto.randomUUID();
  const household = demoHousehold({ seed: 3, now, timeZone: TIME_ZONE, newId });
  await sql`select load_household(${id}, ${sql.json(JSON.parse(JSON.stringify(household)))})`;
  return { id, email };
}

/**
 * Fast-forwards by a year. Returns true if the whole year was simulated, and false if the process died first.
 */
async function advanceYear(client: SupabaseClient): Promise<boolean> {
  const { data } = await client.functions.invoke('advance', { body: { to: END } });
  return data?.whole === true;
}

async function getSimulatedUntil({ id }: Customer): Promise<number> {
  const [clock] =
    await sql`select bank.millis(simulated_until) as at from bank.clocks where household_id = ${id}`;
  return Number(clock?.at);
}

const getHash = async ({ id }: Customer) => (await sql`select hash from bank.hash_ledger(${id})`)[0]?.hash;

const audit = ({ id }: Customer) =>
  sql`select * from bank.audit(${id}) union all select * from bank.audit_replay(${id})`;

test('a process finishes the year that a killed process was simulating, without doubling or losing anything', async () => {
  const undisturbed = await openHousehold('alice@example.com');
  const disturbed = await openHousehold('bob@example.com');
  expect(await advanceYear(await signIn(survivor, undisturbed))).toBe(true);

  const [first, second] = [await signIn(killed, disturbed), await signIn(survivor, disturbed)];
  const ofKilled = advanceYear(first).catch(() => false);
  await expect
    .poll(() => getSimulatedUntil(disturbed), { timeout: 30_000, interval: 5 })
    .toBeGreaterThan(BEGIN + 30 * DAY_MS);
  const ofSurvivor = advanceYear(second);
  await killed.end('SIGKILL');
  expect(await ofKilled).toBe(false);
  expect(await getSimulatedUntil(disturbed)).toBeLessThan(Date.parse(END));
  await ofSurvivor;
  expect(await audit(disturbed)).toEqual([]);

  // The clock stays reserved for the killed process for a few seconds.
  await expect.poll(() => advanceYear(second), { timeout: 30_000, interval: 500 }).toBe(true);
  expect(await getSimulatedUntil(disturbed)).toBe(Date.parse(END));
  expect(await audit(disturbed)).toEqual([]);
  expect(await getSimulatedUntil(undisturbed)).toBe(Date.parse(END));
  // Also compares the loaded entries. An earlier comparison could fail, because the scheduler might simulate
  // one household until now before the other.
  expect(await getHash(disturbed)).toBe(await getHash(undisturbed));
}, 120_000);

test('deposits that a killed process did not answer are made once by the other', async () => {
  killed = await startProcess('killed');
  const saver = await openHousehold('carol@example.com');
  const [first, second] = [await signIn(killed, saver), await signIn(survivor, saver)];
  const opening = { name: 'Savings', type: 'SAVINGS' };
  const { data: account } = await second.rpc('open_account', opening).throwOnError();
  const deposit = async (client: SupabaseClient, number: number): Promise<boolean> => {
    const body = { account_id: account.id, amount: 1.01, request_id: `deposit ${number}` };
    return (await client.rpc('deposit', body)).error === null;
  };
  const numbers = Array.from({ length: DEPOSITS }, (_, number) => number);
  const sent = Promise.all(numbers.map((number) => deposit(first, number).catch(() => false)));
  await expect
    .poll(async () => (await sql`select from transactions where account_id = ${account.id}`).length, {
      timeout: 10_000,
      interval: 1,
    })
    .toBeGreaterThan(2);
  await killed.end('SIGKILL');
  const acknowledged = (await sent).filter(Boolean).length;
  const [stored] = await sql`select balance::float from accounts where id = ${account.id}`;
  expect(Math.round(stored?.balance / 1.01)).toBeGreaterThanOrEqual(acknowledged);
  for (const number of numbers) expect(await deposit(second, number)).toBe(true);
  const [whole] = await sql`select balance::float from accounts where id = ${account.id}`;
  expect(whole?.balance).toBe(Math.round(DEPOSITS * 101) / 100);
  expect(await audit(saver)).toEqual([]);
}, 120_000);
