import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FlowSums } from '../../../engine/insights/flows.ts';
import {
  getYearSpan,
  reviewYear,
  type YearMovement,
  type YearPurchase,
  type YearRecords,
  type YearReview,
} from '../../../engine/insights/year-review.ts';
import { fromMinor, toMinor } from '../../../engine/money/minor.ts';
import { startTestServer, type TestServer } from '../../../server/testing/server.ts';
import { type Conversation, openConversation } from '../support/assistant.ts';
import { answerTopicWith, getTopicFigure, loadAnswerContext } from '../support/topics.ts';

/** Reads and reviews a year, as the page does. */
async function review(client: SupabaseClient, year: number): Promise<YearReview> {
  const { from, to, beforeFrom, beforeTo } = getYearSpan(year);
  const call = async <Result>(name: string, parameters: object) =>
    (await client.rpc(name, parameters).throwOnError()).data as Result;
  return reviewYear({
    year,
    currency: 'USD',
    days: await call<YearRecords['days']>('net_worth_history', {}),
    movements: await call<YearMovement[]>('year_movements', { year }),
    flows: await call<FlowSums[]>('analytics_flows', {
      from_day: from,
      to_day: to,
      before_from: beforeFrom,
      before_to: beforeTo,
      in_currency: null,
    }),
    budgets: await call<YearRecords['budgets']>('budget_history', { months: 24 }),
    purchases: await call<YearPurchase[]>('year_purchases', { year }),
    goals: [],
  });
}

