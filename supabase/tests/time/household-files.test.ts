import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DAY_MS } from '../../../engine/calendar/calendar.ts';
import { startTestServer } from '../../../server/testing/server.ts';
import { buildHouseholdSchema } from '../../../tools/scripts/household-schema.ts';
import {
  type Customer,
  canonical,
  getHouseholds,
  type HouseholdJson,
} from '../support/simulated-household.ts';

/**
 * Tables with data that household files don't contain and that a return to a checkpoint keeps. For example,
 * support tickets, conversations with the assistant, and votes on articles belong to the customer, not the
 * household.
 */
const KEPT = [
  'account_deletions',
  'assistant_conversations',
  'assistant_messages',
  'assistant_proposals',
  'changes',
  'checkpoints',
  'customers',
  'document_folders',
  'documents',
  'help_votes',
  'insight_dismissals',
  'lesson_progress',
  'notification_preferences',
  'scenario_packs',
  'peer_transfers',
  'push_subscriptions',
  'transaction_edits',
  'saved_views',
  'ticket_attachments',
  'ticket_messages',
  'tickets',
];
const IN_THE_FILE = [
  'accounts',
  'auto_deposits',
  'budget_limits',
  'budget_moves',
  'budget_settings',
  'budgets',
  'card_applications',
  'card_controls',
  'disputes',
  'card_limit_requests',
  'card_replacements',
  'card_statements',
  'categories',
  'certificates',
  'contacts',
  'credit_cards',
  'debt_reserves',
  'fund_accounts',
  'fund_orders',
  'goal_movements',
  'goals',
  'holdings',
  'lots',
  'holds',
  'household_events',
  'imported_lines',
  'imports',
  'loan_applications',
  'loans',
  'mortgages',
  'pay_stubs',
  'tax_returns',
  'payment_exceptions',
  'peer_payments',
  'scenario_runs',
  'reconciled_transactions',
  'reconciliations',
  'refinance_offers',
  'refunds',
  'transaction_attachments',
  'transaction_details',
  'categorization_rules',
  'transaction_splits',
  'transaction_tags',
  'scheduled_payments',
  'shocks',
  'transactions',
  'virtual_cards',
];

