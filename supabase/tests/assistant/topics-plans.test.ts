import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TopicValues } from '../../../assistant/intent.ts';
import { TOPICS } from '../../../assistant/topics.ts';
import { addMonths, dayText } from '../../../engine/calendar/calendar.ts';
import { getDebtTerms, getOutcome } from '../../../engine/products/debt-plans.ts';
import type { DebtState } from '../../../engine/simulation/state.ts';
import { startTestServer, type TestServer } from '../../../server/testing/server.ts';
import type { AnswerContext } from '../../functions/assistant/answer-context.ts';
import { PLANS_ANSWERS } from '../../functions/assistant/answers/topics/plans.ts';
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
      expect(reply.text).toContain('in the next 1 year');
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

    it('name the late fees', async () => {
      const reply = await ask('debt-late-fee', onCar());
      expect(getTopicFigure(reply, 'Car loan, late fee')).toBe(Math.round(car.payment * 0.05) / 100);
    });
  });

  describe('on the home', () => {
    it('compare the mortgage with the value of the home', async () => {
      const { data } = await demo.client.rpc('net_worth_parts').throwOnError();
      const property = (data as { kind: string; worth: number }[]).find(({ kind }) => kind === 'property');
      const reply = await ask('loan-to-value');
      expect(getTopicFigure(reply, 'Home value now')).toBeCloseTo(property?.worth ?? 0, 2);
      const sale = await ask('sell-home');
      expect(getTopicFigure(sale, 'Left after the sale')).toBeCloseTo(
        (property?.worth ?? 0) - home.balance / 100,
        2,
      );
    });

    it('find the day of a lower share', async () => {
      const { rows } = getOutcome(getDebtTerms(home));
      const { data } = await demo.client.from('mortgages').select('property_value').single();
      const row = rows.find(({ balance }) => balance * 2 <= data?.property_value * 100);
      const reply = await ask('ltv-reaches', { percents: [50] });
      expect(reply.text).toContain(context.formatDay(dayText(row?.day ?? 0)));
    });

    it('say what the demo mortgage does not have', async () => {
      expect((await ask('mortgage-insurance-end')).text).toContain("You don't pay mortgage insurance");
      expect((await ask('escrow')).text).toContain("don't have an escrow account");
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
