import type { SupabaseClient } from '@supabase/supabase-js';
import { expect } from 'vitest';
import type { Instant } from '../../../engine/calendar/calendar.ts';
import type { HouseholdRow } from '../../../engine/household/row.ts';
import { buildStep } from '../../../engine/simulation/step.ts';
import { demoHousehold } from '../../../engine/testing/personas.ts';
import { getClient, type TestServer } from '../../../server/testing/server.ts';

export type Customer = { id: string; client: SupabaseClient };
export type HouseholdJson = Record<string, ReturnType<JSON['parse']>>;

/** Returns helpers for whole households on a real server: sign up, simulate, export, restore, and hash. */
export function getHouseholds(server: () => TestServer) {
  const sql = () => server().context.database.owner;

  async function signUp(): Promise<Customer> {
    const client = getClient(server());
    const { data, error } = await client.auth.signUp({
      email: `${crypto.randomUUID()}@example.com`,
      password: 'correct horse battery',
    });
    if (error) throw error;
    await client.rpc('ensure_customer', { time_zone: 'America/New_York' }).throwOnError();
    return { id: data.user?.id ?? '', client };
  }

  /** Signs up a customer with the demo household as of an instant. */
  async function signUpWithDemo(now: Instant): Promise<Customer> {
    const customer = await signUp();
    const household = demoHousehold({
      seed: 3,
      now: new Date(now).toISOString(),
      timeZone: 'America/New_York',
      newId: () => crypto.randomUUID(),
    });
    const json = JSON.parse(JSON.stringify(household));
    await sql()`select load_household(${customer.id}, ${sql().json(json)})`;
    await sql()`update bank.clocks set simulated_until = ${new Date(now)} where household_id = ${customer.id}`;
    return customer;
  }

  async function live({ id }: Customer, to: Instant): Promise<void> {
    const [household] = await sql()`select * from engine_households(array[${id}]::uuid[]) as row`;
    const { step } = buildStep(household?.row as HouseholdRow, to, false);
    const [done] =
      await sql()`select * from apply_engine_steps(${sql().json(JSON.parse(JSON.stringify([step])))})`;
    expect(done?.outcome).toBe('applied');
  }

  const hashOf = async ({ id }: Customer) =>
    (await sql()`select hash from bank.hash_ledger(${id})`)[0]?.hash as string;

  const getViolations = ({ id }: Customer) =>
    sql()`select * from bank.audit(${id}) union all select * from bank.audit_replay(${id})`;

  async function exported({ client }: Customer): Promise<HouseholdJson> {
    return (await client.rpc('export_household').throwOnError()).data;
  }

  /** Restores a household and returns the response's status and body, even for a refusal. */
  async function restore(
    { client }: Customer,
    body: object,
  ): Promise<{ status: number; body: HouseholdJson }> {
    const { data, error, response } = await client.functions.invoke('restore', { body });
    if (error === null) return { status: 200, body: data };
    return { status: response?.status ?? 0, body: await error.context.json() };
  }

  const getGeneration = async ({ client }: Customer) =>
    (await client.from('customers').select('generation').single().throwOnError()).data.generation as number;

  /**
   * Expects that a household is the same at an instant, by its ledger hash and `getEnd`, whether it goes on, is restored
   * from its file for another customer, or returns to a checkpoint. Returns the file.
   */
  async function expectContinuation(
    customer: Customer,
    until: Instant,
    getEnd: (customer: Customer) => Promise<unknown> = async () => null,
  ): Promise<HouseholdJson> {
    const file = await exported(customer);
    const { data: checkpoint } = await customer.client
      .rpc('save_checkpoint', { name: 'Before' })
      .single<{ id: string }>()
      .throwOnError();
    const getState = async (of: Customer) => ({ hash: await hashOf(of), end: await getEnd(of) });
    await live(customer, until);
    const state = await getState(customer);
    const other = await signUp();
    expect(await restore(other, { file })).toMatchObject({ status: 200 });
    expect(canonical(await exported(other))['holds']).toEqual(canonical(file)['holds']);
    await live(other, until);
    expect(await getState(other)).toEqual(state);
    expect(await restore(customer, { checkpoint_id: checkpoint.id })).toMatchObject({ status: 200 });
    await live(customer, until);
    expect(await getState(customer)).toEqual(state);
    return file;
  }

  return {
    sql,
    expectContinuation,
    signUp,
    signUpWithDemo,
    live,
    hashOf,
    violationsOf: getViolations,
    exported,
    restore,
    generationOf: getGeneration,
  };
}

/** Returns the file without its export time, with ids numbered by their first appearance. */
export function canonical(file: HouseholdJson): HouseholdJson {
  const numbers = new Map<string, string>();
  const { exported_at, clock, ...content } = file;
  const text = JSON.stringify(content).replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
    if (!numbers.has(id)) numbers.set(id, `id ${numbers.size}`);
    return numbers.get(id) ?? '';
  });
  return JSON.parse(text);
}