describe('a household file', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const { sql, signUp, live, hashOf, violationsOf, exported, restore, generationOf } = getHouseholds(
    () => server,
  );

  async function open(client: Customer['client'], name: string, balance: number, more = {}): Promise<string> {
    const { data } = await client
      .rpc('open_account', { name, initial_balance: balance, ...more })
      .single<{ id: string }>()
      .throwOnError();
    return data.id;
  }

  async function insert(client: Customer['client'], table: string, row: object): Promise<string> {
    return (await client.from(table).insert(row).select().single().throwOnError()).data.id;
  }

  /** Adds records of every kind to a card, and creates a closed card. */
  async function fillCard(client: Customer['client'], card: string): Promise<void> {
    const call = async (verb: string, body: object) =>
      (await client.rpc(verb, body).single().throwOnError()).data;
    const { data: categories } = await client
      .from('categories')
      .select('id')
      .in('name', ['Food', 'Boats'])
      .throwOnError();
    await insert(client, 'card_controls', { card_id: card, kind: 'month', amount: 700 });
    for (const { id } of categories ?? [])
      await insert(client, 'card_controls', {
        card_id: card,
        kind: 'transaction',
        category_id: id,
        amount: 80,
      });
    const virtual = {
      card_id: card,
      name: 'Trial',
      spend_limit: 50,
      merchant: 'Corner Shop',
      single_use: true,
    };
    const { id } = (await call('create_virtual_card', virtual)) as { id: string };
    const charge = { card_id: card, amount: 12.34, merchant: 'Corner Shop', category: 'Food' };
    await call('charge_credit_card', { ...charge, virtual_card_id: id });
    await call('replace_credit_card', { card_id: card, reason: 'stolen' });
    await call('request_credit_limit', { card_id: card, credit_limit: 850 });
    const { data: charges } = await client
      .from('card_activity')
      .select('entry_id')
      .eq('card_id', card)
      .throwOnError();
    const reasons = ['duplicate', 'fraud', 'other'];
    for (const [index, { entry_id }] of (charges ?? []).entries())
      await call('open_dispute', { card_id: card, entry_id, amount: 3, reason: reasons[index] });
    const closed = await insert(client, 'credit_cards', { name: 'Closed', credit_limit: 100 });
    await call('close_credit_card', { card_id: closed });
  }

  /** Opens a household with unusual but valid transactions. */
  async function openOddHousehold(): Promise<Customer & { checking: string }> {
    const customer = await signUp();
    const { client } = customer;
    const checking = await open(client, 'Everyday', 5000);
    const poor = await open(client, 'Pocket', 10);
    const euros = await open(client, 'Voyage à Münster 🌍', 0, { currency: 'EUR' });
    const [closed, deleted] = [await open(client, 'Old', 200), await open(client, 'Gone', 70)];
    const pounds = await open(client, 'Turned', 40);
    const call = (verb: string, body: object) => client.rpc(verb, body).throwOnError();
    await call('transfer', { from_account_id: checking, to_account_id: euros, amount: 123.45 });
    await call('transfer', { from_account_id: deleted, to_account_id: checking, amount: 20 });
    await call('close_account', { account_id: closed, sweep_to_account_id: checking });
    await client.from('accounts').update({ balance: 4321.09 }).eq('id', checking).throwOnError();
    await client.from('accounts').update({ currency: 'GBP' }).eq('id', pounds).throwOnError();
    await client.from('accounts').update({ balance: 55.5 }).eq('id', pounds).throwOnError();
    await client.from('accounts').delete().eq('id', deleted).throwOnError();
    const boats = await insert(client, 'categories', { name: 'Boats' });
    const raw = { account_id: checking, amount: 9.99, type: 'WITHDRAWAL', description: 'Rope' };
    const rope = await insert(client, 'transactions', raw);
    await client
      .from('transactions')
      .update({ description: 'Anchor', category_id: boats })
      .eq('id', rope)
      .throwOnError();
    const debt = { interest_rate: 5, term: 12 };
    await insert(client, 'loans', { ...debt, name: 'Kept', amount: 1000 });
    const loan = await insert(client, 'loans', { ...debt, name: 'Forgiven', amount: 800 });
    await call('pay_loan', { loan_id: loan, amount: 100, account_id: checking });
    await client.from('loans').delete().eq('id', loan).throwOnError();
    const card = await insert(client, 'credit_cards', { name: 'Blue', credit_limit: 900, apr: 19.9 });
    await call('charge_credit_card', {
      card_id: card,
      amount: 12.34,
      merchant: 'Corner Shop',
      category: 'Food',
    });
    await fillCard(client, card);
    const autopay = { autopay: 'fixed', autopay_account_id: checking, autopay_amount: 5, frozen: true };
    await client.from('credit_cards').update(autopay).eq('id', card).throwOnError();
    const home = await insert(client, 'mortgages', {
      property_value: 9000,
      down_payment: 1000,
      interest_rate: 4,
      term: 10,
      rate_type: 'variable',
    });
    await client
      .rpc('start_escrow', { mortgage_id: home, property_tax: 60, home_insurance: 24 })
      .throwOnError();
    const payment = { account_id: poor, name: 'Rent', payee: 'Landlord', amount: 100, frequency: 'MONTHLY' };
    const tomorrow = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
    await insert(client, 'scheduled_payments', { ...payment, start_date: tomorrow });
    const saving = { account_id: pounds, name: 'Saving', payee: 'Broker', amount: 1, frequency: 'WEEKLY' };
    const rule = await insert(client, 'scheduled_payments', {
      ...saving,
      start_date: tomorrow,
      category_id: boats,
    });
    await insert(client, 'payment_exceptions', { payment_id: rule, planned_date: tomorrow });
    await insert(client, 'auto_deposits', {
      account_id: poor,
      name: 'Drip',
      amount: 0.01,
      frequency: 'DAILY',
    });
    await insert(client, 'auto_deposits', {
      account_id: checking,
      name: 'Employer',
      amount: 1,
      frequency: 'WEEKLY',
      start_date: tomorrow,
      is_pay: true,
      pay_details: {
        gross_per_year: 52_000,
        filing_status: 'single',
        retirement_percent: 5,
        match_percent: 50,
        match_up_to: 6,
        health: 20,
        hsa: 10,
        state_percent: 0,
        retirement_account_id: poor,
        hsa_account_id: null,
      },
    });
    await insert(client, 'goals', {
      name: 'A boat',
      photo: 'data:image/jpeg;base64,/9j/4AAQSkZJRg==',
      target: 900,
      account_id: poor,
      contribution: 'fixed',
      contribution_amount: 1.5,
      frequency: 'WEEKLY',
      from_account_id: checking,
    });
    await insert(client, 'shocks', { shock: 'car_repair', on_date: tomorrow, size: 25 });
    await insert(client, 'loan_applications', {
      email: 'a@example.com',
      applicant_name: 'A',
      loan_amount: 500,
      submitted_at: new Date().toISOString(),
    });
    const begun = { name: 'Old bank', begins_on: '2026-01-01', starting_balance: 50 };
    const statement = [{ day: '2026-01-02', amount: -5, description: 'Bakery', external_id: 'F1' }];
    const { data: kept } = await client
      .rpc('import_transactions', { new_account: begun, rows: statement })
      .throwOnError();
    const { data: gone } = await client
      .rpc('import_transactions', { account_id: kept.account_id, rows: [{ day: '2026-01-03', amount: 7 }] })
      .throwOnError();
    await client.rpc('undo_import', { import_id: gone.id }).throwOnError();
    const { data: shown } = await client
      .from('transactions')
      .select('id')
      .eq('account_id', kept.account_id)
      .throwOnError();
    const end = { account_id: kept.account_id, statement_date: '2026-01-31', statement_balance: 45 };
    await client
      .rpc('finish_reconciliation', { ...end, transaction_keys: (shown ?? []).map((row) => row.id) })
      .throwOnError();
    // The payment fails for lack of funds and is retried.
    await client.functions.invoke('advance', { body: { by: 'P2D' } });
    return { ...customer, checking };
  }

  it('contains every table that a customer owns, or excludes it deliberately', async () => {
    const tables = await sql()`
      select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and (c.relname = 'customers' or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'user_id'))`;
    expect(tables.map(({ name }) => name).sort()).toEqual([...KEPT, ...IN_THE_FILE].sort());
  });

  it('names only columns that its tables have, and none that only the bank may set', async () => {
    const listed = await sql()`
      select h.list, named.name as column_name, a.attname is not null as exists
        from bank.household_tables h cross join unnest(h.columns) as named (name)
        left join pg_attribute a on a.attrelid = h.table_name::regclass and a.attname = named.name`;
    expect(listed.filter(({ exists }) => !exists)).toEqual([]);
    const ofTheBank = ['user_id', 'household_id', 'person_id', 'balance', 'remaining_balance', 'last_entry'];
    expect(listed.filter(({ column_name: name }) => ofTheBank.includes(name))).toEqual([]);
    const parents =
      await sql()`select list from bank.household_tables where parent_column is not null and parent_table is null`;
    expect(parents).toEqual([]);
  });

  it('keeps when a rule was resumed, so that nothing from its pause happens afterward', async () => {
    const { id, client } = await signUp();
    const account = await open(client, 'Everyday', 900);
    const rule = {
      account_id: account,
      name: 'Pay',
      amount: 10,
      frequency: 'DAILY',
      start_date: '2026-01-01',
    };
    const deposit = await insert(client, 'auto_deposits', rule);
    await client.from('auto_deposits').update({ paused: true }).eq('id', deposit).throwOnError();
    await client.from('auto_deposits').update({ paused: false }).eq('id', deposit).throwOnError();
    const file = await exported({ id, client });
    expect(file.auto_deposits[0].resumed_at).toEqual(expect.any(String));
    expect(await restore({ id, client }, { file })).toMatchObject({ status: 200 });
    const [restored] = (await exported({ id, client })).auto_deposits;
    expect(restored.resumed_at).toBe(file.auto_deposits[0].resumed_at);
  });

  it('restores unusual households, which then simulate identically', async () => {
    const customer = await openOddHousehold();
    const file = await exported(customer);
    const schema = buildHouseholdSchema() as Parameters<typeof z.fromJSONSchema>[0];
    expect(z.fromJSONSchema(schema).safeParse(file).error).toBeUndefined();
    expect(file.accounts.filter(({ closed_at }: HouseholdJson) => closed_at)).toHaveLength(1);
    expect(file.pages.map(({ name }: HouseholdJson) => name).sort()).toEqual(['Forgiven', 'Gone']);
    expect(Object.values(file.carryover.retries)).toHaveLength(1);
    const bankPages = new Set(
      file.entries.flatMap(({ lines }: HouseholdJson) => lines.map((line: HouseholdJson) => line.ledger)),
    );
    for (const page of ['outside', 'opening', 'exchange', 'adjustments', 'closed', 'written_off'])
      expect(bankPages).toContain(page);
    const stranger = await signUp();
    expect(await restore(stranger, { file })).toMatchObject({ status: 200 });
    for (const household of [customer, stranger]) expect(await violationsOf(household)).toEqual([]);
    const theirs = canonical(await exported(stranger));
    const numbers = (household: HouseholdJson) =>
      household.accounts.map((account: HouseholdJson) => account.account_number);
    for (const [index, number] of numbers(theirs).entries()) expect(number).not.toBe(numbers(file)[index]);
    const withoutNumbers = (household: HouseholdJson) => ({
      ...household,
      accounts: household.accounts.map((account: HouseholdJson) => ({ ...account, account_number: '' })),
      cards: household.cards.map((card: HouseholdJson) => ({ ...card, card_number: '' })),
      virtual_cards: household.virtual_cards.map((card: HouseholdJson) => ({ ...card, card_number: '' })),
    });
    expect(withoutNumbers(theirs)).toEqual(withoutNumbers(canonical(file)));
    expect(await restore(customer, { file })).toMatchObject({ status: 200 });
    expect(await hashOf(customer)).toBe(await hashOf(stranger));
    for (const household of [customer, stranger]) await live(household, Date.parse(file.clock) + 60 * DAY_MS);
    expect(await hashOf(customer)).toBe(await hashOf(stranger));
    for (const household of [customer, stranger]) expect(await violationsOf(household)).toEqual([]);
  });

  it('is imported as documented', async () => {
    const example = new URL('../../../docs/household-file.example.json', import.meta.url);
    const customer = await signUp();
    const file = JSON.parse(readFileSync(example, 'utf8'));
    expect(await restore(customer, { file })).toMatchObject({ status: 200 });
    expect(await violationsOf(customer)).toEqual([]);
    const { accounts, entries } = await exported(customer);
    expect([accounts.length, entries.length]).toEqual([1, 2]);
  });

  it('keeps both history rows of an account whose currency was changed', async () => {
    const customer = await signUp();
    const id = await open(customer.client, 'Everyday', 100);
    await customer.client.from('accounts').update({ currency: 'GBP' }).eq('id', id).throwOnError();
    const history = async () =>
      (
        await customer.client
          .from('transactions')
          .select('kind, direction, amount, currency, balance_after, description, date')
          .order('date')
          .throwOnError()
      ).data;
    const before = await history();
    expect(before?.map(({ kind, currency, balance_after }) => [kind, currency, balance_after])).toEqual([
      ['opening', 'USD', 100],
      ['currency_change', 'USD', 0],
      ['currency_change', 'GBP', 100],
    ]);
    expect(await restore(customer, { file: await exported(customer) })).toMatchObject({ status: 200 });
    expect(await history()).toEqual(before);
    expect(await violationsOf(customer)).toEqual([]);
  });

  it('without products empties the bank, and a newer version is refused', async () => {
    const customer = await signUp();
    const empty = await exported(customer);
    const account = await open(customer.client, 'Everyday', 100);
    expect(await restore(customer, { file: { ...empty, version: 3 } })).toMatchObject({
      status: 422,
      body: { code: 'HOUSE', message: 'A newer version of Sandbank wrote this file. Update Sandbank first.' },
    });
    expect(await restore(customer, { file: empty })).toMatchObject({ status: 200, body: { entries: 0 } });
    expect((await customer.client.from('accounts').select('*').throwOnError()).data).toEqual([]);
    expect((await customer.client.rpc('deposit', { account_id: account, amount: 1 })).error?.code).toBe(
      'NTFND',
    );
    expect(await violationsOf(customer)).toEqual([]);
  });

  it("with another customer's account or number gets neither", async () => {
    const [owner, thief] = [await signUp(), await openOddHousehold()];
    const account = await open(owner.client, 'Mine', 100);
    const { data: mine } = await owner.client.from('accounts').select('*').single().throwOnError();
    const file = await exported(thief);
    const hash = await hashOf(thief);
    const spoiled = [
      {
        ...file,
        auto_deposits: file.auto_deposits.map((rule: HouseholdJson) => ({ ...rule, account_id: account })),
      },
      { ...file, cards: file.cards.map((card: HouseholdJson) => ({ ...card, autopay_account_id: account })) },
      { ...file, entries: JSON.parse(JSON.stringify(file.entries).replaceAll(thief.checking, account)) },
    ];
    for (const household of spoiled)
      expect(await restore(thief, { file: household })).toMatchObject({
        status: 422,
        body: { code: 'HOUSE' },
      });
    expect([await hashOf(thief), await generationOf(thief)]).toEqual([hash, 1]);
    const number = '000999999999';
    const claiming = {
      ...file,
      keeps_numbers: true,
      demo_until: '2001-01-01T00:00:00Z',
      accounts: file.accounts.map((household: HouseholdJson, index: number) => ({
        ...household,
        ...(index === 0 && { account_number: number }),
      })),
    };
    expect(await restore(thief, { file: claiming })).toMatchObject({ status: 200 });
    expect(await sql()`select from accounts where account_number = ${number}`).toEqual([]);
    expect(await sql()`select demo_until from customers where id = ${thief.id}`).toEqual([
      { demo_until: null },
    ]);
    expect((await owner.client.from('accounts').select('*').single().throwOnError()).data).toEqual(mine);
  });

  it('that is damaged is refused in words and changes nothing, or imports completely', async () => {
    const customer = await openOddHousehold();
    const file = await exported(customer);
    const places = placesIn(file);
    let hash = await hashOf(customer);
    let generation = await generationOf(customer);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(places.length - 1),
        junk,
        fc.constantFrom('put', 'cut', 'double'),
        async (index, value, how) => {
          const broken = spoil(file, places[index] ?? [], how, value);
          const { status, body } = await restore(customer, { file: broken });
          expect([200, 422], JSON.stringify({ place: places[index], how, value, body })).toContain(status);
          if (status === 422) {
            const { details = '{}', ...refusal } = body;
            expect(refusal).toEqual({ code: 'HOUSE', message: expect.stringMatching(/\w+ \w+/) });
            expect(JSON.parse(details), details).toBeTypeOf('object');
            expect([await hashOf(customer), await generationOf(customer)]).toEqual([hash, generation]);
          } else [hash, generation] = [await hashOf(customer), generation + 1];
          expect(await violationsOf(customer)).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
    for (const body of [{}, { file: null }, { file: [] }, { file: 'x' }, { file: { version: 1 } }])
      expect(await restore(customer, body)).toMatchObject({ status: 422, body: { code: 'HOUSE' } });
    expect(await generationOf(customer)).toBe(generation);
    expect(await sql()`select from bank.upload_chunks`).toEqual([]);
  }, 180_000);
});

