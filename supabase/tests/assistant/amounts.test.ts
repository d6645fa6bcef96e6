import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../server/testing/server.ts';
import { type Conversation, getFigure, openConversation } from '../support/assistant.ts';

describe('the amounts of the assistant', () => {
  let server: TestServer;
  let demo: Conversation;

  beforeAll(async () => {
    server = await startTestServer();
    demo = await openConversation(server, 'demo');
  });
  afterAll(() => server.close());

  it('counts all coffee merchants, whatever the words around them', async () => {
    const all = await demo.ask('How much did I spend on coffee this year?');
    const reply = await demo.ask('how much coffee have I bought this year honestly. be gentle');
    expect(getFigure(reply, 'Spending')).toBe(getFigure(all, 'Spending'));
    expect(JSON.stringify(reply.parts)).toContain('Pier 4 Espresso');
  });

  it('leaves mortgage and loan payments out of the largest and the second largest purchase', async () => {
    const { conversation } = await demo.ask('biggest purchase this year, not mortgage or loan stuff');
    const { text, parts } = await demo.ask('second biggest', { conversation });
    expect(text).not.toMatch(/mortgage payment|car loan payment/i);
    expect(JSON.stringify(parts)).not.toMatch(/Mortgage payment|Car loan payment/);
    expect(text).toContain('second largest');
  });

  it('says how large a loan payment is whose principal is not spending', async () => {
    const { parts } = await demo.ask('what were my largest purchases this year');
    expect(JSON.stringify(parts)).toMatch(/Mortgage payment \(\$1,[\d.]+ with principal\)/);
  });

  it('counts paychecks without interest and gifts', async () => {
    const { data: context } = await demo.client.rpc('assistant_context').throwOnError();
    const { data } = await demo.client
      .from('transactions')
      .select('id')
      .or('description.ilike.*payroll*,merchant.ilike.*payroll*')
      .gte('date', `${context.today.slice(0, 4)}-01-01T05:00:00Z`)
      .throwOnError();
    const paychecks = data ?? [];
    expect(paychecks.length).toBeGreaterThan(0);
    const reply = await demo.ask('how many paychecks did I get this year');
    expect(reply.text).toContain(`You had ${paychecks.length} transactions`);
  });

  it('answers a count of transactions and the money in and out', async () => {
    const reply = await demo.ask(
      'how many transactions did i have this year and whats the total of money in vs out',
    );
    expect(reply.text).toMatch(/found [\d,]+ transactions in \d{4}/);
    expect(getFigure(reply, 'Money in')).toBeGreaterThan(0);
    expect(getFigure(reply, 'Money in, including transfers')).toBeGreaterThan(
      getFigure(reply, 'Money in') ?? 0,
    );
    expect(Math.abs(getFigure(reply, 'Money out') ?? 0)).toBeGreaterThan(0);
  });

  it('lists four calendar months for the last four months', async () => {
    const reply = await demo.ask('income minus expenses last 4 months, each month');
    expect(reply.text).toContain('of 4 months');
  });

  it('says how much of a bonus each debt takes', async () => {
    const reply = await demo.ask('Where does an extra 2000 save the most interest?');
    const [, most = '', other = '', rate = '', saved = ''] =
      /Put \$([\d,.]+) on .*The other \$([\d,.]+) on .*, at ([\d.]+)%, would save about \$([\d,.]+)\./.exec(
        reply.text,
      ) ?? [];
    const toNumber = (amount: string) => Number(amount.replaceAll(',', ''));
    expect(toNumber(most) + toNumber(other)).toBeCloseTo(2000, 2);
    expect(toNumber(saved)).toBeCloseTo((toNumber(other) * toNumber(rate)) / 100, 1);
  });

  it('reads a monthly payment as the whole payment, and its follow-up too', async () => {
    const first = await demo.ask('if i pay 150 a month on reef when is it payed off');
    const second = await demo.ask('and with 250', { conversation: first.conversation });
    expect(first.text).toContain('$150.00');
    expect(second.text).toContain('$250.00');
    expect(second.text).not.toContain('150');
  });
});
