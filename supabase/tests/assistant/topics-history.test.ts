import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { money } from '../../../assistant/format.ts';
import { startTestServer, type TestServer } from '../../../server/testing/server.ts';
import type { AnswerContext } from '../../functions/assistant/answer-context.ts';
import { type Conversation, openConversation } from '../support/assistant.ts';
import { answerTopicWith, getTopicFigure, loadAnswerContext } from '../support/topics.ts';

type Row = { amount: number; direction: string; kind: string; date: string };

describe('topics on investments and bills', () => {
  let server: TestServer;
  let demo: Conversation;
  let context: AnswerContext;

  beforeAll(async () => {
    server = await startTestServer();
    demo = await openConversation(server, 'demo');
    context = await loadAnswerContext(demo.client);
  });
  afterAll(() => server.close());

  const readRows = async (accountId: string) => {
    const { data } = await demo.client
      .from('transactions')
      .select('amount, direction, kind, date')
      .eq('account_id', accountId)
      .order('entry_id', { ascending: false })
      .throwOnError();
    return data as Row[];
  };

  it('separates market changes from what the customer added', async () => {
    const fund = context.customer.accounts.find(({ type }) => type === 'INVESTMENT');
    const rows = await readRows(fund?.id ?? '');
    const add = (chosen: readonly Row[]) =>
      Math.round(
        chosen.reduce((sum, row) => sum + (row.direction === 'in' ? row.amount : -row.amount) * 100, 0),
      ) / 100;
    const gained = add(rows.filter(({ kind }) => kind === 'market_change'));
    const reply = await answerTopicWith(context, 'investment-gain');
    expect(getTopicFigure(reply, `${fund?.name}, since opening`)).toBe(gained);
    // The balance consists of the customer's deposits and the market changes.
    const own = add(rows.filter(({ kind }) => kind !== 'market_change'));
    expect(Math.round((own + gained) * 100) / 100).toBe(fund?.balance);
  });

  it('limits market changes to the stated period', async () => {
    const fund = context.customer.accounts.find(({ type }) => type === 'INVESTMENT');
    const period = { from: '2026-10-01', to: '2026-10-31', text: 'in October 2026' };
    const reply = await answerTopicWith(context, 'investment-gain', { periods: [period] });
    const rows = await readRows(fund?.id ?? '');
    const october = rows.filter(
      ({ kind, date }) =>
        kind === 'market_change' && context.getDay(date) >= period.from && context.getDay(date) <= period.to,
    );
    const gained = october.reduce((sum, row) => sum + (row.direction === 'in' ? row.amount : -row.amount), 0);
    expect(getTopicFigure(reply, `${fund?.name}, in October 2026`)).toBeCloseTo(gained, 2);
  });

  it('compares a bill with the one before and with the average of six', async () => {
    const { text, parts } = await demo.ask('why is my power bill so high this time');
    const rows = parts.flatMap((part) => (part.kind === 'rows' ? part.rows : []));
    const [last, previous] = rows.map(({ amount }) => Math.abs(amount));
    const before = rows.slice(1).map(({ amount }) => Math.round(Math.abs(amount) * 100));
    const average = Math.round(before.reduce((sum, cents) => sum + cents, 0) / before.length) / 100;
    expect(before).toHaveLength(6);
    for (const amount of [last ?? 0, previous ?? 0, average]) expect(text).toContain(money(amount, 'USD'));
    const difference = Math.abs(Math.round(((last ?? 0) - (previous ?? 0)) * 100)) / 100;
    expect(text).toContain(`${money(difference, 'USD')} more than the one before`);
  });

  it('offers the closest amounts if none matches exactly', async () => {
    const { parts, text } = await demo.ask('was there a 90 dollar charge this month');
    const rows = parts.flatMap((part) => (part.kind === 'rows' ? part.rows : []));
    expect(text).toContain('The closest');
    expect(rows.length).toBeGreaterThan(0);
    for (const { amount } of rows) {
      expect(Math.abs(amount)).toBeGreaterThanOrEqual(85.5);
      expect(Math.abs(amount)).toBeLessThanOrEqual(94.5);
    }
  });

  it('judges a rate by the other rates', async () => {
    const asked = await demo.ask('what rate am i paying on the car');
    const { text } = await demo.ask('is that good', { conversation: asked.conversation });
    expect(text).toMatch(
      /^Car loan costs [\d.]+%, less than Tide Card and Reef Card and more than Mortgage\./,
    );
  });

  it('doesn’t mistake a contribution to a retirement plan for the paycheck', async () => {
    const { parts, text } = await demo.ask('how much was my last paycheck');
    const rows = parts.flatMap((part) => (part.kind === 'rows' ? part.rows : []));
    const pay = context.customer.autoDeposits.find(({ isPay }) => isPay);
    const account = context.customer.accounts.find(({ id }) => id === pay?.accountId);
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ place }) => place))).toEqual(new Set([account?.name]));
    expect(text).toContain(`Your latest paycheck, ${money(rows[0]?.amount ?? 0, 'USD')} from `);
  });

  it('treats a missed paycheck as a cost on the next payday', async () => {
    const { conversation, text } = await demo.ask('what if i miss one paycheck');
    const next = await demo.ask('would i still make rent', { conversation });
    expect(text).toMatch(/^If you spend \$[\d,.]+ on .* \(the missed paycheck\), Everyday Checking /);
    expect(next.text).toBe(text);
  });

  it.each(['how was my 2025', 'give me a recap of last year', '2025 in review'])(
    'reviews the year in “%s”',
    async (question) => {
      const { text } = await demo.ask(question);
      expect(text).toMatch(/^In 2025, your net worth (?:rose|fell) by \$[\d,.]+, to /);
    },
  );

  it('offers to cancel the subscription that it names', async () => {
    const { conversation } = await demo.ask('list my subscriptions');
    const { parts } = await demo.ask('get rid of the cheapest one', { conversation });
    const offered = parts.flatMap((part) => (part.kind === 'choices' ? part.choices : []));
    const cancel = offered.find(({ label }) => label.startsWith('Cancel '));
    const { text } = await demo.ask(cancel?.ask ?? '');
    expect(text).toContain('Nothing changes until you confirm there.');
  });

  it('says whether an account stays above zero', async () => {
    const { text } = await demo.ask('will i have enough for rent on the first');
    expect(text).toMatch(
      /^Everyday Checking should stay above zero through .* The lowest balance should be about /,
    );
  });
});
