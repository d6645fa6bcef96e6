import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TopicValues } from '../../../assistant/intent.ts';
import { TOPICS } from '../../../assistant/topics.ts';
import { addMonths, dayText } from '../../../engine/calendar/calendar.ts';
import { getBand } from '../../../engine/credit/bands.ts';
import type { CreditFacts } from '../../../engine/credit/facts.ts';
import { scoreIf } from '../../../engine/credit/history.ts';
import { getCreditScore } from '../../../engine/credit/score.ts';
import { buildForecast } from '../../../engine/forecast/forecast.ts';
import { knownFuture } from '../../../engine/forecast/known-future.ts';
import { getSuggestions } from '../../../engine/insights/budget-suggestions.ts';
import { getDebtTerms, getOutcome } from '../../../engine/products/debts/debt-plans.ts';
import type { DebtState } from '../../../engine/simulation/state.ts';
import { type Decision, type Projection, simulateWhatIf } from '../../../engine/what-if/what-if.ts';
import { startTestServer, type TestServer } from '../../../server/testing/server.ts';
import type { AnswerContext } from '../../functions/assistant/answer-context.ts';
import { getUsualChecking } from '../../functions/assistant/answers/forecast.ts';
import { PLANS_ANSWERS } from '../../functions/assistant/answers/topics/plans.ts';
import { getWhatIfOptions } from '../../functions/assistant/answers/what-if.ts';
import { type Conversation, openConversation } from '../support/assistant.ts';
import { answerTopicWith, getTopicFigure, loadAnswerContext } from '../support/topics.ts';

