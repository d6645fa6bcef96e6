import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getClient, startTestServer } from '../../../server/testing/server.ts';
import { readPdf } from '../support/pdf.ts';

const DAY_MS = 86_400_000;

describe('tax documents and pay stubs', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let customer: SupabaseClient;
  let year: number;

  beforeAll(async () => {
    server = await startTestServer();
    customer = getClient(server);
    const { error } = await customer.auth.signUp({
      email: `${crypto.randomUUID()}@example.com`,
      password: 'correct horse battery',
    });
    if (error) throw error;
    await customer.rpc('ensure_customer', { time_zone: 'UTC' }).throwOnError();
    const checking = await open('Everyday', 'CHECKING');
    await open('Savings', 'SAVINGS');
    // The pay stays the same for the whole year.
    await customer.rpc('set_bill_increases', { enabled: false }).throwOnError();
    const fund = { account_id: await open('Future', 'INVESTMENT'), us_stocks: 50, bonds: 50 };
    await customer.rpc('convert_to_funds', fund).throwOnError();
    // The rebalancing in January sells the fund that has risen more.
    await customer.rpc('change_fund_account', { ...fund, rebalances: 'yearly' }).throwOnError();
    const { data: now } = await customer.rpc('simulated_now').throwOnError();
    const details = {
      gross_per_year: 62_400,
      filing_status: 'single',
      retirement_percent: 6,
      match_percent: 50,
      match_up_to: 6,
      health: 55.38,
      hsa: 100,
      state_percent: 4,
      children: 1,
    };
    await customer
      .from('auto_deposits')
      .insert({
        account_id: checking,
        name: 'Acme',
        amount: 1,
        frequency: 'BIWEEKLY',
        is_pay: true,
        pay_details: details,
        start_date: new Date(Date.parse(now) + DAY_MS).toISOString().slice(0, 10),
        // The figures are those of the same pay in each year.
        yearly_adjustment: 'none',
      })
      .throwOnError();
    year = new Date(now).getUTCFullYear() + 1;
    const days = Math.ceil((Date.UTC(year + 1, 1, 16) - Date.parse(now)) / DAY_MS);
    await call('advance', { by: `P${days}D` });
    await customer.rpc('file_tax_return', { tax_year: year, account_id: checking }).throwOnError();
  });
  afterAll(() => server.close());

  async function open(name: string, type: string): Promise<string> {
    const { data } = await customer
      .rpc('open_account', { name, type, initial_balance: 40_000 })
      .single<{ id: string }>()
      .throwOnError();
    return data.id;
  }

  async function call(name: string, body: object) {
    const { data, error } = await customer.functions.invoke(name, { body });
    if (error) throw new Error(`${error.context.status} ${await error.context.text()}`);
    return data;
  }

  /** Returns the text of a document's rendered file. */
  async function read({ id, path }: { id: string; path: string }): Promise<string> {
    await call('issue-document', { document_id: id });
    const { data, error } = await customer.storage.from('documents').download(path);
    if (error) throw error;
    const { text, ink, isMarked } = await readPdf(new Uint8Array(await data.arrayBuffer()));
    expect(ink).toBeGreaterThan(500);
    expect(isMarked).toBe(true);
    expect(text).toContain('Simplified. Not tax advice.');
    return text;
  }

  async function readKind(kind: string): Promise<string> {
    const { data } = await customer.rpc('my_documents').throwOnError();
    const document = (data as { id: string; path: string; kind: string; period_to: string }[]).find(
      (row) => row.kind === kind && row.period_to === `${year}-12-31`,
    );
    if (!document) throw new Error(`There is no ${kind}.`);
    return read(document);
  }

  it('have the boxes of a year with 26 paychecks', async () => {
    const text = await readKind('w2');
    expect(text).toContain(`Form W-2 ${year}`);
    expect(text).toContain('Wages from Acme');
    expect(text).toContain('$58,360.12');
    expect(text).toContain('$3,618.42');
    expect(text).toContain('$846.30');
    expect(text).toContain('$3,744.00');
    expect(text).toContain('$2,184.52');
  });

  it('list the interest of the year by account', async () => {
    const text = await readKind('form_1099_int');
    expect(text).toContain('Savings');
    expect(text).toContain('Interest income');
  });

  it('list the dividends of the year, and the sales of funds with their cost basis', async () => {
    const dividends = await readKind('form_1099_div');
    expect(dividends).toContain('Future');
    expect(dividends).toContain('1b Qualified');
    const sales = await readKind('form_1099_b');
    expect(sales).toContain('Proceeds');
    expect(sales).toContain('Cost basis');
    expect(sales).toMatch(/(US Stocks|Bonds), 01\//);
  });

  it('contain the filed return on one page', async () => {
    const text = await readKind('tax_return');
    expect(text).toContain('Adjusted gross income');
    expect(text).toContain('Dividends');
    expect(text).toContain('Child tax credit');
    expect(text).toContain('$54,616.00');
    expect(text).toMatch(/Refund|Amount due/);
  });

  it('contain a pay stub with year-to-date totals', async () => {
    const { data: stubs } = await customer
      .from('pay_stubs')
      .select('id')
      .gte('pay_date', `${year}-01-01`)
      .order('pay_date')
      .range(1, 1)
      .throwOnError();
    const { data } = await customer.rpc('issue_pay_stub', { pay_stub_id: stubs?.[0]?.id }).throwOnError();
    const text = await read(data);
    expect(text).toContain('Pay stub');
    expect(text).toContain('$2,400.00');
    expect(text).toContain('$4,800.00');
  });
});
