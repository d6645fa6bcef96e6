import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getClient, startTestServer } from '../../../server/testing/server.ts';
import { type ReadPdf, readPdf, rolesIn } from '../support/pdf.ts';

type Document = {
  id: string;
  kind: string;
  about: string | null;
  about_name: string | null;
  period_from: string;
  period_to: string;
  path: string;
  sha256: string | null;
  size: number | null;
  seen_at: string | null;
};

/** Formats an amount the way documents do. */
const onPaper = (amount: number) =>
  `${amount < 0 ? '\u2212' : ''}$${Math.abs(amount).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

describe("the bank's documents", () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let customer: SupabaseClient;
  let customerId: string;

  beforeAll(async () => {
    server = await startTestServer();
    customer = await signUp();
    customerId = await getId(customer);
    await call('start-household', { persona: 'young_family', time_zone: 'America/New_York' });
  });
  afterAll(() => server.close());

  async function signUp(): Promise<SupabaseClient> {
    const client = getClient(server);
    const email = `${crypto.randomUUID()}@example.com`;
    const { error } = await client.auth.signUp({ email, password: 'correct horse battery' });
    if (error) throw error;
    return client;
  }

  const getId = async (client: SupabaseClient) => (await client.auth.getUser()).data.user?.id ?? '';

  async function call(name: string, body: object, client = customer) {
    const { data, error } = await client.functions.invoke(name, { body });
    if (error) throw new Error(`${error.context.status} ${await error.context.text()}`);
    return data;
  }

  const documents = async (client = customer) =>
    (await client.rpc('my_documents').throwOnError()).data as Document[];

  const newest = async (kind: string, name?: string) => {
    const document = (await documents()).find(
      (document) => document.kind === kind && (!name || document.about_name === name),
    );
    if (!document) throw new Error(`There is no ${kind}.`);
    return document;
  };

  async function getBytes({ id, path }: Document, client = customer): Promise<Uint8Array> {
    await call('issue-document', { document_id: id }, client);
    const { data, error } = await client.storage.from('documents').download(path);
    if (error) throw error;
    return new Uint8Array(await data.arrayBuffer());
  }

  const read = async (document: Document, client = customer): Promise<ReadPdf> =>
    readPdf(await getBytes(document, client));
  const sql = () => server.context.database.owner;

  /**
   * Returns the ledger's figures for an account in a month in New York. Interest and fees count on the day
   * that ended, not on the day they were posted.
   */
  async function month(ledger: string, from: string, to: string) {
    const [row] = await sql()`
      with counted as (
        select p.amount, (e.value_at at time zone 'America/New_York')::date as day
        from bank.postings p join bank.entries e on e.id = p.entry_id where p.ledger_id = ${ledger})
      select coalesce(sum(amount) filter (where day < ${from}), 0)::float8 as opening,
        coalesce(sum(amount) filter (where day between ${from} and ${to}), 0)::float8 as change,
        coalesce(sum(amount) filter (where day <= ${to}), 0)::float8 as closing,
        coalesce(sum(amount) filter (where day between ${from} and ${to} and amount > 0), 0)::float8 as money_in,
        coalesce(sum(amount) filter (where day between ${from} and ${to} and amount < 0), 0)::float8 as money_out,
        coalesce(array_agg(amount::float8) filter (where day between ${from} and ${to}), '{}') as amounts
      from counted`;
    return row as {
      opening: number;
      closing: number;
      money_in: number;
      money_out: number;
      amounts: number[];
    };
  }

  it('are listed automatically: every closed month of an account and every closed cycle of a card', async () => {
    const list = await documents();
    const [expected] = await sql()`
      select (select count(*)::int from card_statements where user_id = ${customerId}) as cards,
        (select count(*)::int from loans where user_id = ${customerId}) + (select count(*)::int from mortgages where user_id = ${customerId}) as debts,
        (select sum((extract(year from age(today, first)) * 12 + extract(month from age(today, first))))::int
          from (select date_trunc('month', created_at at time zone 'America/New_York') as first,
            date_trunc('month', now() at time zone 'America/New_York') as today from accounts where user_id = ${customerId}) a) as months`;
    const count = (kind: string) => list.filter((document) => document.kind === kind).length;
    expect(count('card_statement')).toBe(expected?.cards);
    expect(count('statement')).toBe(expected?.months);
    expect(count('agreement')).toBe(expected?.debts);
    expect(count('schedule')).toBe(expected?.debts);
    expect(count('tax_summary')).toBeGreaterThanOrEqual(1);
    expect(await documents()).toEqual(list);
    // Listing documents doesn't render their files.
    expect(list.every(({ sha256 }) => sha256 === null)).toBe(true);
  });

  it("state the ledger's amounts: the opening balance and postings equal the closing balance", async () => {
    const accounts =
      (await customer.from('accounts').select().eq('currency', 'USD').throwOnError()).data ?? [];
    for (const { id, name } of accounts.slice(0, 2)) {
      const statement = await newest('statement', name);
      const { text, pages, ink } = await read(statement);
      expect(ink).toBeGreaterThan(500);
      const ledger = await month(id, statement.period_from, statement.period_to);
      expect(text).toContain(name);
      expect(text).toContain(`${onPaper(ledger.opening)} `);
      expect(text).toContain(onPaper(ledger.closing));
      if (ledger.money_in > 0) expect(text).toContain(`+${onPaper(ledger.money_in)}`);
      if (ledger.money_out < 0) expect(text).toContain(onPaper(ledger.money_out));
      for (const amount of ledger.amounts)
        expect(text).toContain(amount > 0 ? `+${onPaper(amount)}` : onPaper(amount));
      expect(Math.round((ledger.opening + ledger.money_in + ledger.money_out) * 100)).toBe(
        Math.round(ledger.closing * 100),
      );
      for (const [index, page] of pages.entries()) {
        expect(page).toContain('Simulation, not a bank document');
        expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
      }
    }
  });

  it('follow each other without a gap: each closing balance opens the next', async () => {
    const [wrong] = await sql()`
      with told as (
        select d.about, d.period_to, document_facts(d.user_id, d.id) -> 'facts' as facts
        from documents d where d.user_id = ${customerId} and d.kind = 'statement' and d.sha256 is null)
      select count(*)::int as count from (
        select (facts ->> 'opening')::numeric as opening, lag((facts ->> 'closing')::numeric) over (partition by about order by period_to) as before,
          (facts ->> 'closing')::numeric as closing,
          (select coalesce(sum((l ->> 'amount')::numeric), 0) from jsonb_array_elements(facts -> 'lines') l) as moved,
          lag(period_to) over (partition by about order by period_to) as earlier, period_to
        from told) t
      where opening + moved <> closing or (before is not null and earlier = (date_trunc('month', period_to) - interval '1 day')::date and opening <> before)`;
    expect(wrong?.count).toBe(0);
  });

  it('state for a card the balance, due date, minimum payment warning, and interest', async () => {
    const { data } = await customer
      .from('card_statements')
      .select()
      .order('to_date', { ascending: false })
      .throwOnError();
    const row = data?.find(({ closing_balance }) => closing_balance > 100) ?? data?.[0];
    const statement = (await documents()).find(
      ({ about, period_to }) => about === row.card_id && period_to === row.to_date,
    );
    if (!statement) throw new Error('The statement was not issued.');
    const { text } = await read(statement);
    for (const amount of [row.opening_balance, row.closing_balance, row.minimum_payment, row.rewards])
      expect(text).toContain(onPaper(amount));
    expect(text).toContain(onPaper(-row.payments));
    expect(text).toContain(onPaper(row.charges));
    const [year, mon, day] = row.due_date.split('-');
    expect(text).toContain(`${mon}/${day}/${year}`);
    expect(text).toContain('Late Payment Warning');
    const lines = await month(row.card_id, row.from_date, row.to_date);
    expect(Math.round((row.opening_balance - lines.money_in - lines.money_out) * 100)).toBe(
      Math.round(row.closing_balance * 100),
    );
    expect(lines.amounts.every((amount) => text.includes(onPaper(Math.abs(amount))))).toBe(true);
  });

  it('use the introductory APR of a card while it applies', async () => {
    const client = await signUp();
    const decision = {
      outcome: 'approved',
      product: 'tide_cash',
      name: 'Tide Cash',
      apr: 21.49,
      limit: 500_000,
    };
    const [application] = await sql()`
      select id from record_card_application(${await getId(client)}, 'tide_cash', 60000, 'EMPLOYED', 0,
        ${JSON.stringify(decision)}::text::jsonb, null)`;
    const { data: card } = await client.rpc('open_card', { application_id: application?.id }).throwOnError();
    const charge = { card_id: card.id, amount: 1_000, merchant: 'Anchor & Oak', category: 'Shopping' };
    await client.rpc('charge_credit_card', charge).throwOnError();
    await call('advance', { by: 'P2M' }, client);
    const statement = (await documents(client)).findLast(({ kind }) => kind === 'card_statement');
    if (!statement) throw new Error('The statement was not issued.');
    const { text } = await read(statement, client);
    expect(text).toContain('Your APR is 0%');
    // 11 months without interest, and then 21.49%.
    expect(text).toMatch(/Only the minimum payment\s+4 years\s+\$1,306\.84/);
  });

  it('add up the interest of a year like the ledger', async () => {
    const summary = await newest('tax_summary');
    const { text } = await read(summary);
    const year = summary.period_from.slice(0, 4);
    const sums = await sql()`
      select l.name, abs(sum(p.amount))::float8 as amount from bank.entries e join bank.postings p on p.entry_id = e.id
        join bank.ledger_accounts l on l.id = p.ledger_id
      where e.household_id = ${customerId} and l.household_id = ${customerId} and e.kind = 'interest'
        and extract(year from e.value_at at time zone 'America/New_York') = ${year}
      group by l.id, l.name having sum(p.amount) <> 0`;
    expect(sums.length).toBeGreaterThan(0);
    for (const { name, amount } of sums) {
      expect(text).toContain(name);
      expect(text).toContain(onPaper(amount));
    }
  });

  it('contain the original terms: an agreement, and a schedule that ends at zero', async () => {
    const agreement = await newest('agreement');
    const table =
      agreement.path && (await customer.from('mortgages').select().eq('id', agreement.about)).data?.[0];
    const debt = table ?? (await customer.from('loans').select().eq('id', agreement.about)).data?.[0];
    const { text } = await read(agreement);
    expect(text).toContain(onPaper(debt.loan_amount ?? debt.amount));
    expect(text).toContain(onPaper(debt.monthly_payment));
    const schedule = (await documents()).find(
      ({ kind, about }) => kind === 'schedule' && about === agreement.about,
    );
    if (!schedule) throw new Error('There is no schedule.');
    const printed = await read(schedule);
    expect(printed.pages.length).toBeGreaterThan(1);
    expect(printed.pages.at(-1)).toContain('$0.00');
  });

  it('prove one transaction on a receipt, with both its sides', async () => {
    const { data } = await customer
      .from('transactions')
      .select()
      .eq('kind', 'transfer')
      .limit(1)
      .throwOnError();
    const row = data?.[0];
    const { data: receipt } = await customer.rpc('issue_receipt', { transaction_key: row.id }).throwOnError();
    const repeated = await customer.rpc('issue_receipt', { transaction_key: row.id }).throwOnError();
    expect(repeated.data.id).toBe(receipt.id);
    const { text } = await read(receipt as Document);
    expect(text).toContain(onPaper(row.amount));
    expect(text).toContain('Total of both sides');
    expect(text).toContain('$0.00');
    expect(text).toMatch(/Receipt dated \d\d\/\d\d\/\d{4} at (1[0-2]|[1-9]):[0-5]\d [AP]M, for/);
    const stranger = await signUp();
    const refused = await stranger.rpc('issue_receipt', { transaction_key: row.id });
    expect(refused.error?.code).toBe('NTFND');
  });

  it('are tagged: language, title, headings, table headers, and artifacts', async () => {
    const bytes = await getBytes(await newest('statement'));
    const { language, title, isMarked, structure } = await readPdf(bytes);
    expect(language).toBe('en-US');
    expect(title).toContain('statement of');
    expect(isMarked).toBe(true);
    const roles = rolesIn(structure);
    for (const role of ['Document', 'H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD'])
      expect(roles).toContain(role);
  });

  it('are byte-identical forever, after renames, corrections, and transfers, and for parallel requests', async () => {
    const statement = await newest('statement', 'Everyday Checking').catch(() => newest('statement'));
    const [first, second] = await Promise.all([getBytes(statement), getBytes(statement)]);
    expect(Buffer.compare(first, second)).toBe(0);
    await customer.from('accounts').update({ name: 'Another name' }).eq('id', statement.about).throwOnError();
    await customer.rpc('deposit', { account_id: statement.about, amount: 12.34 }).throwOnError();
    await call('advance', { by: 'P1M' });
    expect(Buffer.compare(await getBytes(statement), first)).toBe(0);
    const [unchanged] = (await documents()).filter(({ id }) => id === statement.id);
    const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(first));
    expect(unchanged?.sha256).toBe(Buffer.from(digest).toString('hex'));
    expect(unchanged?.size).toBe(first.length);
    expect(unchanged?.about_name).not.toBe('Another name');
  });

  it('include only what was in the ledger when they were issued', async () => {
    const statement = (await documents()).find(({ kind, sha256 }) => kind === 'statement' && sha256 === null);
    if (!statement?.about) throw new Error('There is no statement that was not made yet.');
    const facts = async () =>
      (await sql()`select document_facts(${customerId}, ${statement.id}) -> 'facts' as facts`)[0]?.facts;
    const before = await facts();
    const noon = `${statement.period_to}T12:00:00Z`;
    await sql()`
      select bank.post(${customerId}::uuid, 'deposit', 'Smuggled into the past', ${noon}::timestamptz, ${noon}::timestamptz,
        'system', array[${statement.about}::uuid, bank.system_account('cash_clearing')], array['USD', 'USD'], array[5::numeric, -5])`;
    expect(await facts()).toEqual(before);
  });

  it("are new until they are opened, and can't be written by their customer", async () => {
    const statement = await newest('card_statement');
    expect(statement.seen_at).toBeNull();
    await customer.rpc('mark_document_read', { document_id: statement.id }).throwOnError();
    expect((await newest('card_statement')).seen_at).not.toBeNull();
    const renamed = await customer
      .from('documents')
      .update({ name: 'Mine.pdf' })
      .eq('id', statement.id)
      .select();
    expect(renamed.data).toEqual([]);
    const removed = await customer.from('documents').delete().eq('id', statement.id).select();
    expect(removed.data).toEqual([]);
    await getBytes(statement);
    const files = customer.storage.from('documents');
    expect(
      (await files.update(statement.path, new Blob(['x'], { type: 'application/pdf' }))).error,
    ).not.toBeNull();
    expect((await files.remove([statement.path])).data).toEqual([]);
    const stranger = await signUp();
    const refused = await stranger.functions.invoke('issue-document', {
      body: { document_id: statement.id },
    });
    expect(refused.error.context.status).toBe(404);
    expect((await stranger.storage.from('documents').download(statement.path)).data).toBeNull();
  });

  it('are created for one customer a few at a time; further parallel requests are refused with 429', async () => {
    const statement = (await documents()).find(({ kind }) => kind === 'statement');
    if (!statement) throw new Error('There is no statement.');
    const issue = () => customer.functions.invoke('issue-document', { body: { document_id: statement.id } });
    const answers = await Promise.all(Array.from({ length: 12 }, issue));
    const statuses = answers.map(({ error }) => error?.context.status ?? 200);
    expect(statuses).toContain(200);
    expect(statuses).toContain(429);
    expect((await issue()).error).toBeNull();
  });

  it('of a discarded future are deleted with it, and are issued again', async () => {
    const { data: checkpoint } = await customer.rpc('save_checkpoint', { name: 'Here' }).throwOnError();
    const before = await documents();
    const upload = new FormData();
    upload.set('id', crypto.randomUUID());
    upload.set('name', 'Lease.pdf');
    upload.set('file', new Blob(['%PDF-1.7 lease']));
    await customer.functions.invoke('upload-document', { body: upload });
    await call('advance', { by: 'P3M' });
    const ahead = await documents();
    const latest = ahead.find(({ kind }) => kind === 'statement');
    if (!latest) throw new Error('There is no statement.');
    await getBytes(latest);
    expect(ahead.length).toBeGreaterThan(before.length);
    await call('restore', { checkpoint_id: checkpoint.id });
    const after = await documents();
    const periods = (list: Document[]) =>
      list
        .filter(({ kind }) => kind !== 'upload' && kind !== 'receipt')
        .map(({ kind, about_name, period_to }) => `${kind} ${period_to} ${about_name}`)
        .sort();
    // Newly issued documents use a renamed account's new name.
    expect(periods(after).length).toBe(periods(before).length);
    expect(after.some(({ period_to }) => period_to > latest.period_to)).toBe(false);
    expect(after.some(({ id }) => id === latest.id)).toBe(false);
    expect(after.filter(({ kind }) => kind === 'upload')).toHaveLength(1);
    expect((await customer.storage.from('documents').download(latest.path)).data).toBeNull();
  });
});