describe('topics on plans', () => {
  let server: TestServer;
  let demo: Conversation;
  let context: AnswerContext;
  let car: DebtState;
  let home: DebtState;

  beforeAll(async () => {
    server = await startTestServer();
    demo = await openConversation(server, 'demo');
    context = await loadAnswerContext(demo.client);
    const debts = (await context.loadState())?.state.debts ?? [];
    const find = (name: string) => {
      const debt = debts.find((item) => item.name === name);
      if (!debt) throw new Error(`${name} is missing`);
      return debt;
    };
    [car, home] = [find('Car loan'), find('Mortgage')];
  });
  afterAll(() => server.close());

  const ask = (topic: string, values: Partial<TopicValues> = {}) => answerTopicWith(context, topic, values);
  const onCar = () => ({ debts: [{ is: 'loan' as const, id: car.id, name: car.name }] });
  const onHome = () => ({ debts: [{ is: 'mortgage' as const, id: home.id, name: home.name }] });
  const amount = (value: number) => ({ amounts: [{ amount: value, currency: null }] });
  const cards = async (name: string) => {
    const card = context.customer.cards.find((item) => item.name === name);
    return { cards: card ? [{ id: card.id, name }] : [] };
  };

  it('answers every topic, and nothing else', () => {
    const ids = new Set(TOPICS.map(({ id }) => id));
    for (const id of Object.keys(PLANS_ANSWERS)) expect(ids).toContain(id);
  });

  describe('on debts', () => {
    it('count the payments that the plan has left', async () => {
      const reply = await ask('payments-left', onCar());
      const { months, paid } = getOutcome(getDebtTerms(car));
      expect(reply.text).toContain(`You have ${months} payments left on Car loan`);
      expect(getTopicFigure(reply, 'Car loan, all payments')).toBe(paid / 100);
    });

    it('compare the balance with the borrowed amount', async () => {
      const { data } = await demo.client
        .from('loans')
        .select('amount, remaining_balance')
        .eq('id', car.id)
        .single();
      const reply = await ask('share-paid-off', onCar());
      expect(getTopicFigure(reply, 'Car loan, paid off')).toBeCloseTo(
        data?.amount - data?.remaining_balance,
        2,
      );
    });

    it('add up the interest of the next twelve months', async () => {
      const until = addMonths(context.today, 12);
      const sum = (debt: DebtState) =>
        getOutcome(getDebtTerms(debt))
          .rows.filter(({ day }) => day > context.today && day <= until)
          .reduce((total, { interest }) => total + interest, 0);
      const reply = await ask('debt-interest-ahead');
      expect(getTopicFigure(reply, 'Total interest')).toBeCloseTo((sum(car) + sum(home)) / 100, 2);
      expect(reply.text).toContain('in the next 12 months');
    });

    it('split the next payments', async () => {
      const [first] = getOutcome(getDebtTerms(home)).rows;
      const reply = await ask('next-installments', { ...onHome(), ...amount(2) });
      expect(reply.figures).toHaveLength(4);
      expect(reply.figures[1]).toMatchObject({ amount: (first?.interest ?? 0) / 100 });
    });

    it('explain falling interest, and list all that is left to pay', async () => {
      const [first, second] = getOutcome(getDebtTerms(car)).rows;
      const falls = await ask('interest-falls', onCar());
      expect(getTopicFigure(falls, 'Interest, next payment')).toBe((first?.interest ?? 0) / 100);
      expect(getTopicFigure(falls, 'Interest, payment after that')).toBe((second?.interest ?? 0) / 100);
      const total = await ask('total-left-to-pay');
      const paid = getOutcome(getDebtTerms(car)).paid + getOutcome(getDebtTerms(home)).paid;
      expect(getTopicFigure(total, 'Total')).toBeCloseTo(paid / 100, 2);
    });

    it('list the monthly payments, the highest first', async () => {
      const reply = await ask('debt-payments');
      expect(reply.text).toContain('The highest is Mortgage');
      expect(getTopicFigure(reply, 'Total a month')).toBeCloseTo((car.payment + home.payment) / 100, 2);
    });

    it('compare the debt with a year ago', async () => {
      const day = dayText(addMonths(context.today, -12));
      const reply = await ask('debt-then-and-now');
      expect(reply.text).toContain(context.formatDay(day));
      const owed = context.products.filter(({ is }) => is !== 'account').map(({ balance }) => balance);
      expect(getTopicFigure(reply, 'Now')).toBeCloseTo(
        owed.reduce((sum, balance) => sum + balance, 0),
        2,
      );
    });

    it('compare extra payments with the usual plan', async () => {
      const usual = getOutcome(getDebtTerms(car));
      const lump = await ask('lump-payment', { ...onCar(), ...amount(1000) });
      const once = getOutcome(getDebtTerms(car), { lumps: [{ day: context.today, amount: 100_000 }] });
      expect(getTopicFigure(lump, 'Car loan, interest saved')).toBe((usual.interest - once.interest) / 100);
      const double = await ask('double-payments', onCar());
      const twice = getOutcome(getDebtTerms(car), { extra: car.payment });
      expect(getTopicFigure(double, 'Car loan, interest saved')).toBe(
        (usual.interest - twice.interest) / 100,
      );
      expect(getTopicFigure(double, 'Car loan, months saved')).toBe(String(usual.months - twice.months));
    });

    it('put an amount on the debt with the highest rate', async () => {
      const reply = await ask('which-debt-for-amount', amount(1000));
      expect(reply.text).toContain('Put $1,000.00 on Reef Card');
      expect(getTopicFigure(reply, 'Reef Card, 24.99%, first year')).toBe(249.9);
    });

    it('find the payment for a payoff date', async () => {
      const reply = await ask('pay-off-in', { ...onCar(), months: [12] });
      expect(reply.text).toContain('pay about');
      const both = await ask('pay-off-in', { months: [12] });
      expect(both.text).toContain('Which debt');
    });

    it('refinance, and pay more a month', async () => {
      expect((await ask('refinance-at', { ...onCar(), percents: [4] })).text).toContain('4%');
      expect((await ask('debt-free-with', amount(300))).text).toContain('$300.00 extra a month');
    });

    it('charge interest per day and per month', async () => {
      const daily = await ask('debt-daily-cost', onCar());
      expect(daily.text).toContain('Car loan costs');
      const month = await ask('card-interest-on', {
        ...(await cards('Tide Card')),
        ...amount(500),
        months: [0.25],
      });
      // 500.00 × 21.49% ÷ 365 × 8 days.
      expect(getTopicFigure(month, 'Tide Card, interest')).toBe(2.36);
    });

    it('say what extra payments have saved so far', async () => {
      const { data } = await demo.client.from('debt_payments').select('extra').eq('debt_id', car.id);
      const extra = (data ?? []).reduce((sum, row) => sum + Number(row.extra ?? 0), 0);
      const before = await ask('extra-payments-saved', onCar());
      if (extra === 0) expect(before.text).toContain("haven't made extra payments on Car loan");
      await demo.client.rpc('pay_extra', { debt_id: car.id, amount: 300 }).throwOnError();
      const later = await answerTopicWith(
        await loadAnswerContext(demo.client),
        'extra-payments-saved',
        onCar(),
      );
      expect(getTopicFigure(later, 'Car loan, extra payments')).toBeCloseTo(extra + 300, 2);
      expect(Number(getTopicFigure(later, 'Car loan, interest saved in total'))).toBeGreaterThan(0);
    });

    it('name the late fees', async () => {
      const reply = await ask('debt-late-fee', onCar());
      expect(getTopicFigure(reply, 'Car loan, late fee')).toBe(Math.round(car.payment * 0.05) / 100);
    });
  });

  describe('on the home', () => {
    it('compare the mortgage with the value of the home', async () => {
      const { data } = await demo.client.from('mortgages').select('current_value').single().throwOnError();
      const reply = await ask('loan-to-value');
      expect(getTopicFigure(reply, 'Home value now')).toBeCloseTo(data.current_value, 2);
      const sale = await ask('sell-home');
      expect(getTopicFigure(sale, 'Left after the sale')).toBeCloseTo(
        data.current_value - home.balance / 100,
        2,
      );
    });

    it('quote the payoff amount instead of the value of a car', async () => {
      const { data } = await demo.client.rpc('payoff_quote', {
        debt_id: car.id,
        on_date: context.customer.today,
      });
      const reply = await ask('sell-home', onCar());
      expect(getTopicFigure(reply, 'Payoff amount of Car loan')).toBe(data.total);
      expect(reply.text).toContain("We don't know what you could sell it for");
    });

    it('find the day of a lower share', async () => {
      const { rows } = getOutcome(getDebtTerms(home));
      const { data } = await demo.client.from('mortgages').select('property_value').single();
      const row = rows.find(({ balance }) => balance * 2 <= data?.property_value * 100);
      const reply = await ask('ltv-reaches', { percents: [50] });
      expect(reply.text).toContain(context.formatDay(dayText(row?.day ?? 0)));
    });

    it('say that the demo mortgage has escrow, but no mortgage insurance', async () => {
      expect((await ask('mortgage-insurance-end')).text).toContain("You don't pay mortgage insurance");
      expect((await ask('escrow')).text).toMatch(/escrow account of Mortgage has/);
    });

    it('compare debt payments with income', async () => {
      const reply = await ask('debt-to-income');
      const [debt, income] = ['Debt payments a month', 'Average income a month'].map((label) =>
        Number(getTopicFigure(reply, label)),
      );
      expect(reply.text).toContain(
        `${Math.round(((debt ?? 0) / (income ?? 1)) * 1000) / 10}% of your income`,
      );
    });
  });

  describe('on goals and savings', () => {
    it('add up what all goals need', async () => {
      const { data } = await demo.client.from('goal_status').select('left, needed_monthly').throwOnError();
      const rows = data as { left: number; needed_monthly: number | null }[];
      const reply = await ask('goals-total');
      const left =
        getTopicFigure(reply, 'Total remaining') ?? getTopicFigure(reply, reply.figures[0]?.label ?? '');
      expect(left).toBeCloseTo(
        rows.reduce((sum, row) => sum + row.left, 0),
        2,
      );
    });

    it('compare the projected date of a goal with a date', async () => {
      const { data } = await demo.client
        .from('goal_status')
        .select('goal_id, projected_date, left')
        .throwOnError();
      const goal = (data as { goal_id: string; projected_date: string | null; left: number }[]).find(
        ({ left }) => left > 0,
      );
      const goals = [{ id: goal?.goal_id ?? '', name: '' }];
      const far = await ask('goal-by-date', {
        goals,
        periods: [{ from: '2090-01-01', to: '2090-01-01', text: '' }],
      });
      expect(far.text).toMatch(
        goal?.projected_date ? /^Yes, you should reach/ : /no automatic contributions/,
      );
      const soon = await ask('goal-by-date', {
        goals,
        periods: [{ from: null, to: context.customer.today, text: '' }],
      });
      expect(soon.text).toMatch(/^No, /);
    });

    it('find the goal that is behind, and the biggest one', async () => {
      const { data } = await demo.client
        .from('goals')
        .select('name, target')
        .order('target', { ascending: false });
      expect((await ask('goal-biggest')).text).toContain(data?.[0]?.name);
      expect((await ask('goal-behind')).text).toMatch(/behind/);
    });

    it('split an amount into equal savings', async () => {
      const reply = await ask('put-away', { ...amount(1000), months: [3] });
      expect(getTopicFigure(reply, 'A month')).toBe(333.34);
      // 13 weekly paychecks in three months.
      expect(getTopicFigure(reply, 'A paycheck')).toBe(76.93);
    });

    it('compare an amount with what is usually kept', async () => {
      const little = await ask('can-save', { ...amount(1), months: [12] });
      const much = await ask('can-save', { ...amount(1_000_000), months: [12] });
      expect(little.text).toMatch(/^Yes/);
      expect(much.text).toMatch(/^No/);
    });

    it('split the growth of savings into interest and own money', async () => {
      const reply = await ask('savings-growth');
      const [change, interest, own] = ['change', 'interest', 'your money'].map((label) =>
        Number(getTopicFigure(reply, `Rainy Day Savings, ${label}`)),
      );
      expect((interest ?? 0) + (own ?? 0)).toBeCloseTo(change ?? 0, 2);
      const earned = await demo.ask('How much interest did Rainy Day Savings earn this year?');
      expect(earned.text).toContain((interest ?? 0).toLocaleString('en-US', { minimumFractionDigits: 2 }));
    });

    it('announce the next interest', async () => {
      const reply = await ask('next-interest');
      expect(reply.text).toMatch(/Rainy Day Savings gets about \$\d/);
    });

    it('compare the cash with months of spending', async () => {
      const reply = await ask('emergency-fund', { months: [2] });
      const monthly = Number(getTopicFigure(reply, 'Average monthly spending'));
      expect(getTopicFigure(reply, 'Target, 2 months')).toBeCloseTo(monthly * 2, 2);
      expect(reply.text).toMatch(/^(?:Yes|Not yet): you have/);
    });

    it('grow a monthly amount, and double money', async () => {
      const grown = await ask('monthly-saving-grows', { ...amount(100), months: [12], percents: [12] });
      // 100.00 a month at 1% a month.
      expect(getTopicFigure(grown, 'At the end')).toBe(1268.25);
      expect(getTopicFigure(await ask('doubling-time', { percents: [7] }), 'Years to double')).toBe('10.2');
    });
  });

  describe('on budgets', () => {
    type Row = {
      category: string;
      category_id: string;
      amount: number;
      available: number;
      spent: number;
      remaining: number;
    };
    const load = async () => {
      const { data } = await demo.client.rpc('budget_status').throwOnError();
      return (data as Row[]).filter(({ available }) => available !== null);
    };

    it('show the used share, the largest, and the total', async () => {
      const rows = await load();
      const [row] = rows;
      const share = Math.round(((row?.spent ?? 0) / (row?.available ?? 1)) * 1000) / 10;
      const usage = await ask('budget-usage');
      expect(getTopicFigure(usage, `${row?.category}, ${share}% used`)).toBe(row?.spent);
      const largest = rows.toSorted((a, b) => b.available - a.available)[0];
      expect((await ask('budget-largest')).text).toContain(`largest budget is ${largest?.category}`);
      const total = rows.reduce((sum, { amount: limit }) => sum + limit, 0);
      expect(getTopicFigure(await ask('budget-total'), 'Total budgeted')).toBeCloseTo(total, 2);
    });

    it('project the month at the pace so far', async () => {
      const [row] = await load();
      const { data } = await demo.client.rpc('budget_month').throwOnError();
      const [month] = data as { days: number; day: number }[];
      const categories = [{ id: row?.category_id ?? '', name: row?.category ?? '' }];
      const reply = await ask('budget-runs-out', { categories });
      const projected = ((row?.spent ?? 0) * (month?.days ?? 1)) / (month?.day ?? 1);
      expect(getTopicFigure(reply, `${row?.category}, month at this pace`)).toBeCloseTo(projected, 2);
    });

    it('suggest what the budgets page suggests', async () => {
      const [status, history] = await Promise.all([
        demo.client.rpc('budget_status').throwOnError(),
        demo.client.rpc('budget_history', { months: 12 }).throwOnError(),
      ]);
      const month = `${context.customer.today.slice(0, 7)}-01`;
      const food = getSuggestions(status.data, history.data, month).find(({ name }) => name === 'Food');
      const categories = [{ id: food?.categoryId ?? '', name: 'Food' }];
      expect(getTopicFigure(await ask('budget-suggestion', { categories }), 'Food, suggested')).toBe(
        food?.amount,
      );
      expect((await ask('budget-adjust')).text).toMatch(/Compared with your usual spending|match your usual/);
    });

    it('explain rollover, and count the months within budget', async () => {
      const rows = await load();
      const reply = await ask('budget-rollover');
      const unspent = rows.reduce((sum, { remaining }) => sum + Math.max(0, remaining), 0);
      expect(reply.text).toContain(
        unspent.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
      );
      expect((await ask('budget-history')).text).toMatch(/You stayed within|new/);
    });
  });

  describe('on the credit score', () => {
    it('names the band, the history, and the effect of changes', async () => {
      const { data } = await demo.client.rpc('my_credit_facts').throwOnError();
      const facts = data as CreditFacts;
      const { score } = getCreditScore(facts);
      expect((await ask('score-meaning')).text).toContain(`${score} is ${getBand(score).name.toLowerCase()}`);
      expect((await ask('score-history')).text).toContain(`to ${score}`);
      const reef = facts.lines.find(({ name }) => name === 'Reef Card');
      const paid = scoreIf(facts, { kind: 'pay', lineId: reef?.id ?? '', amount: 50_000 });
      const pay = await ask('score-if-paid', { ...(await cards('Reef Card')), ...amount(500) });
      expect(getTopicFigure(pay, 'Score after it')).toBe(String(paid.score));
      const loan = scoreIf(facts, { kind: 'open_loan', amount: 1_000_000 });
      expect(getTopicFigure(await ask('score-if-loan'), 'Score after it')).toBe(String(loan.score));
      const card = scoreIf(facts, { kind: 'open_card', limit: 500_000 });
      expect(getTopicFigure(await ask('score-if-card'), 'Score after it')).toBe(String(card.score));
      const missed = await ask('score-if-missed', onCar());
      expect(missed.text).toMatch(/Car loan were 30 days late, your credit score would fall/);
      const closed = scoreIf(facts, { kind: 'close', lineId: reef?.id ?? '' });
      const close = await ask('score-if-closed', await cards('Reef Card'));
      expect(getTopicFigure(close, 'Score after it')).toBe(String(closed.score));
      const target = await ask('score-target', amount(score + 1));
      expect(target.text).toContain('You need 1 more point');
    });
  });

  describe('on financial health', () => {
    it('gives the score of the eight indicators and the next best step', async () => {
      const reply = await ask('financial-health');
      expect(reply.text).toMatch(/Your financial health score is \d+ out of 100: financially/);
      expect(reply.text).toContain('This is not your credit score.');
      const { data } = await demo.client.rpc('my_credit_facts').throwOnError();
      const { score } = getCreditScore(data as CreditFacts);
      expect(getTopicFigure(reply, 'Have a prime credit score')).toBe(`Credit score ${score}`);
      expect(reply.figures).toHaveLength(13);
      expect(reply.parts).toContainEqual(expect.objectContaining({ href: '/analytics/financial-health' }));
    });
  });

  describe('on forecasts and what-ifs', () => {
    const inYears = (years: number) => addMonths(context.today, years * 12);
    const account = () => getUsualChecking(context);
    const simulate = async (decisions: readonly Decision[]) => {
      const snapshot = await context.loadState();
      if (!snapshot) throw new Error('There is no household');
      const { simulated } = snapshot;
      return simulateWhatIf(simulated, decisions, inYears(5), await getWhatIfOptions(simulated, context));
    };
    const endOf = ({ points }: Projection) => (points.at(-1)?.netWorth ?? 0) / 100;

    it('compare the forecast of a month ago with the spending since then', async () => {
      const reply = await ask('forecast-accuracy');
      const day = context.formatDay(dayText(context.today - 30));
      expect(reply.text).toContain(`Since ${day}, you spent`);
      expect(Number(getTopicFigure(reply, 'Spent'))).toBeGreaterThan(0);
    });

    it('find the lowest balance until payday, and the chance of an overdraft', async () => {
      const reply = await ask('lowest-until-payday');
      expect(reply.text).toMatch(
        /The lowest balance of Everyday Checking before your next payday .* should be about/,
      );
      const chance = await ask('overdraft-chance', { months: [1] });
      expect(chance.text).toMatch(/% chance|below 1%|None of your accounts/);
    });

    it('subtract the bills of the month from the money in checking', async () => {
      const reply = await ask('left-after-bills');
      const checking = context.customer.accounts.filter(
        ({ type, currency }) => type === 'CHECKING' && currency === 'USD',
      );
      const cash = checking.reduce((sum, { balance }) => sum + balance, 0);
      expect(getTopicFigure(reply, 'In checking now')).toBeCloseTo(cash, 2);
      const bills = reply.figures.find(({ label }) => label.startsWith('Scheduled payments until'));
      expect(getTopicFigure(reply, 'Left after bills')).toBeCloseTo(
        cash + Number(bills && 'amount' in bills ? bills.amount : 0),
        2,
      );
    });

    it('project the net worth as the forecast does, and further ahead as a what-if does', async () => {
      const snapshot = await context.loadState();
      if (!snapshot) throw new Error('There is no household');
      const { simulated: state, row } = snapshot;
      const to = inYears(1);
      const { netWorth } = buildForecast({
        state,
        history: await context.loadSpending(state),
        to,
        seed: row.seed,
        currency: 'USD',
        rates: context.customer.rates,
        future: knownFuture(state, to, { hasHoldings: true }),
      });
      const day = context.formatDay(dayText(to));
      const reply = await ask('net-worth-ahead');
      expect(getTopicFigure(reply, `Net worth, ${day}`)).toBe((netWorth?.at(-1)?.median ?? 0) / 100);
      const far = await ask('net-worth-ahead', { months: [60] });
      const later = context.formatDay(dayText(inYears(5)));
      expect(getTopicFigure(far, `Net worth, ${later}`)).toBe(endOf(await simulate([])));
    });

    it('simulate less pay for some months only', async () => {
      const [pay] = context.customer.autoDeposits.filter(({ isPay }) => isPay);
      const amount = Math.round((pay?.amount ?? 0) * 80);
      const rule = { kind: 'change_rule' as const, ruleId: pay?.id ?? '' };
      const decisions: Decision[] = [
        { id: 'decision-1', ...rule, on: context.today, amount },
        {
          id: 'decision-2',
          ...rule,
          on: addMonths(context.today, 6),
          amount: Math.round((pay?.amount ?? 0) * 100),
        },
      ];
      const expected = endOf(await simulate(decisions));
      const cut = await ask('what-if-pay-cut', { percents: [20], months: [6] });
      expect(getTopicFigure(cut, 'Ending net worth')).toBe(expected);
      const hours = await ask('what-if-fewer-hours', { percents: [80], months: [6] });
      expect(getTopicFigure(hours, 'Ending net worth')).toBe(expected);
      expect(hours.text).toContain('for 6 months:');
    });

    it('simulate costs, rent, and a car', async () => {
      const accountId = account()?.id ?? '';
      const base = { id: 'decision-1', on: context.today, accountId };
      const once = await simulate([{ ...base, kind: 'purchase', name: 'One-time cost', amount: 50_000 }]);
      expect(getTopicFigure(await ask('what-if-one-time-cost', amount(500)), 'Ending net worth')).toBe(
        endOf(once),
      );
      const monthly = await simulate([
        { ...base, kind: 'new_bill', name: 'New cost', amount: 10_000, frequency: 'MONTHLY' },
      ]);
      expect(getTopicFigure(await ask('what-if-monthly-cost', amount(100)), 'Ending net worth')).toBe(
        endOf(monthly),
      );
      const baby = await ask('what-if-baby', { ...amount(50), frequencies: ['WEEKLY'] });
      expect(baby.text).toContain('$50.00 a week');
      expect((await ask('what-if-baby')).text).toContain('Which monthly cost');
      expect((await ask('what-if-rent', amount(700))).text).toContain(
        'Studio rent at $700.00 a month instead of',
      );
      expect((await ask('what-if-car', amount(30_000))).text).toContain('a loan for all of it at 7.25%');
    });

    it('simulate the end of subscriptions, and higher prices', async () => {
      const without = await ask('what-if-no-subscriptions');
      expect(without.text).toMatch(/^Without .*Streaming/);
      const food = context.customer.categories.filter(({ name }) => name === 'Food');
      const prices = await ask('what-if-prices', { categories: food, percents: [10] });
      expect(prices.text).toMatch(/^You usually spend \$[\d,.]+ a month on Food, so 10% more is/);
    });
  });

  describe('on calculations', () => {
    it('compare, divide, and convert amounts to the cent', async () => {
      const two = (first: number, second: number) => ({
        amounts: [first, second].map((value) => ({ amount: value, currency: null })),
      });
      expect((await ask('percent-change', two(80, 100))).text).toContain('an increase of 25% ($20.00)');
      expect((await ask('percent-change', two(100, 80))).text).toContain('a decrease of 20%');
      expect((await ask('work-hours', two(900, 22))).text).toContain(
        'takes 41 hours of work at $22.00 an hour',
      );
      const yearly = await ask('pay-conversion', { ...amount(52_000), frequencies: ['ANNUALLY'] });
      expect(getTopicFigure(yearly, 'Pay an hour')).toBe(25);
      expect(getTopicFigure(yearly, 'Pay a month')).toBe(4333.33);
      const weekly = await ask('repeated-amount', { ...amount(25), frequencies: ['WEEKLY'], months: [12] });
      expect(getTopicFigure(weekly, 'Total')).toBe(1300);
    });
  });

  it('answer a customer who has nothing', async () => {
    const { client } = await openConversation(server);
    const empty = await loadAnswerContext(client);
    for (const topic of Object.keys(PLANS_ANSWERS)) {
      const plain = await answerTopicWith(empty, topic);
      expect(plain.text, topic).not.toBe('');
      const full = await answerTopicWith(empty, topic, { ...amount(500), months: [6], percents: [5] });
      expect(full.text, topic).not.toBe('');
      expect(`${plain.text} ${full.text}`, topic).not.toMatch(/NaN|undefined|Infinity/);
    }
  });
});