type Place = (string | number)[];

/** Returns the position of every value in a file. */
function placesIn(value: unknown, place: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [place];
  const inner = Object.entries(value).flatMap(([key, household]) =>
    placesIn(household, [...place, Array.isArray(value) ? Number(key) : key]),
  );
  return place.length > 0 ? [place, ...inner] : inner;
}

const junk = fc.oneof(
  fc.constantFrom(
    null,
    '',
    0,
    -1,
    0.005,
    1e12,
    1e300,
    'USD',
    'outside',
    '\u0000',
    '\ud800',
    true,
    [],
    {},
    '9999-12-31',
    '-infinity',
  ),
  fc.constantFrom(
    '2026-02-30',
    '2026-01-01T00:00:00Z',
    '2189-01-01T00:00:00Z',
    '00000000-0000-0000-0000-000000000001',
  ),
  fc.string(),
  fc.integer(),
  fc.double(),
  fc.json().map((text) => JSON.parse(text)),
);

function spoil(file: HouseholdJson, place: Place, how: string, value: unknown): HouseholdJson {
  const broken = structuredClone(file);
  const key = place.at(-1) ?? '';
  const holder = place.slice(0, -1).reduce<HouseholdJson>((within, step) => within[step], broken);
  if (how === 'double' && Array.isArray(holder)) holder.push(structuredClone(holder[Number(key)]));
  else if (how === 'cut' && Array.isArray(holder)) holder.splice(Number(key), 1);
  else if (how === 'cut') delete holder[key];
  else holder[key] = value;
  return broken;
}
