import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../server/testing/server.ts';
import { type Conversation, getFigure, openConversation, type Reply } from '../support/assistant.ts';

describe('a follow-up on the last answer', () => {
  let server: TestServer;
  let demo: Conversation;

  beforeAll(async () => {
    server = await startTestServer();
    demo = await openConversation(server, 'demo');
  });
  afterAll(() => server.close());

  /** Sends messages in one conversation and returns their answers. */
  async function converse(...messages: readonly string[]): Promise<Reply[]> {
    const replies: Reply[] = [];
    for (const message of messages) {
      const conversation = replies[0]?.conversation;
      replies.push(await demo.ask(message, conversation ? { conversation } : {}));
    }
    return replies;
  }
  const cents = (amount: number | undefined) => Math.round((amount ?? Number.NaN) * 100);

  it('adds up and subtracts the amounts of earlier answers, to the cent', async () => {
    const [tide, reef, sum] = await converse('tide balance', 'reef balance', "what's the sum of those");
    const total = cents(getFigure(tide as Reply, 'Owed')) + cents(getFigure(reef as Reply, 'Owed'));
    expect(cents(getFigure(sum as Reply, 'Total'))).toBe(total);
    const [first, second, gap] = await converse('how much is in savings', 'and checking', 'difference?');
    const difference =
      cents(getFigure(first as Reply, 'Rainy Day Savings')) -
      cents(getFigure(second as Reply, 'Everyday Checking'));
    expect(cents(getFigure(gap as Reply, 'Difference'))).toBe(Math.abs(difference));
  });

  it('takes a share of an amount, and subtracts a payment from a balance', async () => {
    const [balance, share] = await converse('how much is in savings', "what's 15% of that");
    expect(cents(getFigure(share as Reply, '15%'))).toBe(
      Math.round(cents(getFigure(balance as Reply, 'Rainy Day Savings')) * 0.15),
    );
    const [checking, left] = await converse("what's in checking", 'and after rent');
    const rent = (await demo.ask('how much is studio rent')).text.match(/\$([\d,.]+\d)/)?.[1];
    expect(cents(getFigure(left as Reply, 'Difference'))).toBe(
      cents(getFigure(checking as Reply, 'Everyday Checking')) - cents(Number(rent)),
    );
  });

  it('calculates nothing if the last answer stated no amount', async () => {
    const [, share] = await converse('what is APY', '15% of that');
    expect(share?.parts.some(({ kind }) => kind === 'figures')).toBe(false);
    const [, sum] = await converse('how much is in savings', 'together');
    expect(sum?.text).not.toMatch(/\+/);
  });

  it('shows the balance of the account that was just paid', async () => {
    const [before, , , after] = await converse(
      'how much is in savings',
      'move 12.50 to savings',
      'yes',
      "what's in there now",
    );
    expect(cents(getFigure(after as Reply, 'Rainy Day Savings'))).toBe(
      cents(getFigure(before as Reply, 'Rainy Day Savings')) + 1250,
    );
  });

  it('proposes a payment on the debt that the answer recommends, and changes nothing before it is confirmed', async () => {
    const [advice, proposal] = await converse('which card should i pay first', 'ok put 30 on it');
    const [, name] = /(Reef Card|Tide Card)/.exec(advice?.text ?? '') ?? [];
    expect(proposal?.proposal?.title).toBe(`Pay $30.00 on ${name} from Everyday Checking`);
    expect(proposal?.proposal?.state).toBe('proposed');
    const [, unclear] = await converse('how are my cards doing', 'put 30 on it');
    expect(unclear?.proposal).toBeUndefined();
  });

  it('splits a total by week, and the weeks add up', async () => {
    const [total, weeks] = await converse(
      'what did i spend on transport in october',
      'split that up week by week',
    );
    const figures = weeks?.parts.flatMap((part) => (part.kind === 'figures' ? part.figures : [])) ?? [];
    const sum = figures.reduce(
      (all, figure) => all + ('amount' in figure ? cents(figure.amount) : Number.NaN),
      0,
    );
    expect(sum).toBe(cents(getFigure(total as Reply, 'Spending')));
    expect(figures.every(({ label }) => label.startsWith('Week of '))).toBe(true);
  });

  it('compares with the period before the last one', async () => {
    const [, up] = await converse('groceries in october', 'is that up or down');
    expect(up?.text).toMatch(/(?:more|less) than in September 2026/);
  });

  it('names the transaction before the last one', async () => {
    const [last, before] = await converse('when did i last buy gas', 'and the time before');
    expect(before?.text).toMatch(/^Your second latest transaction/);
    const getDay = ({ parts }: Reply, at: number) =>
      parts.flatMap((part) => (part.kind === 'rows' ? part.rows : []))[at]?.at ?? '';
    expect(getDay(before as Reply, 1) < getDay(last as Reply, 0)).toBe(true);
  });
});
