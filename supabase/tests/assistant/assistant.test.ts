import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../server/testing/server.ts';
import { type Conversation, getFigure, getRule, openConversation } from '../support/assistant.ts';

describe('the assistant', () => {
  let server: TestServer;
  let demo: Conversation;

  beforeAll(async () => {
    server = await startTestServer();
    demo = await openConversation(server, 'demo');
  });
  afterAll(() => server.close());

  const sql = () => server.context.database.owner;

  /** Opens a conversation for a customer with money in two accounts. Returns it with the accounts' ids. */
  async function household(): Promise<Conversation & { checking: string; savings: string }> {
    const talker = await openConversation(server);
    const open = async (name: string, type: string, balance: number) => {
      const { data } = await talker.client
        .rpc('open_account', { name, type, currency: 'USD', initial_balance: balance })
        .single<{ id: string }>()
        .throwOnError();
      return data.id;
    };
    return {
      ...talker,
      checking: await open('Checking', 'CHECKING', 1000),
      savings: await open('Savings', 'SAVINGS', 50),
    };
  }

  const getBalance = async (id: string) => {
    const [row] = await sql()`select balance::float8 as balance from public.accounts where id = ${id}`;
    return row?.balance;
  };

  describe('answers from the ledger', () => {
    it("adds up a category's spending in a month to the result of plain SQL, with its transactions", async () => {
      const reply = await demo.ask('How much did I spend on food last month?');
      const month = (await demo.client.rpc('assistant_context').throwOnError()).data.today.slice(0, 7);
      const [row] = await sql()`
        with bought as (
          select t.amount * case t.direction when 'out' then 1 else -1 end as amount, t.date as at, t.category_id, t.user_id from public.transactions t
          where t.type <> 'TRANSFER'
          union all
          select -p.amount, e.at, e.category_id, e.household_id from bank.postings p join bank.entries e on e.id = p.entry_id
            join bank.ledger_accounts l on l.id = p.ledger_id and l.product = 'card' where e.kind <> 'card_payment')
        select sum(b.amount)::float8 as spent, count(*)::integer as times from bought b join public.categories c on c.id = b.category_id
        where c.name = 'Food' and b.user_id = (select id from public.customers where demo_until is not null)
          and (b.at at time zone 'America/New_York')::date >= (${month} || '-01')::date - interval '1 month'
          and (b.at at time zone 'America/New_York')::date < (${month} || '-01')::date`;
      expect(getFigure(reply, 'Spending')).toBe(row?.spent);
      const rows = reply.parts.find((part) => part.kind === 'rows');
      expect(rows).toMatchObject({ total: row?.times, rows: { length: 8 } });
      expect(reply.parts.find((part) => part.kind === 'how')).toMatchObject({
        query: expect.stringContaining('category:Food'),
        href: expect.stringContaining('/transactions?q='),
      });
    });

    it("reconstructs a loan's interest to the cent, and asks for the loan if no such interest exists", async () => {
      const { data } = await demo.client
        .from('debt_activity')
        .select('amount')
        .eq('kind', 'interest')
        .eq('product', 'loan')
        .order('entry_id', { ascending: false })
        .limit(1)
        .single<{ amount: number }>()
        .throwOnError();
      const reply = await demo.ask(`Why is my interest $${data.amount}?`);
      expect(getRule(reply)).toMatch(
        new RegExp(`÷ 12 = \\$${data.amount.toFixed(2).replace('.', '\\.')}\\.`),
      );
      const none = await demo.ask('Why is my interest $17.43?');
      expect(none.text).toContain("couldn't find $17.43 in interest");
      expect(none.parts.find((part) => part.kind === 'choices')).toBeDefined();
    });

    it('divides an average by the stated number', async () => {
      const reply = await demo.ask('What did I spend on food per month on average in the last 90 days?');
      const [, total = '', days = '', average = ''] =
        /\$([\d,.]+) ÷ (\d+) days × 365.25 ÷ 12 = \$([\d,.]+)\.$/.exec(getRule(reply)) ?? [];
      const number = (text: string) => Number(text.replaceAll(',', ''));
      expect(days).toBe('90');
      expect(((number(total) / 90) * 365.25) / 12).toBeCloseTo(number(average), 1);
    });

    it('forecasts an affordability question: with the purchase, the same day has less by its price', async () => {
      const reply = await demo.ask('Can I afford a $900 laptop in March?');
      const amounts = reply.parts.flatMap((part) => (part.kind === 'figures' ? part.figures : []));
      const lowest = amounts
        .filter(({ label }) => /^Lowest balance with/.test(label))
        .map((one) => ('amount' in one ? one.amount : 0));
      expect((lowest[1] ?? 0) - (lowest[0] ?? 0)).toBeCloseTo(900, 2);
      expect(reply.parts.some((part) => part.kind === 'course')).toBe(true);
      expect(reply.text).toContain('not advice');
    });

    it('explains a term, and offers the question of how it works', async () => {
      const escrow = await demo.ask('What is escrow?');
      expect(escrow.text).toContain('property tax and home insurance');
      expect(escrow.parts).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ kind: 'link', href: '/tips/glossary#escrow' }),
          expect.objectContaining({
            kind: 'choices',
            choices: [{ label: 'How does escrow work?', ask: 'How does escrow work?' }],
          }),
        ]),
      );
      expect((await demo.ask('How does escrow work?')).text).toContain('refund a surplus');
    });

    it('states the balance of each account, and converts other currencies only where it says so', async () => {
      const reply = await demo.ask('What is my net worth?');
      const { data } = await demo.client.rpc('assistant_context').throwOnError();
      type Account = { type: string; balance: number; currency: string };
      const cash = (data.accounts as Account[])
        .filter(({ type }) => type !== 'INVESTMENT')
        .reduce(
          (sum, { balance, currency }) =>
            sum + (currency === 'USD' ? balance : Math.round(balance * data.rates[currency] * 100) / 100),
          0,
        );
      expect(getFigure(reply, 'Cash')).toBeCloseTo(cash, 2);
      const { data: history } = await demo.client.rpc('net_worth_history').throwOnError();
      expect(getFigure(reply, 'Net worth')).toBe(history.at(-1)?.amount);
      expect(reply.text).toContain('Amounts in EUR are converted to USD');
    });

    it('streams its start, then the sentence, then the evidence, then its end, identically each time', async () => {
      const requestId = crypto.randomUUID();
      const first = await demo.ask('When is Tide Card due?', { requestId });
      expect(first.events.map(({ event }) => event)).toEqual([
        'started',
        ...first.parts.map(() => 'part'),
        'done',
      ]);
      expect(first.parts[0]?.kind).toBe('text');
      const repeated = await demo.ask('When is Tide Card due?', { requestId });
      expect(repeated).toEqual(first);
      await expect(demo.ask('Something else', { requestId })).rejects.toMatchObject({ code: 'RQDIF' });
    });

    it("says that it doesn't know", async () => {
      const reply = await demo.ask('What will the weather be in Paris?');
      expect(reply.parts.some((part) => part.kind === 'figures')).toBe(false);
      expect(reply.text).not.toMatch(/\$\d/);
    });
  });

  describe('proposes and acts', () => {
    it('moves money once, however often it is confirmed, and marks the entry as its own', async () => {
      const talker = await household();
      const { proposal } = await talker.ask('Transfer $200 from Checking to Savings');
      expect(proposal).toMatchObject({ kind: 'transfer', state: 'proposed', undoable: true });
      expect(await getBalance(talker.checking)).toBe(1000);
      const id = proposal?.id ?? '';
      const done = await Promise.all([talker.confirm(id), talker.confirm(id)]);
      expect(done.map(({ state }) => state)).toEqual(['done', 'done']);
      expect([await getBalance(talker.checking), await getBalance(talker.savings)]).toEqual([800, 250]);
      const { data } = await talker.client
        .from('journal_entries')
        .select('channel')
        .eq('kind', 'transfer')
        .throwOnError();
      expect(data).toEqual([{ channel: 'assistant' }]);
    });

    it('reverses a transfer exactly once and shows it in the history', async () => {
      const talker = await household();
      const { proposal, message } = await talker.ask('Transfer $200 from Checking to Savings');
      const id = proposal?.id ?? '';
      await talker.confirm(id);
      expect(await talker.undo(id)).toMatchObject({ state: 'undone', undoable: false });
      await talker.undo(id);
      expect([await getBalance(talker.checking), await getBalance(talker.savings)]).toEqual([1000, 50]);
      const { data } = await talker.client
        .from('assistant_messages')
        .select('parts')
        .eq('id', message)
        .single()
        .throwOnError();
      expect(JSON.stringify(data?.parts)).toContain('"state":"undone"');
    });

    it("hides a proposal from other customers, who can't confirm it", async () => {
      const talker = await household();
      const stranger = await household();
      const { proposal } = await talker.ask('Transfer $200 from Checking to Savings');
      const id = proposal?.id ?? '';
      expect((await stranger.client.from('assistant_proposals').select('id')).data).toEqual([]);
      for (const act of [stranger.confirm, stranger.undo, stranger.dismiss])
        await expect(act(id)).rejects.toMatchObject({ code: 'NTFND' });
      expect(await getBalance(talker.checking)).toBe(1000);
    });

    it('shows a proposal again when the balance has changed, then does what it showed', async () => {
      const talker = await household();
      const { proposal } = await talker.ask('Transfer $200 from Checking to Savings');
      const id = proposal?.id ?? '';
      await talker.client.rpc('withdraw', { account_id: talker.checking, amount: 100 }).throwOnError();
      const confirmedTwice = await talker.confirm(id);
      expect(confirmedTwice).toMatchObject({
        state: 'proposed',
        changes: [{ before: '$900.00', after: '$700.00' }, {}],
      });
      expect(await getBalance(talker.checking)).toBe(900);
      expect(await talker.confirm(id)).toMatchObject({ state: 'done' });
      expect(await getBalance(talker.checking)).toBe(700);
    });

    it('does nothing after a dismissal or half an hour', async () => {
      const talker = await household();
      const first = (await talker.ask('Transfer $200 from Checking to Savings')).proposal?.id ?? '';
      expect(await talker.dismiss(first)).toMatchObject({ state: 'dismissed' });
      expect(await talker.confirm(first)).toMatchObject({ state: 'dismissed' });
      const second = (await talker.ask('Transfer $300 from Checking to Savings')).proposal?.id ?? '';
      await sql()`update public.assistant_proposals set created_at = created_at - interval '31 minutes' where id = ${second}`;
      expect(await talker.confirm(second)).toMatchObject({
        state: 'refused',
        outcome: expect.stringContaining('expired'),
      });
      expect(await getBalance(talker.checking)).toBe(1000);
    });

    it('states why the bank refuses, and does nothing', async () => {
      const talker = await household();
      const { proposal } = await talker.ask('Transfer $5,000 from Checking to Savings');
      expect(proposal?.warnings[0]).toContain('Add $4,000.00 first');
      expect(await talker.confirm(proposal?.id ?? '')).toMatchObject({ state: 'refused' });
      expect(await getBalance(talker.checking)).toBe(1000);
    });

    it('freezes a card, sets a budget, and restores both', async () => {
      const { proposal: freeze } = await demo.ask('Freeze Reef Card');
      const { proposal: limit } = await demo.ask('Set my food budget to $900');
      const getStatus = async () => {
        const [cards, budgets] = await Promise.all([
          demo.client.from('credit_cards').select('frozen').eq('name', 'Reef Card').single().throwOnError(),
          demo.client
            .from('budgets')
            .select('amount, categories!inner(name)')
            .eq('categories.name', 'Food')
            .single()
            .throwOnError(),
        ]);
        return [cards.data?.frozen, budgets.data?.amount];
      };
      const before = await getStatus();
      for (const proposal of [freeze, limit])
        expect(await demo.confirm(proposal?.id ?? '')).toMatchObject({ state: 'done' });
      expect(await getStatus()).toEqual([true, 900]);
      for (const proposal of [freeze, limit])
        expect(await demo.undo(proposal?.id ?? '')).toMatchObject({ state: 'undone' });
      expect(await getStatus()).toEqual(before);
    });

    it("fast-forwards after saving one checkpoint, reports the result, and can't undo it", async () => {
      const talker = await household();
      const before = (await talker.client.rpc('simulated_now').throwOnError()).data;
      const { proposal } = await talker.ask('Fast forward one month');
      expect(proposal).toMatchObject({ kind: 'fast_forward', undoable: false });
      const done = await talker.confirm(proposal?.id ?? '');
      expect(done).toMatchObject({
        state: 'done',
        fastForward: { whole: true, digest: { lines: expect.anything() } },
      });
      const now = (await talker.client.rpc('simulated_now').throwOnError()).data;
      expect(Date.parse(now) - Date.parse(before)).toBeGreaterThan(27 * 86_400_000);
      const checkpoints = talker.client.from('checkpoints').select('name').order('created_at');
      expect((await checkpoints.throwOnError()).data).toEqual([
        { name: expect.stringMatching(/^Before (\+1 month|fast-forward to )/) },
      ]);
      await expect(talker.undo(proposal?.id ?? '')).rejects.toMatchObject({ code: 'NOCOR' });
    });
  });

  it("answers a support question first from the customer's ledger and marks the answer as automatic", async () => {
    const { data: ticket } = await demo.client
      .rpc('open_ticket', {
        subject: 'My car loan',
        message: 'How much do I owe on the car loan?',
        topic: 'loan',
      })
      .single<{ id: string }>()
      .throwOnError();
    const first = (client: Conversation['client']) =>
      client.functions.invoke('assistant', { body: { ticket: ticket.id } });
    expect((await first((await household()).client)).error?.context.status).toBe(404);
    expect((await first(demo.client)).data).toEqual({ answered: true });
    expect((await first(demo.client)).data).toEqual({ answered: false });
    const { data: loan } = await demo.client
      .from('loans')
      .select('remaining_balance')
      .single()
      .throwOnError();
    const { data } = await demo.client
      .from('ticket_messages')
      .select('author, body')
      .eq('ticket_id', ticket.id)
      .eq('author', 'automatic')
      .throwOnError();
    const owed = loan?.remaining_balance.toLocaleString('en-US', { minimumFractionDigits: 2 });
    expect(data).toEqual([{ author: 'automatic', body: expect.stringContaining(`$${owed}`) }]);
  });

  describe('conversations', () => {
    it('are named after their first question and deleted completely', async () => {
      const talker = await household();
      const first = await talker.ask('Transfer $200 from Checking to Savings');
      await talker.ask('What do I have in Savings?', { conversation: first.conversation });
      const { data } = await talker.client.from('assistant_conversations').select('id, title').throwOnError();
      expect(data).toEqual([{ id: first.conversation, title: 'Transfer $200 from Checking to Savings' }]);
      await talker.client
        .from('assistant_conversations')
        .delete()
        .eq('id', first.conversation)
        .throwOnError();
      for (const table of ['assistant_messages', 'assistant_proposals'])
        expect((await talker.client.from(table).select('id').throwOnError()).data).toEqual([]);
    });

    it('are limited to 2,000 characters per question and 30 questions a minute', async () => {
      const talker = await household();
      await expect(talker.ask('a'.repeat(2001))).rejects.toMatchObject({ code: 'BADTX' });
      for (let times = 0; times < 30; times += 1)
        await talker.client.rpc('ask_assistant', { question: 'Hello' }).throwOnError();
      await expect(talker.ask('Hello')).rejects.toMatchObject({ code: 'SLOWR' });
    });

    it('are erased with the customer', async () => {
      const talker = await household();
      await talker.ask('What do I have?');
      await talker.client.rpc('erase_household').throwOnError();
      expect((await talker.client.from('assistant_messages').select('id').throwOnError()).data).toEqual([]);
    });
  });
});
