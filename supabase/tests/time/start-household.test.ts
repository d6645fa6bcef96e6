import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayText, Zone } from '../../../engine/calendar/calendar.ts';
import { PERSONA_IDS, personaHistory } from '../../../engine/household/personas.ts';
import type { HouseholdRow } from '../../../engine/household/row.ts';
import { buildHouseholdState } from '../../../engine/household/state.ts';
import type { HouseholdState } from '../../../engine/simulation/state.ts';
import { getClient, startTestServer } from '../../../server/testing/server.ts';

describe('starting with a sample household', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  async function customer(): Promise<SupabaseClient> {
    const client = getClient(server);
    const { error } = await client.auth.signUp({
      email: `${crypto.randomUUID()}@example.com`,
      password: 'correct horse battery',
    });
    if (error) throw error;
    return client;
  }

  async function call(client: SupabaseClient, name: string, body: object) {
    const { data, error } = await client.functions.invoke(name, { body });
    if (error) throw new Error(`${error.context.status} ${await error.context.text()}`);
    return data;
  }

  const begin = (client: SupabaseClient, persona: string) =>
    call(client, 'start-household', { persona, time_zone: 'America/New_York' });

  const count = async (client: SupabaseClient, table: string) =>
    (await client.from(table).select('*', { count: 'exact', head: true }).throwOnError()).count ?? 0;

  it.each(PERSONA_IDS)('gives a customer two years of a %s and a balanced ledger', async (persona) => {
    const client = await customer();
    const { loaded, entries } = await begin(client, persona);
    expect(loaded).toBe(true);
    expect(entries).toBeGreaterThan(1_000);
    expect((await client.rpc('audit_my_books').throwOnError()).data).toEqual([]);
    expect(await count(client, 'transactions')).toBeGreaterThan(300);
    expect(await count(client, 'card_statements')).toBeGreaterThan(20);
    const { data: rules } = await client.from('scheduled_payments').select('next_at').throwOnError();
    expect(rules?.length).toBeGreaterThan(4);
    expect(rules?.every(({ next_at }) => Date.parse(next_at) > Date.now())).toBe(true);
  });

  it('continues: a month later pay has arrived, bills are paid, and the ledger balances', async () => {
    const client = await customer();
    await begin(client, 'young_family');
    const before = await client.rpc('simulated_now').throwOnError();
    const { digest, whole } = await call(client, 'advance', { by: 'P1M' });
    expect(whole).toBe(true);
    const lines = digest.lines as { group: string; count: number }[];
    const times = (group: string) => lines.find((line) => line.group === group)?.count ?? 0;
    expect(times('pay')).toBeGreaterThanOrEqual(5);
    expect(times('bill')).toBeGreaterThanOrEqual(7);
    expect(times('installment')).toBe(2);
    const { data: statements } = await client
      .from('card_statements')
      .select('to_date')
      .gte('to_date', dayText(new Zone('America/New_York').getDay(Date.parse(before.data))))
      .throwOnError();
    expect(statements?.length).toBeGreaterThan(0);
    expect(times('statement')).toBe(statements?.length);
    expect(times('purchase')).toBeGreaterThan(20);
    expect(times('failed')).toBe(0);
    expect((await client.rpc('audit_my_books').throwOnError()).data).toEqual([]);
    const { data: proof } = await client.rpc('my_ledger_hash').throwOnError();
    expect(proof).toMatchObject({ chain_intact: true, replay: [], violations: 0 });
  });

  it.each(PERSONA_IDS)('continues the %s exactly where the engine stopped', async (persona) => {
    const client = await customer();
    const { data: row } = await client
      .rpc('ensure_customer', { time_zone: 'America/New_York' })
      .single<{ id: string }>()
      .throwOnError();
    const now = await client.rpc('simulated_now').throwOnError();
    const { household, state } = personaHistory({
      persona,
      seed: 11,
      now: now.data,
      timeZone: 'America/New_York',
      newId: () => crypto.randomUUID(),
    });
    const bank = getClient(server, { key: server.serviceKey });
    await bank.rpc('load_household', { customer_id: row.id, household }).throwOnError();
    const { data } = await bank.rpc('engine_households', { customer_ids: [row.id] }).throwOnError();
    const [read] = data as HouseholdRow[];
    if (!read) throw new Error('The household is not there.');
    expect(sorted(buildHouseholdState(read))).toEqual(sorted({ ...state, posted: state.at }));
  });

  it('gives the same realism as a new customer has, such as the margin of exchanges', async () => {
    const bank = getClient(server, { key: server.serviceKey });
    const getRealism = async (client: SupabaseClient) => {
      const { data: row } = await client
        .rpc('ensure_customer', { time_zone: 'America/New_York' })
        .single<{ id: string }>()
        .throwOnError();
      const { data } = await bank.rpc('engine_households', { customer_ids: [row.id] }).throwOnError();
      const [read] = data as HouseholdRow[];
      if (!read) throw new Error('The household is not there.');
      const { bankHolidays, pending, exchangeMargin, unemployment, billIncreases } = read.carryover;
      return { bankHolidays, pending, exchangeMargin, unemployment, billIncreases };
    };
    const added = await customer();
    await added.rpc('ensure_customer', { time_zone: 'America/New_York' }).throwOnError();
    await added
      .rpc('open_account', { name: 'Mine', type: 'CHECKING', currency: 'USD', initial_balance: 5 })
      .throwOnError();
    const sample = await customer();
    await begin(sample, 'student');
    expect(await getRealism(sample)).toEqual(await getRealism(added));
    expect(await getRealism(sample)).toMatchObject({ exchangeMargin: 0.6 });
  });

  it('does nothing for a customer with products', async () => {
    const client = await customer();
    await begin(client, 'student');
    const before = await count(client, 'transactions');
    expect(await begin(client, 'high_earner')).toEqual({ loaded: false, entries: 0 });
    expect(await count(client, 'transactions')).toBe(before);
    const owner = await customer();
    await owner.rpc('ensure_customer', { time_zone: 'UTC' }).throwOnError();
    await owner.rpc('open_account', { name: 'Mine', type: 'CHECKING', currency: 'USD', initial_balance: 5 });
    expect(await begin(owner, 'student')).toEqual({ loaded: false, entries: 0 });
    expect(await count(owner, 'accounts')).toBe(1);
  });

  it('happens once, however many parallel requests there are', async () => {
    const client = await customer();
    const answers = await Promise.all([1, 2, 3].map(() => begin(client, 'retiree')));
    expect(answers.map(({ loaded }) => loaded).sort()).toEqual([false, false, true]);
    expect(await count(client, 'accounts')).toBe(4);
  });

  it('refuses unknown households and visitors', async () => {
    const client = await customer();
    await expect(begin(client, 'pirate')).rejects.toThrow(/^400 .*find that persona.*student/);
    await expect(call(client, 'start-household', {})).rejects.toThrow(/^400 .*NTFND/);
    await expect(begin(getClient(server), 'student')).rejects.toThrow(/^401 .*sign in/);
  });
});

/**
 * Sorts the rules, because rules created at the same instant have no fixed order. Removes rules that have
 * ended.
 */
function sorted(state: HouseholdState) {
  const byId = (left: { id: string }, right: { id: string }) => (left.id < right.id ? -1 : 1);
  const goesOn = ({ recurrence }: { recurrence: { end?: number; start: number } }) =>
    recurrence.end === undefined || recurrence.end * 86_400_000 > state.at;
  return {
    ...state,
    // The bank stores when a rule was loaded, which is shortly after the history ends.
    autoDeposits: state.autoDeposits
      .filter(goesOn)
      .map(({ since: _, ...rule }) => rule)
      .sort(byId),
    scheduledPayments: state.scheduledPayments.filter(goesOn).sort(byId),
  };
}
