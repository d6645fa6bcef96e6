import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TopicValues } from '../../../assistant/intent.ts';
import { understand } from '../../../assistant/parser/understand.ts';
import money from '../../../content/assistant-topics/money.json' with { type: 'json' };
import { startTestServer, type TestServer } from '../../../server/testing/server.ts';
import type { AnswerContext } from '../../functions/assistant/answer-context.ts';
import { type Conversation, getFigure, openConversation } from '../support/assistant.ts';
import { answerTopicWith, loadAnswerContext, type TopicReply } from '../support/topics.ts';

const cents = (amounts: readonly number[]) =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0);

describe('the topics about money', () => {
  let server: TestServer;
  let demo: Conversation;
  let context: AnswerContext;

  beforeAll(async () => {
    server = await startTestServer();
    demo = await openConversation(server, 'demo');
    context = await loadAnswerContext(demo.client);
  });
  afterAll(() => server.close());

  const sql = () => server.context.database.owner;
  const me = () => context.customer.id;
  const getAccount = (name: string) => {
    const account = context.customer.accounts.find((item) => item.name === name);
    if (!account) throw new Error(`No account ${name}`);
    return account;
  };
  const getCard = (name: string) => {
    const card = context.customer.cards.find((item) => item.name === name);
    if (!card) throw new Error(`No card ${name}`);
    return card;
  };
  const answer = (topic: string, values: Partial<TopicValues> = {}) =>
    answerTopicWith(context, topic, values);
  const getMinor = (result: TopicReply, label: string) =>
    Math.round((getFigure(result, label) ?? Number.NaN) * 100);
  const LAST_MONTH = () => {
    const [year = 0, month = 0] = context.customer.today.split('-').map(Number);
    const first = new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 10);
    const last = new Date(Date.UTC(year, month - 1, 0)).toISOString().slice(0, 10);
    return { from: first, to: last, text: 'last month' };
  };

  it('have an answer each, which starts with a sentence and never fails', async () => {
    for (const { id } of money) {
      const { parts, text } = await answer(id);
      expect(parts[0]?.kind, id).toBe('text');
      expect(text.length, id).toBeGreaterThan(10);
      expect(text, id).not.toMatch(/undefined|NaN|null|\[object|\$-|Infinity/);
      expect(JSON.stringify(parts), id).not.toMatch(/NaN|undefined/);
      const choices = parts.flatMap((part) => (part.kind === 'choices' ? part.choices : []));
      expect(choices.length, id).toBeLessThanOrEqual(2);
    }
  });

  it('answer a customer without accounts, cards, debts, or history', async () => {
    const customer = await openConversation(server);
    const empty = await loadAnswerContext(customer.client);
    for (const { id } of money) {
      const { parts, text } = await answerTopicWith(empty, id);
      expect(parts[0]?.kind, id).toBe('text');
      expect(text, id).not.toMatch(/undefined|NaN|null|\[object|Infinity/);
    }
  });

  it.each([
    ['how much more is in Everyday Checking than in Rainy Day Savings', 'account-difference'],
    ['when does my rent go up', 'bill-increase'],
    ['when will Studio rent go up', 'bill-increase'],
    ['am i doing ok with money', 'money-verdict'],
    ['list all my accounts and debts', 'account-list'],
    ['how much money in each currency', 'money-by-currency'],
    ['net worth over time', 'net-worth-trend'],
    ['what is my biggest asset', 'biggest-asset'],
    ['balance of Rainy Day Savings at the end of each month', 'month-end-balances'],
    ['what is the average balance of Rainy Day Savings last month', 'average-balance'],
    ['sum of what entered and exited Rainy Day Savings last month', 'account-activity'],
    ['how long have i been a customer', 'customer-since'],
    ['would a $500 charge be declined on Tide Card', 'card-would-decline'],
    ['which card have i not used in a while', 'card-last-used'],
    ['next closing date for Tide Card', 'card-closing-date'],
    ['do i still have a grace period on Tide Card', 'card-interest-free'],
    ['how much cash back do i earn on food', 'reward-rates'],
    ['how much do i have to pay to get utilization under 30%', 'pay-to-utilization'],
    ['am i over the limit on Tide Card', 'card-over-limit'],
    ['statement history of Tide Card', 'card-statements'],
    ['average card bill', 'card-average-bill'],
    ['how much cash back did i earn last month', 'rewards-earned'],
    ['is autopay on for Tide Card', 'autopay-status'],
    ['when did i last pay the Tide card', 'card-last-payment'],
    ['pending charges', 'pending-charges'],
    ['how does food compare with a year ago', 'spending-year-ago'],
    ['same point last month', 'spending-pace'],
    ['first half versus second half', 'spending-half-years'],
    ['in which season do i spend the most', 'spending-seasons'],
    ['which quarter was the most expensive', 'spending-quarters'],
    ['in which months did i spend more than i earned', 'overspent-months'],
    ['where did my money go since payday', 'spending-since-payday'],
    ['what am i spending more on lately', 'category-trend'],
    ['did i get any refunds this year', 'refunds-received'],
    ['uncategorized transactions last month', 'uncategorized-spending'],
    ['do i spend more on weekdays or on weekends', 'weekdays-and-weekends'],
    ['no spend days last month', 'no-spend-days'],
    ['which merchant do i visit most often', 'merchant-visits'],
    ['which merchants were new last month', 'new-merchants'],
    ['cheapest and most expensive at corner grocer', 'merchant-range'],
    ['was i charged twice', 'double-charges'],
    ['any side income this year', 'other-income'],
    ['sources of income', 'income-sources'],
    ['did i get a raise', 'pay-change'],
    ['what is my hourly rate', 'pay-per-hour'],
    ['when are my next 3 paydays', 'next-paydays'],
    ['how much of my next paycheck is already spoken for', 'paycheck-committed'],
    ['which bills are due before my next payday', 'bills-until-payday'],
    ['could i pay all my bills today', 'pay-all-bills'],
    ['is any bill due on a weekend', 'weekend-bills'],
    ['scheduled payments from Pocket Money', 'payments-by-account'],
    ['did any payment fail', 'failed-payments'],
    ['did any of my bills go up', 'bills-that-rose'],
    ['cheapest subscription', 'subscription-cheapest'],
    ['what share of my income goes to subscriptions', 'subscription-share'],
    ['newest subscription', 'subscription-newest'],
    ['small subscriptions i forgot', 'subscription-small'],
    ['which subscriptions renew this week', 'subscription-renewals'],
  ])('read "%s"', (message, topic) => {
    expect(understand(message, context.customer, [])).toMatchObject({ kind: 'topic', topic });
  });

  it('answer in a conversation, and say how the message was read', async () => {
    const reply = await demo.ask('average card bill');
    expect(reply.text).toMatch(
      /^We read this as “What is my average card statement\?” Your average card bill/,
    );
  });

  describe('accounts', () => {
    it('compare two balances', async () => {
      const [first, second] = [getAccount('Everyday Checking'), getAccount('Rainy Day Savings')];
      const result = await answer('account-difference', { accounts: [first, second] });
      expect(getMinor(result, 'Difference')).toBe(Math.abs(cents([first.balance, -second.balance])));
    });

    it('judge the money until payday from the safe-to-spend figures', async () => {
      const result = await answer('money-verdict');
      const parts = ['In checking', 'Upcoming bills', 'Set aside for goals', 'Minimum balance'];
      const sum = cents(parts.map((label) => getFigure(result, label) ?? 0));
      expect(getMinor(result, 'Safe to spend')).toBe(sum);
      const page = await demo.ask('How much can I safely spend a day?');
      expect(getFigure(result, 'Safe to spend')).toBe(getFigure(page, 'Safe to spend'));
    });

    it('name the next increase of a bill', async () => {
      const payments = context.customer.scheduledPayments
        .filter(({ name }) => name === 'Studio rent')
        .map(({ id, name }) => ({ id, name }));
      const { text } = await answer('bill-increase', { payments } as Partial<TopicValues>);
      expect(text).toMatch(
        /^Studio rent goes up from \$\d+\.\d\d to \$\d+\.00 on .*, if inflation stays the same\./,
      );
      expect((await answer('bill-increase')).text).toMatch(/ goes up from \$/);
    });

    it('list every balance, with debts as negative amounts', async () => {
      const result = await answer('account-list');
      for (const { is, name, balance } of context.products)
        expect(getFigure(result, name)).toBe(is === 'account' ? balance : -balance);
      const worth = await demo.ask('What is my net worth?');
      expect(getFigure(result, 'Net worth, including homes')).toBe(getFigure(worth, 'Net worth'));
    });

    it('add up cash by currency', async () => {
      const result = await answer('money-by-currency');
      const rows = await sql()`select currency, sum(balance)::float8 as total from public.accounts
        where user_id = ${me()} and type in ('CHECKING', 'SAVINGS') and closed_at is null group by currency`;
      for (const { currency, total } of rows) expect(getFigure(result, currency)).toBe(total);
    });

    it('end the trend of the net worth with the current one', async () => {
      const result = await answer('net-worth-trend');
      const worth = await demo.ask('What is my net worth?');
      const course = result.parts.find((part) => part.kind === 'course');
      expect(course?.kind === 'course' ? course.points.at(-1)?.amount : null).toBe(
        getFigure(worth, 'Net worth'),
      );
      expect(course?.kind === 'course' ? course.points.length : 0).toBe(13);
    });

    it('name the home as the biggest asset', async () => {
      const result = await answer('biggest-asset');
      const home = await demo.ask('How much is my home worth?');
      expect(getFigure(result, 'Your home')).toBe(getFigure(home, 'Home value'));
      expect(result.text).toMatch(/^Your biggest asset is your home, worth /);
    });

    it('list month-end balances that the account had on those days', async () => {
      const { id } = getAccount('Rainy Day Savings');
      const result = await answer('month-end-balances', { accounts: [getAccount('Rainy Day Savings')] });
      const { to } = LAST_MONTH();
      const [row] = await sql()`select balance_after::float8 as balance from public.transactions
        where account_id = ${id} and (date at time zone 'America/New_York')::date <= ${to}
        order by date desc, entry_id desc limit 1`;
      const shown = result.parts.flatMap((part) => (part.kind === 'figures' ? part.figures : []));
      const last = shown.at(-1);
      expect(shown).toHaveLength(12);
      expect(last && 'amount' in last ? last.amount : null).toBe(row?.balance);
    });

    it('average end-of-day balances', async () => {
      const account = getAccount('Rainy Day Savings');
      const period = LAST_MONTH();
      const result = await answer('average-balance', { accounts: [account], periods: [period] });
      const { data } = await demo.client
        .rpc('balance_history', { account_id: account.id, from: period.from, to: period.to })
        .throwOnError();
      const days = data as { balance: number }[];
      const average = Math.round(cents(days.map(({ balance }) => balance)) / days.length) / 100;
      expect(getFigure(result, 'Average balance')).toBe(average);
    });

    it('explain a change by what came in and what went out', async () => {
      for (const { name } of context.customer.accounts) {
        const result = await answer('account-activity', {
          accounts: [getAccount(name)],
          periods: [LAST_MONTH()],
        });
        const change = getMinor(result, 'Money in') + getMinor(result, 'Money out');
        expect(getMinor(result, 'Change'), name).toBe(change);
      }
    });

    it('find the first transaction', async () => {
      const result = await answer('customer-since');
      const [row] = await sql()`select min(date) as first from public.transactions where user_id = ${me()}`;
      expect(result.text).toContain(context.formatDay(context.getDay(row?.first.toISOString())));
    });
  });

  describe('cards', () => {
    const tide = () => ({ cards: [getCard('Tide Card')] });

    it('decline a purchase above the available credit, and above a spending limit', async () => {
      const { data } = await demo.client
        .from('credit_cards')
        .select('available_credit')
        .eq('name', 'Reef Card')
        .single<{ available_credit: number }>()
        .throwOnError();
      const at = async (card: string, amount: number) =>
        (
          await answer('card-would-decline', {
            cards: [getCard(card)],
            amounts: [{ amount, currency: null }],
          })
        ).text;
      const available = data.available_credit;
      expect(await at('Reef Card', available)).toMatch(/would be approved on Reef Card/);
      expect(await at('Reef Card', cents([available, 0.01]) / 100)).toMatch(
        /has only .* of available credit/,
      );
      expect(await at('Tide Card', 2500)).toMatch(/would be approved on Tide Card/);
      expect(await at('Tide Card', 2500.01)).toMatch(/a spending limit on Tide Card blocks it/);
    });

    it('know the last payment and the last purchase', async () => {
      const latest = async (kind: string) => {
        const [row] = await sql()`select abs(p.amount)::float8 as amount from bank.postings p
          join bank.entries e on e.id = p.entry_id where p.ledger_id = ${getCard('Tide Card').id}
          and e.kind = ${kind} order by e.value_at desc, e.id desc limit 1`;
        return row?.amount;
      };
      const paid = await answer('card-last-payment', tide());
      expect(JSON.stringify(paid.parts)).toContain(`"amount":${await latest('card_payment')}`);
      const used = await answer('card-last-used', tide());
      expect(getFigure(used, 'Tide Card')).toBe(await latest('card_charge'));
    });

    it('close the next statement as many days before its due date as the last one', async () => {
      const result = await answer('card-closing-date', tide());
      const [row] = await sql()`
        select ((due_date + interval '1 month')::date - (due_date - to_date))::text as day
        from public.card_statements where card_id = ${getCard('Tide Card').id} order by to_date desc limit 1`;
      expect(result.text).toContain(context.formatDay(row?.day));
    });

    it('say what autopay pays', async () => {
      const result = await answer('autopay-status');
      expect(result.text).toMatch(
        /Autopay is on for .*Tide Card \(the statement balance, from Everyday Checking\)/,
      );
      expect(result.text).toContain('Reef Card ($50.00, from Everyday Checking)');
    });

    it('compute the payment for a utilization', async () => {
      const result = await answer('pay-to-utilization', { percents: [30] });
      for (const { name, balance, limit } of context.customer.cards)
        expect(getMinor(result, `${name}, to pay`)).toBe(
          Math.max(0, Math.round(balance * 100) - Math.floor(limit * 30)),
        );
    });

    it('add up statements and rewards', async () => {
      const [row] = await sql()`select sum(rewards)::float8 as rewards, avg(closing_balance)::float8 as bill
        from public.card_statements where card_id = ${getCard('Tide Card').id}
        and to_date between ${LAST_MONTH().from} and ${context.customer.today}`;
      const periods = [{ from: LAST_MONTH().from, to: context.customer.today, text: 'since last month' }];
      const rewards = await answer('rewards-earned', { ...tide(), periods });
      expect(getFigure(rewards, 'Tide Card, earned')).toBe(row?.rewards);
      const bill = await answer('card-average-bill', { ...tide(), periods });
      expect(getFigure(bill, 'Tide Card, average')).toBeCloseTo(row?.bill, 2);
      const statements = await answer('card-statements', tide());
      const [latest] = await sql()`select closing_balance::float8 as balance from public.card_statements
        where card_id = ${getCard('Tide Card').id} order by to_date desc limit 1`;
      expect(statements.text).toContain(
        `balance of $${latest?.balance.toLocaleString('en-US', { minimumFractionDigits: 2 })}`,
      );
    });

    it('split spending into cards and accounts without a gap', async () => {
      const result = await answer('cards-against-accounts', { periods: [LAST_MONTH()] });
      const spent = await demo.ask('How much did I spend last month?');
      expect(getFigure(result, 'Total spending')).toBe(getFigure(spent, 'Spending'));
      expect(getMinor(result, 'On cards') + getMinor(result, 'From accounts')).toBe(
        getMinor(result, 'Total spending'),
      );
    });
  });

  describe('spending', () => {
    const spent = async (from: string, to: string, condition = sql()`true`) => {
      const [row] = await sql()`
        select coalesce(sum(s.base_amount), 0)::float8 as total, count(*)::integer as times
        from (select set_config('request.jwt.claims', json_build_object('sub', ${me()}::text)::text, true)) c,
          public.spending_in_base s where s.direction = 'out' and s.day between ${from} and ${to} and ${condition}`;
      return { total: row?.total as number, times: row?.times as number };
    };
    const dayBefore = (day: string, days = 1) =>
      new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);

    it('of a category is compared with the same month a year ago', async () => {
      const food = context.customer.categories.filter(({ name }) => name === 'Food');
      const result = await answer('spending-year-ago', { categories: food });
      const { from, to } = LAST_MONTH();
      const yearAgo = (day: string) => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
      const past = await spent(yearAgo(from), yearAgo(to), sql()`s.category = 'Food'`);
      expect(JSON.stringify(result.parts)).toContain(`"amount":${past.total}`);
    });

    it('is compared with the same days of the last month', async () => {
      const { today } = context.customer;
      const result = await answer('spending-pace');
      const now = await spent(`${today.slice(0, 8)}01`, today);
      const shown = result.parts.flatMap((part) => (part.kind === 'figures' ? part.figures : []));
      expect(shown[0] && 'amount' in shown[0] ? shown[0].amount : null).toBe(now.total);
    });

    it('adds up by season, quarter, and month to the same total', async () => {
      const { from } = LAST_MONTH();
      const year = Number(from.slice(0, 4)) - 1;
      const periods = [{ from: `${year}-01-01`, to: `${year}-12-31`, text: `in ${year}` }];
      const { total } = await spent(`${year}-01-01`, `${year}-12-31`);
      const sumOf = (result: TopicReply, pattern: RegExp) =>
        cents(
          result.parts
            .flatMap((part) => (part.kind === 'figures' ? part.figures : []))
            .flatMap((item) => ('amount' in item && pattern.test(item.label) ? [item.amount] : [])),
        );
      expect(sumOf(await answer('spending-quarters', { periods }), /^Q\d/)).toBe(cents([total]));
      expect(sumOf(await answer('spending-seasons', { periods }), /, \d+ months?$/)).toBe(cents([total]));
      expect(sumOf(await answer('spending-half-years', { periods }), /^Spending/)).toBe(cents([total]));
      expect(sumOf(await answer('cash-flow-months', { periods }), /, spending$/)).toBe(-cents([total]));
    });

    it('names only months with more spending than income as overspent', async () => {
      const result = await answer('overspent-months');
      const flow = await answer('cash-flow-months', {
        periods: [{ from: dayBefore(LAST_MONTH().to, 364), to: LAST_MONTH().to, text: 'in a year' }],
      });
      const negative = flow.parts
        .flatMap((part) => (part.kind === 'figures' ? part.figures : []))
        .filter((item) => /, net$/.test(item.label) && 'amount' in item && item.amount < 0);
      for (const { label } of negative.slice(1)) expect(result.text).toContain(label.replace(', net', ''));
    });

    it('since payday is counted from the day of the last paycheck', async () => {
      const result = await answer('spending-since-payday');
      const [row] = await sql()`select (max(date) at time zone 'America/New_York')::date::text as day
        from public.transactions where user_id = ${me()} and kind = 'auto_deposit'`;
      const { total } = await spent(row?.day, context.customer.today);
      expect(getFigure(result, 'Spent since then')).toBe(total);
    });

    it('compares three months by category with the three before', async () => {
      const food = context.customer.categories.filter(({ name }) => name === 'Food');
      const result = await answer('category-trend', { categories: food });
      const { to } = LAST_MONTH();
      const from = new Date(Date.UTC(Number(to.slice(0, 4)), Number(to.slice(5, 7)) - 3, 1));
      const { total } = await spent(from.toISOString().slice(0, 10), to, sql()`s.category = 'Food'`);
      expect(getFigure(result, 'Food, last three full months')).toBe(total);
    });

    it('finds refunds and spending without a category', async () => {
      const { from } = LAST_MONTH();
      const periods = [{ from: '2000-01-01', to: context.customer.today, text: 'in total' }];
      const refunds = await answer('refunds-received', { periods });
      const [row] = await sql()`
        select count(*)::integer as times, coalesce(sum(p.amount), 0)::float8 as total from bank.postings p
          join bank.entries e on e.id = p.entry_id join bank.ledger_accounts l on l.id = p.ledger_id
        where e.household_id = ${me()} and l.household_id = e.household_id and p.amount > 0
          and e.kind in ('refund', 'card_credit', 'dispute_credit')`;
      if (row?.times > 0) expect(getFigure(refunds, 'Refunds')).toBe(row?.total);
      else expect(refunds.text).toMatch(/^You didn't get any refunds/);
      const none = await answer('uncategorized-spending', {
        periods: [{ from, to: context.customer.today, text: 'lately' }],
      });
      const { times } = await spent(from, context.customer.today, sql()`s.category_id is null`);
      expect(none.text).toMatch(times === 0 ? /^All your spending/ : new RegExp(`^${times} transaction`));
    });

    it('splits purchases into weekdays and weekends, and finds days without any', async () => {
      const periods = [LAST_MONTH()];
      const week = await answer('weekdays-and-weekends', { periods });
      const days = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');
      expect(cents(days.map((day) => getFigure(week, day) ?? Number.NaN))).toBe(
        getMinor(week, 'Weekends, total') + getMinor(week, 'Weekdays, total'),
      );
      const free = await answer('no-spend-days', { periods });
      const bills = context.customer.scheduledPayments.flatMap(({ name, payee }) => [name, payee ?? name]);
      const [row] = await sql()`
        select count(distinct s.day)::integer as days
        from (select set_config('request.jwt.claims', json_build_object('sub', ${me()}::text)::text, true)) c,
          public.spending_in_base s where s.direction = 'out' and s.amount > 0
          and s.day between ${LAST_MONTH().from} and ${LAST_MONTH().to}
          and s.kind in ('payment', 'withdrawal', 'card_charge', 'imported_charge')
          and coalesce(s.merchant, '') <> all(${bills}) and coalesce(s.description, '') <> all(${bills})`;
      const all = Number(LAST_MONTH().to.slice(8));
      expect(free.text).toContain(`You had ${all - row?.days} day`);
    });

    it('ranks merchants by visits, finds new ones, and shows the range at one', async () => {
      const periods = [LAST_MONTH()];
      const { from, to } = LAST_MONTH();
      const visits = await answer('merchant-visits', { periods });
      const [, name = '', times = ''] =
        /You went to (.+) most often last month: (\d+) purchase/.exec(visits.text) ?? [];
      const real = await spent(from, to, sql()`s.merchant = ${name} and s.amount > 0`);
      expect(real.times).toBe(Number(times));
      const range = await answer('merchant-range', { periods, merchants: [name] });
      expect(getFigure(range, 'Total')).toBe((await spent(from, to, sql()`s.merchant = ${name}`)).total);
      expect(getMinor(range, 'Most expensive')).toBeGreaterThanOrEqual(getMinor(range, 'Cheapest'));
      const fresh = await answer('new-merchants', { periods });
      const shown = fresh.parts.flatMap((part) => (part.kind === 'figures' ? part.figures : []));
      for (const { label } of shown) {
        const [merchant = ''] = label.split(', first on ');
        expect((await spent('2000-01-01', dayBefore(from), sql()`s.merchant = ${merchant}`)).times).toBe(0);
      }
    });

    it('finds equal charges of the same merchant within a day', async () => {
      const result = await answer('double-charges');
      const shown = result.parts.flatMap((part) => (part.kind === 'figures' ? part.figures : []));
      expect(result.text).toMatch(shown.length > 0 ? /^Possibly\./ : /^No\./);
    });
  });

  describe('income', () => {
    const income = async (from: string, to: string, condition = sql()`true`) => {
      const [row] = await sql()`
        select coalesce(sum(s.base_amount), 0)::float8 as total
        from (select set_config('request.jwt.claims', json_build_object('sub', ${me()}::text)::text, true)) c,
          public.spending_in_base s where s.direction = 'in' and s.day between ${from} and ${to} and ${condition}`;
      return row?.total as number;
    };
    const payroll = () => {
      const pay = context.customer.autoDeposits.find(({ isPay }) => isPay);
      if (!pay) throw new Error('No paycheck');
      return pay;
    };

    it('other than pay and by source add up to all income', async () => {
      const { today } = context.customer;
      const from = `${today.slice(0, 4)}-01-01`;
      const other = await answer('other-income');
      const expected = await income(from, today, sql()`coalesce(s.category, '') <> 'Salary'`);
      expect(getFigure(other, 'Other income')).toBe(expected);
      expect(getFigure(other, 'All income')).toBe(await income(from, today));
      const sources = await answer('income-sources');
      expect(getFigure(sources, 'All income')).toBe(await income(from, today));
      expect(sources.text).toContain(payroll().name);
    });

    it('from pay is compared and converted', async () => {
      // The 401(k) receives its part of each paycheck as a transaction of its own.
      const rows = await sql()`select t.amount::float8 as amount from public.transactions t
        join public.accounts a on a.id = t.account_id and a.name = 'Everyday Checking'
        where t.user_id = ${me()} and t.kind = 'auto_deposit' order by t.date desc limit 2`;
      const change = await answer('pay-change');
      expect(getMinor(change, 'Difference')).toBe(cents([rows[0]?.amount, -rows[1]?.amount]));
      const year = await answer('pay-per-year');
      expect(getMinor(year, 'Per year')).toBe(Math.round(payroll().amount * 100) * 52);
      const hour = await answer('pay-per-hour');
      expect(getMinor(hour, 'Per hour')).toBe(Math.round((payroll().amount * 100 * 52) / 2080));
    });

    it('arrives on the next paydays, a week apart', async () => {
      const result = await answer('next-paydays', { amounts: [{ amount: 2, currency: null }] });
      expect(result.text).toContain(`paydays are ${context.formatDay(payroll().nextDay ?? '')} ($`);
      const shown = result.parts.flatMap((part) => (part.kind === 'figures' ? part.figures : []));
      expect(shown).toHaveLength(2);
    });

    it('is committed to the payments until the payday after the next one', async () => {
      const result = await answer('paycheck-committed');
      const paid = result.parts
        .flatMap((part) => (part.kind === 'figures' ? part.figures : []))
        .flatMap((item) =>
          'amount' in item && item.amount < 0 && item.label !== 'Left' ? [item.amount] : [],
        );
      if (paid.length > 0 && paid.length < 10) expect(getMinor(result, 'Committed')).toBe(-cents(paid));
      expect(result.text).toMatch(/committed/);
    });

    it('is compared with housing costs and mortgage principal', async () => {
      const { today } = context.customer;
      const from = `${today.slice(0, 4)}-01-01`;
      const result = await answer('housing-share');
      const [row] = await sql()`select coalesce(sum(t.principal), 0)::float8 as principal
        from public.transactions t where t.user_id = ${me()} and t.kind = 'mortgage_payment'
          and (t.date at time zone 'America/New_York')::date between ${from} and ${today}`;
      expect(getFigure(result, 'Mortgage principal')).toBe(row?.principal);
      expect(getFigure(result, 'Income')).toBe(await income(from, today));
    });
  });

  describe('bills', () => {
    it('until payday are those of the safe-to-spend figure', async () => {
      const result = await answer('bills-until-payday');
      const page = await demo.ask('How much can I safely spend a day?');
      const due = ['Upcoming bills', 'Set aside for goals'].map((label) => getFigure(page, label) ?? 0);
      const checking = getFigure(page, 'In checking') ?? 0;
      expect(getMinor(result, 'Left after these payments')).toBe(cents([checking, ...due]));
    });

    it('of the next 30 days are compared with the cash', async () => {
      const result = await answer('pay-all-bills');
      const checking = context.customer.accounts.filter(
        ({ type, currency }) => type === 'CHECKING' && currency === 'USD',
      );
      expect(getFigure(result, 'In checking')).toBeGreaterThanOrEqual(
        cents(checking.map(({ balance }) => balance)) / 100,
      );
      expect(result.text).toMatch(/^(?:Yes|No|Only with your savings)\. /);
    });

    it('are added up by week and by account', async () => {
      const week = await answer('bills-by-week');
      const [, total = ''] = /go out in the next 30 days, \$([\d,.]+) in total/.exec(week.text) ?? [];
      const sums = week.parts
        .flatMap((part) => (part.kind === 'figures' ? part.figures : []))
        .flatMap((item) => ('amount' in item && /^Week of/.test(item.label) ? [item.amount] : []));
      expect(-cents(sums)).toBe(Math.round(Number(total.replaceAll(',', '')) * 100));
      const byAccount = await answer('payments-by-account', { accounts: [getAccount('Pocket Money')] });
      expect(byAccount.text).toContain('comes out of Pocket Money');
      expect(JSON.stringify(byAccount.parts)).toContain('Farm box');
    });

    it('that failed are those of the record', async () => {
      const result = await answer('failed-payments');
      const [row] = await sql()`select count(*)::integer as times from public.household_events
        where user_id = ${me()} and kind in ('payment_failed', 'payment_missed', 'deposit_failed', 'pay_missed')
          and at >= (select max(at) from public.household_events where user_id = ${me()}) - interval '364 days'`;
      expect(result.text).toMatch(row?.times === 0 ? /^No payment failed/ : /^Yes\. /);
    });

    it('and debt payments add up to the fixed costs', async () => {
      const result = await answer('fixed-costs');
      const all = await demo.ask('How much are all my recurring payments a month?');
      const [, monthly = ''] = /for a total of \$([\d,.]+) a month/.exec(all.text) ?? [];
      const { data } = await demo.client.rpc('my_household').throwOnError();
      const debts = (data as { debts: { payment: number; balance: number }[] }).debts
        .filter(({ balance }) => balance > 0)
        .reduce((sum, { payment }) => sum + payment, 0);
      const fixed = getMinor(result, 'Fixed costs a month');
      expect(
        Math.abs(fixed - debts - Math.round(Number(monthly.replaceAll(',', '')) * 100)),
      ).toBeLessThanOrEqual(10);
      expect(await answer('bills-that-rose')).toMatchObject({
        text: expect.stringMatching(/rose from|None of your/),
      });
      expect((await answer('weekend-bills')).text).toMatch(/^(?:Yes|No)\. /);
    });
  });

  describe('subscriptions', () => {
    it('are ranked, compared with income, and found by start and size', async () => {
      const cheapest = await answer('subscription-cheapest');
      expect(cheapest.text).toContain('Your cheapest subscription is Cloudbank Storage: $2.99 a month');
      const small = await answer('subscription-small', { amounts: [{ amount: 10, currency: null }] });
      expect(small.text).toMatch(/^2 subscriptions cost \$10\.00 a month or less: /);
      const share = await answer('subscription-share');
      const list = await demo.ask('How much are my subscriptions a month?');
      const [, monthly = ''] = /for a total of (\$[\d,.]+) a month/.exec(list.text) ?? [];
      expect(share.text).toContain(`cost ${monthly} a month`);
      const [row] = await sql()`select max(start_date)::text as day from public.scheduled_payments
        where user_id = ${me()} and payee = 'Lighthouse Streaming'`;
      expect(JSON.stringify((await answer('subscription-newest')).parts)).toContain(
        context.formatDay(row?.day),
      );
    });

    it('cost twelve payments a year', async () => {
      const payments = context.customer.scheduledPayments.filter(({ name }) => name === 'Drift Music');
      const result = await answer('payment-yearly-cost', { payments });
      expect(getMinor(result, 'Per year')).toBe(999 * 12);
    });

    it('renew on the days of their scheduled payments', async () => {
      const day = context.customer.scheduledPayments.find(({ name }) => name === 'Drift Music')?.nextDay;
      const to = day ?? context.customer.today;
      const result = await answer('subscription-renewals', { periods: [{ from: null, to, text: 'soon' }] });
      expect(result.text).toContain(`Drift Music on ${context.formatDay(to)} ($9.99)`);
    });
  });
});
