import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayText } from '../../../engine/calendar/calendar.ts';
import { getCertificateOffers } from '../../../engine/products/accounts/certificate-terms.ts';
import { getBiweeklyPlan } from '../../../engine/products/debts/biweekly.ts';
import { compareBiweekly, getNewPlan } from '../../../engine/products/debts/biweekly-saving.ts';
import { getDebtTerms } from '../../../engine/products/debts/debt-plans.ts';
import { startTestServer, type TestServer } from '../../../server/testing/server.ts';
import type { AnswerContext } from '../../functions/assistant/answer-context.ts';
import { type Conversation, getFigure, openConversation } from '../support/assistant.ts';
import { answerTopicWith, loadAnswerContext } from '../support/topics.ts';

describe('topics about products of the bank', () => {
  let server: TestServer;
  let demo: Conversation;
  /** A sample household without a CD and without accounts for retirement. */
  let student: Conversation;
  let context: AnswerContext;

  beforeAll(async () => {
    server = await startTestServer();
    demo = await openConversation(server, 'demo');
    student = await startStudent();
    context = await loadAnswerContext(demo.client);
  });
  afterAll(() => server.close());

  async function startStudent(): Promise<Conversation> {
    const customer = await openConversation(server);
    const body = { persona: 'student', time_zone: 'America/New_York' };
    const { error } = await customer.client.functions.invoke('start-household', { body });
    if (error) throw error;
    return customer;
  }

  /** Opens a CD with 1,000.00 for six months, in a household of its own. */
  async function openCd() {
    const customer = await startStudent();
    const { data: accounts } = await customer.client
      .from('accounts')
      .select('id, name')
      .eq('name', 'Someday Savings')
      .throwOnError();
    await customer.client
      .rpc('open_cd', {
        funding_account_id: (accounts as { id: string }[])[0]?.id,
        amount: 1000,
        term_months: 6,
        name: 'Six months',
        at_maturity: 'renew',
        request_id: crypto.randomUUID(),
      })
      .throwOnError();
    return customer;
  }

  it.each([
    [
      'What happens if I withdraw my CD early?',
      /^(?:We read this as .*)?You don't have a CD\. You can open one/,
    ],
    ['When does my CD mature and what will I get?', /You don't have a CD\./],
    [
      'How much can I still put into my IRA this year?',
      /You don't have a 401\(k\), IRA, or HSA yet\. In \d{4}/,
    ],
    [
      'What would it cost me if I took $500 out of my IRA now?',
      /You don't have a 401\(k\), IRA, or HSA\. .*10% in additional tax/,
    ],
    ['What is my RMD this year?', /You don't have a required minimum distribution\. .*start at age 73/],
  ])('answers a customer without the product: %s', async (question, expected) => {
    const { text } = await student.ask(question);
    expect(text).toMatch(expected);
  });

  it.each([
    ['When does my CD mature and what will I get?', /One-Year CD matures on .* Then it renews for 12 months/],
    ['How much can I still put into my IRA this year?', /you can still contribute \$[\d,]+\.00 to your IRA/],
    [
      'What would it cost me if I took $500 out of my IRA now?',
      /took \$500\.00 out of Harbor Studio 401\(k\), you'd pay \$50\.00 in additional tax/,
    ],
    ['What is my account plan?', /have the Everyday plan, without a monthly fee\./],
    ['What surprises happened this year?', /surprise/i],
    ['Am I covered by health insurance?', /^You've had health insurance since [^.]*\.[^.]* a year\.$/],
    [
      'Which insurance do I have?',
      /You've had health insurance .*You don't have home or renters insurance\./,
    ],
    [
      'How much would a biweekly mortgage plan save?',
      /every 14 days, you'd save about \$[\d,.]+ in interest/,
    ],
    ['Did I file my taxes for 2026?', /You don't have a tax return to file\./],
    ['Which CD pays the most right now?', /The \d+-month CD pays the most today: [\d.]+% a year/],
    ['Draw $1,000 from my home equity line', /You don't have a home equity line\./],
    [
      'What is my car insurance deductible?',
      /^You've had car insurance since [^.]*, with a deductible of \$[\d,.]+ for each claim\. Your scheduled payment for car insurance is \$[\d,.]+ a month\.$/,
    ],
    ['Which of my bills are about to get more expensive?', /goes up from \$[\d,.]+ to \$[\d,.]+ on /],
    [
      'What happens to my income if I lose my job?',
      /^Your pay of \$[\d,.]+ would stop for 6 months\. (?:No unemployment benefits|Unemployment benefits would pay)/,
    ],
    ['How many euros do I get for $250?', /^\$250\.00 is \u20ac[\d,.]+ at the /],
  ])('answers a newcomer: %s', async (question, expected) => {
    const { text } = await demo.ask(question);
    expect(text).toMatch(expected);
  });

  it('states the terms of the CDs that can be opened', async () => {
    const own = await loadAnswerContext(student.client);
    const reply = await answerTopicWith(own, 'cd-early-withdrawal');
    const offers = getCertificateOffers(own.today);
    expect(reply.figures).toHaveLength(offers.length);
    expect(reply.figures.map((figure) => ('value' in figure ? figure.value : ''))).toEqual(
      offers.map(({ rate }) => `${rate}%`),
    );
  });

  it("answers with the bank's quote for an early withdrawal, and the projection of its page", async () => {
    const customer = await openCd();
    const early = await customer.ask('what do i lose if i break my CD');
    const { data } = await customer.client
      .from('certificates')
      .select('account_id, matures_on')
      .throwOnError();
    const [certificate] = data as { account_id: string; matures_on: string }[];
    const { data: quotes } = await customer.client
      .rpc('quote_cd_withdrawal', { account_id: certificate?.account_id })
      .throwOnError();
    const [quote] = quotes as { penalty: number; payout: number }[];
    expect(quote?.penalty).toBeGreaterThan(0);
    expect(getFigure(early, 'Six months, penalty')).toBe(-(quote?.penalty ?? 0));
    expect(getFigure(early, 'Six months, you receive')).toBe(quote?.payout);
    const maturity = await customer.ask('when does my CD mature');
    const own = await loadAnswerContext(customer.client);
    expect(maturity.text).toContain(`matures on ${own.formatDay(certificate?.matures_on ?? '')}`);
    expect(maturity.text).toContain('Then it renews for 6 months');
    const interest = getFigure(maturity, 'Six months, interest until maturity') ?? 0;
    expect(getFigure(maturity, 'Six months, at maturity')).toBeCloseTo(1000 + interest, 2);
    expect(interest).toBeGreaterThan(0);
  });

  it("states a plan's fee and what waives it", async () => {
    const customer = await openConversation(server, 'demo');
    const { data } = await customer.client
      .from('accounts')
      .select('id')
      .eq('name', 'Everyday Checking')
      .throwOnError();
    const [account] = data as { id: string }[];
    await customer.client
      .rpc('set_account_plan', { account_id: account?.id, plan: 'classic' })
      .throwOnError();
    const own = await loadAnswerContext(customer.client);
    const { text } = await answerTopicWith(own, 'account-plan', {
      accounts: [{ id: account?.id ?? '', name: 'Everyday Checking' }],
    });
    const state = (await own.loadState())?.state;
    const since = state?.accounts.find(({ id }) => id === account?.id)?.planTerms?.since ?? 0;
    expect(text).toMatch(
      since > own.today
        ? /^Everyday Checking has the Everyday plan, without a monthly fee\. The Classic plan starts on /
        : /^Everyday Checking has the Classic plan\. The \$12\.00 fee on /,
    );
  });

  it('states what is left of a limit, and the tax of a withdrawal as the bank computes it', async () => {
    const customer = await openConversation(server, 'demo');
    const { data } = await customer.client
      .from('accounts')
      .insert({ name: 'My IRA', type: 'INVESTMENT', balance: 0, currency: 'USD' })
      .select('id')
      .single()
      .throwOnError();
    const { id } = data as { id: string };
    await customer.client
      .rpc('set_tax_treatment', {
        account_id: id,
        tax_treatment: 'traditional_ira',
        birth_date: '1990-05-01',
      })
      .throwOnError();
    await customer.client
      .rpc('deposit', { account_id: id, amount: 3000, request_id: crypto.randomUUID() })
      .throwOnError();
    const room = await customer.ask('How much can I still put into My IRA this year?');
    const { data: rows } = await customer.client.rpc('my_contributions').throwOnError();
    const ira = (rows as { kind: string; highest: number; remaining: number }[]).find(
      ({ kind }) => kind === 'ira',
    );
    expect(ira?.remaining).toBe((ira?.highest ?? 0) - 3000);
    expect(getFigure(room, 'IRA, left')).toBe(ira?.remaining);
    const early = await customer.ask('What would it cost me if I took $500 out of my IRA now?');
    expect(early.text).toContain("you'd pay $50.00 in additional tax, because you're under 59½.");
    expect(getFigure(early, 'Counts as income')).toBe(500);
  });

  it('states the income limit of Roth IRAs with the IRA limit, but not with that of a 401(k)', async () => {
    const { client, ask } = await openConversation(server);
    const { data: checking } = await client
      .rpc('open_account', { name: 'Checking', initial_balance: 5_000 })
      .single<{ id: string }>()
      .throwOnError();
    const { data: roth } = await client
      .from('accounts')
      .insert({ name: 'My Roth', type: 'INVESTMENT', balance: 0, currency: 'USD' })
      .select('id')
      .single<{ id: string }>()
      .throwOnError();
    await client
      .rpc('set_tax_treatment', { account_id: roth.id, tax_treatment: 'roth_ira', birth_date: '1990-05-01' })
      .throwOnError();
    await client
      .from('auto_deposits')
      .insert({
        ...{ account_id: checking.id, name: 'Job', amount: 1, frequency: 'MONTHLY', is_pay: true },
        pay_details: {
          ...{ gross_per_year: 500_000, filing_status: 'single', retirement_percent: 0, match_percent: 0 },
          ...{ match_up_to: 0, health: 0, hsa: 0, state_percent: 0 },
        },
      })
      .throwOnError();
    const ira = await ask('how much more can i contribute to my ira');
    expect(ira.text).toMatch(/up to \$0\.00 of your IRA limit can go to a Roth IRA/);
    const plan = await ask('and my 401k?', { conversation: ira.conversation });
    expect(plan.text).toContain('to your 401(k)');
    expect(plan.text).not.toContain('Roth');
  });

  it("compares a biweekly plan as the mortgage's page does", async () => {
    const { text, figures } = await answerTopicWith(context, 'biweekly-saving');
    const debts = (await context.loadState())?.state.debts ?? [];
    const mortgage = debts.find(({ product }) => product === 'mortgage');
    if (!mortgage) throw new Error('The demo has no mortgage');
    const { half } = getBiweeklyPlan(mortgage.payment);
    const saving = compareBiweekly(getDebtTerms(mortgage), getNewPlan(context.today), 0);
    const [every, interest] = figures.map((figure) => ('amount' in figure ? figure.amount : 0));
    expect(every).toBe(half / 100);
    expect(interest).toBe(saving.interest / 100);
    expect(text).toContain('This is a projection, not advice.');
  });

  it('lists a policy with its premium and deductible', async () => {
    const customer = await openConversation(server, 'demo');
    const { data } = await customer.client
      .from('accounts')
      .select('id')
      .eq('name', 'Everyday Checking')
      .throwOnError();
    await customer.client
      .rpc('set_insurance', {
        insurance_kind: 'renters',
        deductible: 500,
        account_id: (data as { id: string }[])[0]?.id,
      })
      .throwOnError();
    const reply = await customer.ask('which insurance do i have');
    const own = await loadAnswerContext(customer.client);
    expect(reply.text).toContain(
      `You've had renters insurance since ${own.formatDay(dayText(own.today))}, with a deductible of $500.00 for each claim.`,
    );
    expect(getFigure(reply, 'Renters insurance, monthly premium')).toBe(14.25);
  });
});
