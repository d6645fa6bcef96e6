import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseDay } from '../../../engine/calendar/calendar.ts';
import { toMinor } from '../../../engine/money/minor.ts';
import { annualPercentageYield } from '../../../engine/products/accounts/savings-terms.ts';
import { savingsTiers } from '../../../engine/products/rates.ts';
import { startTestServer, type TestServer } from '../../../server/testing/server.ts';
import { type Conversation, getFigure, openConversation } from '../support/assistant.ts';

describe('questions that no intent matches word by word', () => {
  let server: TestServer;
  let demo: Conversation;

  beforeAll(async () => {
    server = await startTestServer();
    demo = await openConversation(server, 'demo');
  });
  afterAll(() => server.close());

  const load = async (): Promise<{ today: string }> =>
    (await demo.client.rpc('assistant_context').throwOnError()).data;

  it('reads a message as the most similar question, says so, and offers other readings', async () => {
    const reply = await demo.ask('gimme the lowdown on my credit cards');
    expect(reply.text).toMatch(/^We read this as \u201cHow are my cards doing\?\u201d You owe /);
    const { text } = await demo.ask('How are my cards doing?');
    expect(reply.text).toContain(text);
  });

  it("answers with the bank's own figures for rates, homes, and past balances", async () => {
    const rate = await demo.ask('what APY does my savings account pay');
    const home = await demo.ask('how much equity do i have in the house');
    const high = await demo.ask('highest balance of Rainy Day Savings');
    const now = await demo.ask('What is the balance of Rainy Day Savings?');
    const [day, balance] = [parseDay((await load()).today), getFigure(now, 'Rainy Day Savings') ?? 0];
    const apy = annualPercentageYield(toMinor(balance), savingsTiers(day));
    expect(rate.text).toContain(`APY on your balance in Rainy Day Savings is ${apy}%`);
    const [value, owed] = [getFigure(home, 'Home value') ?? 0, getFigure(home, 'Owed on the mortgage') ?? 0];
    expect(getFigure(home, 'Equity')).toBeCloseTo(value - owed, 2);
    const [highest] = high.parts.flatMap((part) => (part.kind === 'figures' ? part.figures : []));
    expect(highest && 'amount' in highest ? highest.amount : 0).toBeGreaterThanOrEqual(balance);
  });

  it('adds up principal and transfers to the cent', async () => {
    const { data } = await demo.client.from('debt_activity').select('kind, amount, at').throwOnError();
    const { today } = await load();
    const paid = (data as { kind: string; amount: number; at: string; product: string }[]).filter(
      ({ at }) => at.slice(0, 4) === today.slice(0, 4),
    );
    const cents = paid
      .filter(({ kind }) => kind === 'interest' || kind.endsWith('_payment'))
      .reduce((sum, { amount }) => sum - Math.round(amount * 100), 0);
    const replies = await Promise.all(
      ['car loan', 'mortgage'].map((debt) =>
        demo.ask(`how much principal did i pay on the ${debt} this year`),
      ),
    );
    const stated = replies.map(({ parts }) => {
      const [figure] = parts.flatMap((part) => (part.kind === 'figures' ? part.figures : []));
      return figure && 'amount' in figure ? Math.round(figure.amount * 100) : 0;
    });
    expect(stated.reduce((sum, amount) => sum + amount, 0)).toBe(cents);
    const reply = await demo.ask('how much did i transfer to savings last month');
    expect(reply.text).toMatch(/^You transferred \$[\d,.]+ to Rainy Day Savings in /);
  });

  it('answers a question and proposes an action in one message', async () => {
    const reply = await demo.ask('move 25 to savings and tell me my checking balance');
    expect(reply.proposal).toMatchObject({ kind: 'transfer', state: 'proposed' });
    expect(getFigure(reply, 'Everyday Checking')).toBeDefined();
    const { proposal } = await demo.ask('yes', { conversation: reply.conversation });
    expect(proposal).toMatchObject({ id: reply.proposal?.id, state: 'done' });
    await demo.undo(proposal?.id ?? '');
  });

  it('explains how the bank works', async () => {
    const { text } = await demo.ask('do you charge for transfers between my own accounts');
    expect(text).toContain('Transfers between your own accounts are free');
  });
});
