import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMonths } from '../../../engine/calendar/calendar.ts';
import { buildPolicyFacts } from '../../../engine/credit/applicant-facts.ts';
import type { CreditFacts } from '../../../engine/credit/facts.ts';
import { assess } from '../../../engine/credit/policy.ts';
import {
  computeCertificateInterest,
  getCertificateOffers,
} from '../../../engine/products/accounts/certificate-terms.ts';
import { startTestServer, type TestServer } from '../../../server/testing/server.ts';
import type { AnswerContext } from '../../functions/assistant/answer-context.ts';
import { type Conversation, getFigure, openConversation } from '../support/assistant.ts';
import { answerTopicWith, loadAnswerContext } from '../support/topics.ts';

const dollars = (amount: number) => ({ amount, currency: null });

describe('topics about borrowing, saving, and spending less', () => {
  let server: TestServer;
  let demo: Conversation;
  let context: AnswerContext;

  beforeAll(async () => {
    server = await startTestServer();
    demo = await openConversation(server, 'demo');
    context = await loadAnswerContext(demo.client);
  });
  afterAll(() => server.close());

  /** Returns what the credit policy decides on a request of the demo customer. */
  async function assessDemo(request: Parameters<typeof assess>[1]) {
    const { data } = await demo.client.rpc('my_credit_facts').throwOnError();
    const stated = { annualIncome: null, monthlyDebt: 0, employment: null };
    return assess(buildPolicyFacts(data as unknown as CreditFacts, stated), request);
  }

  it('estimate a loan as an application without stated income does', async () => {
    const request = { type: 'PERSONAL', amount: 1_000_000, term: 60, collateralValue: null } as const;
    const { isApproved, payment } = await assessDemo(request);
    const reply = await demo.ask('can i get a 10k loan');
    expect(isApproved).toBe(true);
    expect(getFigure(reply, 'Monthly payment')).toBe(payment / 100);
    expect(reply.text).toContain('This is an estimate');
  });

  it('find the highest price of a home that the policy approves', async () => {
    const { text } = await answerTopicWith(context, 'home-affordable', { amounts: [dollars(30_000)] });
    const request = { type: 'HOME', amount: 2_400_000, term: 360, collateralValue: 3_000_000 } as const;
    const { isApproved } = await assessDemo(request);
    expect(text).toMatch(
      isApproved ? /^We could finance a home for \$30,000\.00/ : /^A home for \$30,000\.00 needs/,
    );
  });

  it('project a CD to the cent', async () => {
    const reply = await answerTopicWith(context, 'cd-growth', { amounts: [dollars(20_000)], months: [24] });
    const offer = getCertificateOffers(context.today).find(({ months }) => months === 24);
    const days = addMonths(context.today, 24) - context.today;
    const interest = computeCertificateInterest(2_000_000, offer?.rate ?? 0, days);
    expect(reply.figures).toHaveLength(1);
    expect(reply.figures[0]).toMatchObject({ amount: (2_000_000 + interest) / 100 });
  });

  it('divide savings by the stated spending, and the missing amount by each contribution', async () => {
    const { data } = await demo.client
      .from('accounts')
      .select('id, name, balance')
      .eq('name', 'Rainy Day Savings')
      .throwOnError();
    const [savings] = data as { id: string; name: string; balance: number }[];
    if (!savings) throw new Error('The demo has no savings');
    const last = await answerTopicWith(context, 'savings-last', {
      accounts: [savings],
      amounts: [dollars(500)],
      frequencies: ['WEEKLY'],
    });
    expect((await answerTopicWith(context, 'savings-last')).text).toBe('How much would you spend a month?');
    // 500.00 a week is 2,166.67 a month.
    expect(last.text).toContain(`would last ${Math.floor((savings.balance / 2166.67) * 10) / 10} months`);
    const until = await answerTopicWith(context, 'save-until', {
      amounts: [dollars(100), dollars(10_000)],
      frequencies: ['WEEKLY'],
    });
    // 100 weeks are 23.08 months, rounded up.
    expect(until.text).toContain('From zero, it would take 2 years.');
  });

  it('state what a customer saves without a habit, by the average of full months', async () => {
    const { figures } = await answerTopicWith(context, 'without-spending', {
      merchants: ['Blackbird Coffee'],
    });
    const [month, year] = figures.map((figure) => ('amount' in figure ? figure.amount : 0));
    const { text } = await demo.ask('How much do I spend at Blackbird Coffee a month on average?');
    expect(text).toContain(`$${month?.toFixed(2)}`);
    expect(year).toBeCloseTo((month ?? 0) * 12, 2);
  });
});
