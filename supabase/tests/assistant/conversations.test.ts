import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../server/testing/server.ts';
import { type Conversation, getFigure, openConversation, type Reply } from '../support/assistant.ts';

describe('a conversation', () => {
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

  it('says that a fast-forward awaits confirmation, instead of passing today\u2019s figures off as later ones', async () => {
    const [, balance] = await converse('fast forward one month', 'whats my balance now');
    expect(balance?.text).toMatch(/as of .*, because you haven\u2019t confirmed the fast-forward to /);
    const [, changed] = await converse('skip to next week', 'what changed');
    expect(changed?.text).toMatch(
      /^Nothing has changed yet, because you haven't confirmed the fast-forward to /,
    );
    const [, plain] = await converse('whats my balance', 'and in savings');
    expect(plain?.text).not.toMatch(/fast-forward/);
  });

  it('never passes a credit off as a tax refund', async () => {
    const [tax, refund] = await converse('how much tax did i pay last year', 'will i get a refund');
    expect(tax?.text).toMatch(/W-2/);
    expect(refund?.text).toMatch(/refund 21 days later/);
    expect([tax, refund].some((reply) => reply?.parts.some(({ kind }) => kind === 'figures'))).toBe(false);
  });

  it('names the categories behind a difference between two months', async () => {
    const [, why] = await converse('did i spend more this month than last month', 'why');
    expect(why?.text).toMatch(
      /(?:rose|fell) the most: from \$[\d.,]+ in October 2026 to \$[\d.,]+ in November 2026 so far/,
    );
    const [, up] = await converse('spending by category this month', 'which ones went up from last month');
    expect(up?.text).toMatch(/rose the most|No category rose/);
  });

  it('says whether a total includes an account', async () => {
    const [, cd] = await converse('how much money do I have in total?', 'does that include the cd');
    expect(cd?.text).toMatch(/One-Year CD is included/);
    const without = await openConversation(server);
    await without.client.rpc('open_account', { name: 'Checking', initial_balance: 50 }).throwOnError();
    const { conversation } = await without.ask('how much money do I have in total?');
    expect((await without.ask('does that include the cd', { conversation })).text).toMatch(
      /you don\u2019t have a CD, so none is included/,
    );
    const [, savings] = await converse('how much money do I have in total?', 'does that include savings');
    expect(savings?.text).toMatch(/Rainy Day Savings is included/);
  });

  it('plans a new goal at the usual pace, and names the goal that is reached first', async () => {
    const [, when] = await converse('make a goal for a couch, 1200', 'by when should i be able to get it?');
    expect(when?.text).toMatch(/^Yes\. \$1,200\.00 by .* takes \$[\d.,]+ a month, and you usually keep/);
    const [first, again] = await converse('which goal will i finish first', 'how long');
    expect(first?.text).toMatch(/^At your current pace, you'll reach .+ first, around |^You have 2 goals/);
    expect(again?.text).toBe(first?.text);
  });

  it('offers a transfer after saying whether it is affordable, and proposes it on request', async () => {
    const [afford, transfer] = await converse('can i afford to move 400 to savings', 'do it');
    expect(afford?.proposal).toBeUndefined();
    expect(transfer?.proposal?.title).toMatch(/^Move \$400\.00/);
    expect(transfer?.proposal?.state).toBe('proposed');
  });

  it('lists as many transactions as the customer states', async () => {
    const [ten] = await converse('show me my last 10 transactions');
    expect(ten?.text).toMatch(/^These are your latest 10 transactions/);
    expect(ten?.parts.flatMap((part) => (part.kind === 'rows' ? part.rows : []))).toHaveLength(10);
  });

  it('says what money in counts', async () => {
    const [income] = await converse('how much money came in this month');
    expect(income?.text).toMatch(/repayments from friends, and transfers between your accounts don\u2019t/);
  });

  it('proposes only the freeze of a lost card that the message names', async () => {
    const [freeze] = await converse('can you lock my tide card for now, i cant find it');
    expect(freeze?.proposal?.title).toBe('Freeze Tide Card');
  });

  it('adds a payment to a what-if, and the saving is larger', async () => {
    const [gym, both] = await converse('what if i cancel the gym', 'and the streaming stuff too');
    const end = (reply: Reply | undefined) => cents(getFigure(reply as Reply, 'Ending net worth'));
    expect(end(both)).toBeGreaterThan(end(gym));
  });
});
