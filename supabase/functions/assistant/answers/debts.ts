import { capital, counted, money, monthsLong, percent, sumAmounts } from '../../../../assistant/format.ts';
import { choices, figures, how, link, text } from '../../../../assistant/parts.ts';
import { addMonths, dayText } from '../../../../engine/calendar/calendar.ts';
import { getUsualPlan } from '../../../../engine/products/debts/biweekly-saving.ts';
import { getDebtTerms, getOutcome } from '../../../../engine/products/debts/debt-plans.ts';
import { compareStrategies } from '../../../../engine/what-if/comparison.ts';
import { usualAccount } from '../../../../engine/what-if/household.ts';
import { type Answer, type IntentOf, lead, PROJECTION_NOTE } from '../answer.ts';
import type { AnswerContext } from '../answer-context.ts';
import { explainNoDraw, getAvailableCredit } from './credit-lines.ts';
import { loadInterest } from './interest-postings.ts';
import { getWhatIfOptions } from './what-if.ts';

export async function* answerDebt(question: IntentOf<'debt'>, context: AnswerContext): Answer {
  const { debt, ask, period } = question;
  const snapshot = await context.loadState();
  const state = snapshot?.state.debts.find(({ id }) => id === debt.id);
  if (!state) return yield text("We couldn't find that loan or mortgage.");
  const { name, currency, balance, rate, line } = state;
  const formatMinor = (minor: number) => money(minor / 100, currency);
  const outcome = getOutcome(getDebtTerms(state), getUsualPlan(state));
  const noDraw = line ? explainNoDraw({ ...state, line }, context) : null;
  const available = line ? getAvailableCredit({ line, balance }) : 0;
  const payment = line ? (outcome.rows[0]?.payment ?? 0) : state.payment;
  const payoffDay = outcome.lastDay === null ? null : context.formatDay(dayText(outcome.lastDay));
  const dueDay = dayText(addMonths(state.start, state.next));
  const due = context.formatDay(dueDay);
  const span = period?.text ?? 'so far';
  const paid = ask === 'interest' ? await loadInterestPaid(question, context) : null;
  const principal = ask === 'principal' ? await loadPrincipalPaid(question, context) : null;
  const sentences = {
    owed: `You owe ${formatMinor(balance)} on ${name}.`,
    next_payment: `Your next payment on ${name} is ${formatMinor(payment)} on ${due}, ${context.formatDistance(dueDay)}.`,
    payment: `Your monthly payment on ${name} is ${formatMinor(payment)}.`,
    payoff_date: payoffDay
      ? `If you make every payment as scheduled, you'll pay off ${name} on ${payoffDay}, in ${monthsLong(outcome.months)}. You have ${counted(outcome.months, 'payment')} left.`
      : `You don't owe anything on ${name}.`,
    interest: `You were charged ${money(paid ?? 0, currency)} in interest on ${name} ${span}.`,
    principal: `You paid ${money(principal?.total ?? 0, currency)} of principal on ${name} ${span}.${principal?.latest ?? ''}`,
    remaining_interest: `If you make every payment as scheduled, you'll pay ${formatMinor(outcome.interest)} more in interest on ${name} until ${payoffDay ?? 'it is paid off'}.`,
    rate: line
      ? `The interest rate on ${name} is ${percent(rate)} a year now. It follows the prime rate and never exceeds ${percent(line.cap)}.`
      : `The interest rate on ${name} is ${percent(rate)} a year.`,
    overview: line
      ? `You owe ${formatMinor(balance)} on ${name} at ${percent(rate)} a year${noDraw ? `. ${noDraw}` : `, and can draw ${formatMinor(available)} more.`}${balance > 0 ? ` Your next bill of about ${formatMinor(payment)} is due on ${due}.` : ''}`
      : `You owe ${formatMinor(balance)} on ${name} at ${percent(rate)} a year. Your next payment of ${formatMinor(payment)} is due on ${due}.`,
  };
  yield lead(sentences[ask]);
  yield figures(
    paid === null ? null : { label: capital(`Interest ${span}`), amount: paid, currency },
    principal === null ? null : { label: capital(`Principal ${span}`), amount: principal.total, currency },
    { label: 'Owed', amount: balance / 100, currency, href: `/${debt.is}s/${state.id}` },
    { label: 'Monthly payment', amount: payment / 100, currency },
    { label: 'Payment due', value: due },
    line ? { label: 'Available credit', amount: available / 100, currency } : null,
    payoffDay ? { label: 'Payoff date', value: payoffDay } : null,
    { label: 'Remaining interest', amount: outcome.interest / 100, currency },
  );
  yield how(`${name}, as of now.`, {
    rule: line
      ? 'Interest is based on each day’s balance and a 365-day year. In the draw period, only interest is due.'
      : 'Interest is based on a 30-day month. Each payment covers interest first, then principal.',
  });
  yield choices(`What if I pay 200 more a month on ${name}?`, `Why was I charged interest on ${name}?`);
}

async function loadInterestPaid({ debt, period }: IntentOf<'debt'>, context: AnswerContext): Promise<number> {
  const product = context.findProduct(debt);
  const postings = product ? await loadInterest([product], period, context) : [];
  return sumAmounts(postings.map(({ amount }) => amount));
}

type Posting = { at: string; kind: string; amount: number };