describe('the year in review of the demo household', () => {
  let server: TestServer;
  let demo: Conversation;
  let year: number;
  let result: YearReview;

  beforeAll(async () => {
    server = await startTestServer();
    demo = await openConversation(server, 'demo');
    year = Number((await loadAnswerContext(demo.client)).customer.today.slice(0, 4)) - 1;
    result = await review(demo.client, year);
  });
  afterAll(() => server.close());

  it('explains the whole change in net worth, and little of it by exchange rates and other changes', () => {
    const { change, causes } = result.netWorth;
    expect(causes.reduce((sum, { amount }) => sum + amount, 0)).toBe(change);
    const rest = causes.find(({ label }) => label.startsWith('Exchange rates'))?.amount ?? 0;
    const paid = causes.find(({ label }) => label === 'Paychecks')?.amount ?? 0;
    expect(paid).toBeGreaterThan(0);
    expect(Math.abs(rest)).toBeLessThan(paid / 20);
  });

  it('equals the figures of other pages', async () => {
    const { client } = demo;
    const rows = async (name: string, parameters = {}) =>
      (await client.rpc(name, parameters).throwOnError()).data as Record<string, unknown>[];
    // Net worth and debts: the parts of net worth.
    const getParts = async (day: string) => {
      const parts = await rows('net_worth_parts', { day });
      const debts = parts.filter(({ kind }) => ['cards', 'loans', 'mortgages'].includes(String(kind)));
      const add = (items: typeof parts) => items.reduce((sum, { worth }) => sum + toMinor(Number(worth)), 0);
      return { total: add(parts), debts: add(debts) };
    };
    const start = await getParts(`${year - 1}-12-31`);
    const end = await getParts(`${year}-12-31`);
    expect(result.netWorth).toMatchObject({ start: start.total, end: end.total });
    expect(result.debtPaidDown).toBe(end.debts - start.debts);
    // Income and spending: the transactions of the year.
    const { data: spending } = await client
      .from('spending_in_base')
      .select('direction, base_amount')
      .gte('day', `${year}-01-01`)
      .lte('day', `${year}-12-31`)
      .limit(10_000)
      .throwOnError();
    const total = (direction: string) =>
      spending
        .filter((row) => row.direction === direction)
        .reduce((sum, row) => sum + toMinor(row.base_amount ?? 0), 0);
    expect(toMinor(result.flow.income)).toBe(total('in'));
    expect(toMinor(result.flow.spending)).toBe(total('out'));
    const sum = result.categories.reduce((all, { amount }) => all + toMinor(amount), 0);
    expect(sum).toBe(total('out'));
    // Interest earned: the tax return and Form 1099-INT.
    const [tax] = (await rows('my_tax_years')).filter((row) => row['tax_year'] === year);
    if (tax) expect(fromMinor(result.interestEarned)).toBe(tax['interest']);
    expect(result.interestPaid).toBeGreaterThan(0);
  });

  it('names the largest purchase that no rule made', async () => {
    const { data } = await demo.client.rpc('year_purchases', { year, most: 5 }).throwOnError();
    const purchases = data as YearPurchase[];
    expect(purchases).toHaveLength(5);
    expect(result.biggestPurchase).toEqual(purchases[0]);
    const { data: rules } = await demo.client.from('scheduled_payments').select('payee').throwOnError();
    for (const { name } of purchases) expect(rules.map(({ payee }) => payee)).not.toContain(name);
  });

  it('is also the assistant\u2019s answer', async () => {
    const context = await loadAnswerContext(demo.client);
    const reply = await answerTopicWith(context, 'year-review');
    expect(reply.text).toContain(`In ${year}, your net worth`);
    expect(getTopicFigure(reply, 'Net worth change')).toBe(fromMinor(result.netWorth.change));
    expect(getTopicFigure(reply, 'Income')).toBe(result.flow.income);
    expect(getTopicFigure(reply, 'Spending')).toBe(-result.flow.spending);
    expect(reply.parts).toContainEqual(
      expect.objectContaining({ href: `/analytics/year-in-review/${year}` }),
    );
  });

  it.each(['year_movements', 'year_purchases'])('refuses years that are not complete: %s', async (name) => {
    for (const wrong of [year + 1, year - 40, null, -1]) {
      const { error } = await demo.client.rpc(name, { year: wrong });
      expect(error?.code).toBe('BADDT');
    }
    const other = await openConversation(server);
    expect((await other.client.rpc(name, { year })).error?.code).toBe('BADDT');
  });

  it('is announced on January 1, and can be turned off', async () => {
    const { client } = demo;
    const read = async () =>
      (
        (
          await client
            .rpc('my_notifications', { since: `${year + 1}-06-01T00:00:00Z`, seen: null })
            .throwOnError()
        ).data as { kind: string; path: string }[]
      ).filter(({ kind }) => kind === 'year_review');
    expect(await read()).toEqual([]);
    await client.functions.invoke('advance', { body: { to: `${year + 2}-01-01T12:00:00Z` } });
    expect(await read()).toMatchObject([{ path: `/analytics/year-in-review/${year + 1}` }]);
    await client.rpc('set_notification_preference', { about: 'year_review', enabled: false }).throwOnError();
    expect(await read()).toEqual([]);
  });

  it('counts a random surprise as unexpected', async () => {
    const { owner } = server.context.database;
    const key = `luck:${year}-03:car_repair`;
    const at = `${year}-03-10T12:00:00Z`;
    const { data: accounts } = await demo.client.from('accounts').select('id, user_id').eq('currency', 'USD');
    const { id = '', user_id: household = '' } = accounts?.[0] ?? {};
    await owner`insert into household_events (user_id, at, kind, subject, event_key, description, facts)
      values (${household}, ${at}, 'shock', ${key}, ${`${key}:begins`}, 'Your car broke down', '{}')`;
    await owner`select bank.post(${household}, 'payment', 'Car repair', ${at}, ${at}, 'engine',
      array[${id}::uuid, bank.system_account('cash_clearing')], array['USD', 'USD'],
      array[-612.34, 612.34], event_key => ${`${key}:bill`})`;
    const { data } = await demo.client.rpc('year_movements', { year }).throwOnError();
    expect((data as YearMovement[]).filter(({ amount }) => amount === -612.34)).toEqual([
      expect.objectContaining({ kind: 'payment', subject: null, is_surprise: true, times: 1 }),
    ]);
  });
});
