import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { monthlyPayment } from '../../../engine/money/amortization.ts';
import { startTestServer, type TestServer } from '../../../server/testing/server.ts';
import { type Conversation, getFigure, openConversation } from '../support/assistant.ts';

describe('the assistant in the demo household', () => {
  let server: TestServer;
  let demo: Conversation;

  beforeAll(async () => {
    server = await startTestServer();
    demo = await openConversation(server, 'demo');
  });
  afterAll(() => server.close());

  type Context = {
    today: string;
    accounts: { id: string; name: string; balance: number; currency: string }[];
  };
  const load = async (): Promise<Context> => (await demo.client.rpc('assistant_context').throwOnError()).data;

  it('counts only coffee merchants, not all of Food, and offers the Food total', async () => {
    const coffee = await demo.ask('how much coffee did I buy last month?');
    const spent = await demo.ask('how much did I spend on coffee last month');
    const food = await demo.ask('How much did I spend on Food last month?');
    expect(coffee.text).toContain('Blackbird Coffee');
    const [part, whole] = [getFigure(spent, 'Spending') ?? 0, getFigure(food, 'Spending') ?? 0];
    expect(part).toBeGreaterThan(0);
    expect(part).toBeLessThan(whole);
    const merchants = [getFigure(spent, 'Blackbird Coffee'), getFigure(spent, 'Pier 4 Espresso')];
    expect(Math.round(merchants.reduce<number>((sum, amount) => sum + (amount ?? 0), 0) * 100)).toBe(
      Math.round(part * 100),
    );
    expect(JSON.stringify(spent.parts)).toContain('All of Food');
  });

  it('leaves out what the customer excludes', async () => {
    const all = await demo.ask('How much did I spend last month?');
    const without = await demo.ask('How much did I spend last month except housing?');
    const housing = await demo.ask('How much did I spend on housing last month?');
    const [total, rest, left] = [all, without, housing].map((reply) => getFigure(reply, 'Spending') ?? 0);
    expect(rest).toBeCloseTo((total ?? 0) - (left ?? 0), 2);
  });

  it('proposes a weekly transfer on the named day and creates it once', async () => {
    const { proposal } = await demo.ask(
      'Transfer $20 from Everyday Checking to Rainy Day Savings every Friday',
    );
    expect(proposal).toMatchObject({ kind: 'schedule_payment', state: 'proposed' });
    await demo.confirm(proposal?.id ?? '');
    const { data } = await demo.client
      .from('scheduled_payments')
      .select('frequency, start_date, amount')
      .eq('id', proposal?.id ?? '')
      .single()
      .throwOnError();
    expect(data).toMatchObject({ frequency: 'WEEKLY', amount: 20 });
    expect(new Date(`${data?.start_date}T12:00:00Z`).getUTCDay()).toBe(5);
    await demo.undo(proposal?.id ?? '');
  });

  it("converts the customer's full balance in a currency", async () => {
    const { accounts } = await load();
    const euros = accounts.find(({ currency }) => currency === 'EUR');
    expect(getFigure(await demo.ask('convert my euros to dollars'), 'EUR')).toBe(euros?.balance);
  });

  it('lists subscriptions without rent and utilities, and everything on request', async () => {
    const some = await demo.ask('what are my subscriptions');
    const all = await demo.ask('How much are all my recurring payments?');
    const list = (reply: typeof some) => JSON.stringify(reply.parts.filter(({ kind }) => kind === 'figures'));
    expect(list(some)).toContain('Streaming');
    expect(list(some)).not.toMatch(/rent|Electric|Water/);
    expect(list(all)).toMatch(/rent/);
  });

  it('says what is due in the next seven days when asked about this week', async () => {
    const reply = await demo.ask("what's due this week");
    expect(reply.text).toContain('in the next 7 days');
  });

  it("calculates a loan with the bank's formula, to the cent", async () => {
    const reply = await demo.ask('what would payments be on a 14k loan at 7% for 4 years');
    expect(getFigure(reply, 'Monthly payment')).toBe(monthlyPayment(1_400_000, 7, 48) / 100);
  });

  it('answers two questions in order', async () => {
    const reply = await demo.ask("what's my checking balance and when do I get paid?");
    const { accounts } = await load();
    const checking = accounts.find(({ name }) => name === 'Everyday Checking');
    expect(getFigure(reply, 'Everyday Checking')).toBe(checking?.balance);
    expect(reply.text).toMatch(/Your next deposit is .* payroll/);
  });

  it('compares the net worth of a past day with now', async () => {
    const reply = await demo.ask('net worth a year ago vs now');
    const now = await demo.ask('What is my net worth?');
    expect(getFigure(reply, 'Now')).toBe(getFigure(now, 'Net worth'));
    const [before, change] = reply.parts.flatMap((part) =>
      part.kind === 'figures'
        ? part.figures.flatMap((figure) => ('amount' in figure ? figure.amount : []))
        : [],
    );
    expect(before).toBeDefined();
    expect(change).toBeDefined();
    expect(getFigure(reply, 'Change')).toBeCloseTo((getFigure(now, 'Net worth') ?? 0) - (before ?? 0), 2);
  });

  it('links to the page for a task without changing anything', async () => {
    const reply = await demo.ask('change the gym payment to 45');
    expect(reply.proposal).toBeUndefined();
    expect(reply.parts).toContainEqual({
      kind: 'link',
      label: expect.stringContaining('Gym'),
      href: expect.stringMatching(/^\/scheduled-payments\?edit=/),
    });
  });

  it('treats a monthly amount as the full payment on a debt', async () => {
    const reply = await demo.ask('reef payoff if i pay 175 a month');
    const owed = Math.round((getFigure(reply, 'Reef Card, owed') ?? 0) * 100);
    expect(getFigure(reply, 'Monthly payment')).toBe(175);
    const total = Math.round((getFigure(reply, 'Total paid') ?? 0) * 100);
    expect(total - owed).toBe(Math.round((getFigure(reply, 'Interest') ?? 0) * 100));
    expect(reply.text).toContain(`${Math.ceil(total / 17_500)} months`);
    const slow = await demo.ask('how long to pay off reef at 1 a month');
    expect(slow.text).toContain("doesn't cover the interest");
  });

  it('proposes the minimum payment after a question about it', async () => {
    const { conversation } = await demo.ask('whats the min on reef');
    const { proposal } = await demo.ask('ok pay it', { conversation });
    expect(proposal).toMatchObject({ kind: 'pay_card', state: 'proposed' });
  });

  it('names the largest payment of a future month, and the month with the least spending', async () => {
    const bill = await demo.ask('biggest bill next month');
    expect(bill.text).toMatch(/^Your largest payment or transfer in .*: \$[\d,]+\.\d\d on /);
    const least = await demo.ask('what month did i spend the least this year');
    expect(least.text).toMatch(/^You spent the least in \w+ \d{4}: /);
  });

  it("links an autopay request to the card's page", async () => {
    const reply = await demo.ask('autopay the full balance on reef');
    expect(JSON.stringify(reply.parts)).toMatch(/\/credit-cards\/[^"]+\/manage/);
  });

  it('offers at most two follow-ups', async () => {
    for (const question of ['How much did I spend on Food last month?', 'How much do I owe on Tide Card?']) {
      const { parts } = await demo.ask(question);
      const offered = parts.flatMap((part) => (part.kind === 'choices' ? part.choices : []));
      expect(offered.length).toBeLessThanOrEqual(2);
    }
  });
});