/** Returns the payments in a period minus the interest in it, and the split of the latest payment. */
async function loadPrincipalPaid({ debt, period }: IntentOf<'debt'>, context: AnswerContext) {
  const rows = await context.loadAll<Posting>((first, last) =>
    context.client
      .from('debt_activity')
      .select('at, kind, amount')
      .eq('debt_id', debt.id)
      .in('kind', ['loan_payment', 'mortgage_payment', 'interest'])
      .order('entry_id', { ascending: false })
      .range(first, last)
      .throwOnError(),
  );
  const inPeriod = rows.filter(({ at }) => {
    const day = context.getDay(at);
    return (!period?.from || day >= period.from) && (!period?.to || day <= period.to);
  });
  // Interest is posted right before the payment that covers it.
  const total = sumAmounts(inPeriod.map(({ amount }) => -amount));
  const at = rows.findIndex(({ kind }) => kind !== 'interest');
  const [payment, interest] = at === -1 ? [] : rows.slice(at, at + 2);
  if (!payment || interest?.kind !== 'interest') return { total, latest: '' };
  const currency = context.findProduct(debt)?.currency ?? context.baseCurrency;
  const part = money(sumAmounts([-payment.amount, -interest.amount]), currency);
  return {
    total,
    latest: ` Of your last payment, ${money(-payment.amount, currency)} on ${context.formatDay(context.getDay(payment.at))}, ${part} was principal and ${money(interest.amount, currency)} was interest.`,
  };
}

/** The monthly amounts that the assistant suggests if the question states no amount. */
const SUGGESTED_BUDGETS = [100, 200, 500];

export async function* answerDebtStrategies(
  { monthly }: IntentOf<'debt_strategies'>,
  context: AnswerContext,
): Answer {
  const { baseCurrency: currency } = context;
  const snapshot = await context.loadState();
  const account = snapshot && usualAccount(snapshot.simulated, currency);
  if (!snapshot || !account)
    return yield text("You don't have an account to pay from. Open a checking account first.");
  const { simulated: state } = snapshot;
  const debts = [...state.debts, ...state.cards];
  if (debts.every(({ balance }) => balance <= 0)) return yield text("You don't have any debt to pay off.");
  const budget = Math.round((monthly ?? 0) * 100);
  if (budget <= 0) {
    const owed = debts.filter(({ balance }) => balance > 0);
    const rateOf = (debt: (typeof owed)[number]) => ('apr' in debt ? debt.apr : debt.rate);
    const [costliest] = owed.toSorted((a, b) => rateOf(b) - rateOf(a));
    const [smallest] = owed.toSorted((a, b) => a.balance - b.balance);
    yield text(
      costliest && smallest
        ? `Paying ${costliest.name} first saves the most interest, because its rate is the highest: ${percent(rateOf(costliest))} (avalanche). ${smallest.id === costliest.id ? "It's also your smallest debt (snowball)." : `Your smallest debt is ${smallest.name}, ${money(smallest.balance / 100, smallest.currency)} (snowball).`} How much extra can you pay each month, on top of your installments and minimum payments? We'll compare both strategies.`
        : "How much extra can you pay each month, on top of your installments and minimum payments? We'll compare both strategies.",
    );
    yield choices(
      ...SUGGESTED_BUDGETS.map((amount) => `Snowball or avalanche with ${money(amount, currency)} a month?`),
    );
    return;
  }
  const options = await getWhatIfOptions(state, context);
  const strategies = compareStrategies(state, { monthly: budget, accountId: account.id }, options);
  const [baseline, snowball, avalanche] = strategies;
  if (!baseline || !snowball || !avalanche) return;
  const formatMinor = (minor: number) => money(minor / 100, currency);
  const formatSpan = ({ months }: typeof baseline) =>
    months === null ? 'in more than 40 years' : `in ${monthsLong(months)}`;
  const saved = snowball.interestPaid - avalanche.interestPaid;
  const comparison =
    saved === 0
      ? 'Both strategies cost the same in interest.'
      : `${saved > 0 ? 'Avalanche' : 'Snowball'} saves you ${formatMinor(Math.abs(saved))} in interest.`;
  yield lead(
    `With ${formatMinor(budget)} extra a month, avalanche (highest rate first) pays everything off ${formatSpan(avalanche)}, and snowball (smallest balance first) ${formatSpan(snowball)}. ${comparison}`,
    PROJECTION_NOTE,
  );
  const [firstAvalanche, firstSnowball] = [avalanche.payoffs[0], snowball.payoffs[0]];
  yield figures(
    { label: 'Interest with avalanche', amount: avalanche.interestPaid / 100, currency },
    { label: 'Interest with snowball', amount: snowball.interestPaid / 100, currency },
    { label: 'Interest on your current path', amount: baseline.interestPaid / 100, currency },
    firstAvalanche ? { label: 'First payoff with avalanche', value: firstAvalanche.text } : null,
    firstSnowball ? { label: 'First payoff with snowball', value: firstSnowball.text } : null,
  );
  yield how(
    `Both strategies with ${formatMinor(budget)} extra a month on ${counted(debts.length, 'debt')}, until you pay off the last one.`,
    {
      rule: "Assumes that you make every installment and minimum payment and put the extra amount toward one debt at a time, in each strategy's order.",
    },
  );
  yield link('Compare month by month', '/forecasts/what-if?begin=debt-order');
}
