import { counted, listed, money, monthsLong, sumAmounts } from '../../../../../assistant/format.ts';
import type { TopicValues } from '../../../../../assistant/intent.ts';
import { choices, type Figure, figures, how, link } from '../../../../../assistant/parts.ts';
import { dayText } from '../../../../../engine/calendar/calendar.ts';
import { GRACE_DAYS, POLICY_NAMES } from '../../../../../engine/insurance/policies.ts';
import { POLICY_KINDS } from '../../../../../engine/insurance/terms.ts';
import {
  type AccountPlan,
  countWithdrawals,
  getFeeTerms,
  getNextMonth,
  getPlan,
  getWaiversSoFar,
  MAX_WITHDRAWALS,
  type Waiver,
} from '../../../../../engine/products/accounts/account-plan-terms.ts';
import { getBiweeklyPlan } from '../../../../../engine/products/debts/biweekly.ts';
import { compareBiweekly, getNewPlan } from '../../../../../engine/products/debts/biweekly-saving.ts';
import { getDebtTerms } from '../../../../../engine/products/debts/debt-plans.ts';
import type { AccountState } from '../../../../../engine/simulation/state.ts';
import { type Answer, answerNothing, lead, PROJECTION_NOTE } from '../../answer.ts';
import type { AnswerContext } from '../../answer-context.ts';
import { sumInOneCurrency } from '../amounts.ts';
import { getHref } from '../balance.ts';
import type { TopicAnswers } from '../topics.ts';
import { getYearSoFar } from './money-totals.ts';
import { getDebtHref, loadOwedDebts } from './plans-debts.ts';

const WAIVER_LABELS: Record<Waiver, string> = {
  credits: 'Pay and other auto deposits this month',
  lowest: 'Lowest balance this month',
  average: 'Average balance in checking and savings this month',
};

const PLAN_NAMES: Record<AccountPlan, string> = { classic: 'Classic', goal_saver: 'Goal Saver' };

/** Describes an account's plan in a sentence, with its next fee or its limit. */
function describePlan(account: AccountState, all: readonly AccountState[], context: AnswerContext): string {
  const { name, type, currency, planTerms } = account;
  const plan = getPlan(account, context.today);
  const next = planTerms?.current ? PLAN_NAMES[planTerms.current] : 'Everyday';
  const later =
    planTerms && planTerms.since > context.today
      ? ` The ${next} plan starts on ${context.formatDay(dayText(planTerms.since))}.`
      : '';
  if (plan === 'goal_saver')
    return `${name} has the Goal Saver plan, without a monthly fee: ${countWithdrawals(account, context.today)} of ${MAX_WITHDRAWALS} withdrawals are used this month.${later}`;
  const terms = getFeeTerms(type, plan);
  if (!terms) return `${name} has the Everyday plan, without a monthly fee.${later}`;
  const fee = money(terms.fee / 100, currency);
  const day = context.formatDay(dayText(getNextMonth(context.today)));
  const isWaived = getWaiversSoFar(account, terms, all, context.today).some(({ isMet }) => isMet);
  return `${name} has the Classic plan. The ${fee} fee on ${day} ${isWaived ? 'is waived so far' : "isn't waived yet"}.${later}`;
}

/** Answers with the plan of each checking and savings account, and what waives its fee. */
async function* answerAccountPlan({ accounts: named }: TopicValues, context: AnswerContext): Answer {
  const snapshot = await context.loadState();
  const all = snapshot?.state.accounts ?? [];
  const open = all.filter(
    (account) => context.findAccount(account) && (account.type === 'CHECKING' || account.type === 'SAVINGS'),
  );
  const asked = open.filter(({ id }) => named.some((account) => account.id === id));
  const shown = asked.length > 0 ? asked : open;
  const [first] = shown;
  if (!first)
    return yield* answerNothing("You don't have an account yet.", 'Open an account', '/create-account');
  const isFree = ({ planTerms }: AccountState) => planTerms?.current === undefined && !planTerms?.before;
  yield lead(
    shown.length > 1 && shown.every(isFree)
      ? `${listed(shown.map(({ name }) => name))} have the Everyday plan, without a monthly fee.`
      : shown.map((account) => describePlan(account, all, context)).join(' '),
  );
  const waivers = shown.flatMap((account): Figure[] => {
    const terms = getFeeTerms(account.type, getPlan(account, context.today));
    if (!terms) return [];
    const { name, currency } = account;
    return [
      { label: `${name}, monthly fee`, amount: terms.fee / 100, currency },
      ...getWaiversSoFar(account, terms, all, context.today).map(({ waiver, needed, reached }) => ({
        label: `${name}, ${WAIVER_LABELS[waiver].toLowerCase()}`,
        value: `${money(reached / 100, currency)} of ${money(needed / 100, currency)}`,
      })),
    ];
  });
  if (waivers.length > 0) yield figures(...waivers);
  yield how('The plans of your accounts, as if today ended now.', {
    rule: 'A monthly fee is charged on the first of the next month, unless one of its conditions is met. Change the plan on the account\u2019s page.',
  });
  yield link(first.name, getHref({ is: 'account', id: first.id }));
  yield choices('Do accounts have monthly fees?');
}

type Surprise = { happened_at: string; description: string; cost: number; currency: string };

/** Lists the surprises of a period within the last 12 months, with what they cost. */
async function* answerSurprises({ periods }: TopicValues, context: AnswerContext): Answer {
  const [past, snapshot] = await Promise.all([
    context.call<Surprise[]>('past_surprises'),
    context.loadState(),
  ]);
  const { from, to, text } = periods[0] ?? getYearSoFar(context);
  const surprises = past
    .map((surprise) => ({ ...surprise, day: context.getDay(surprise.happened_at) }))
    .filter(({ day }) => (from === null || day >= from) && (to === null || day <= to));
  if (surprises.length === 0)
    return yield* answerNothing(
      snapshot && !snapshot.row.carryover.surprises
        ? `Surprises are off, and none happened ${text}. You can turn them on in Settings.`
        : `No surprises happened ${text}.`,
      'Settings',
      '/settings',
    );
  const { total, currency, note } = sumInOneCurrency(
    surprises.map(({ cost, currency: own }) => ({ amount: cost, currency: own })),
    context,
  );
  const [latest] = surprises;
  yield lead(
    `${counted(surprises.length, 'surprise')} happened ${text}${total === 0 ? '' : `, which ${total > 0 ? 'cost' : 'brought'} ${money(Math.abs(total), currency)} in total`}.${latest ? ` The latest was on ${context.formatDay(latest.day)}: ${latest.description}.` : ''}`,
    note,
  );
  yield figures(
    ...surprises.slice(0, 10).map(({ day, description, cost, currency: own }) => ({
      label: `${description}, ${context.formatDay(day)}`,
      amount: cost === 0 ? 0 : sumAmounts([-cost]),
      currency: own,
    })),
  );
  yield how(`Surprises ${text}.`, {
    rule: 'Each cost is the total charged to your accounts and cards so far. We list the last 12 months.',
  });
  yield link('Insurance', '/insurance');
  yield choices('What are surprises?');
}

/** States the premiums that scheduled payments pay each month, and their sum. */
function formatPremiums(
  paid: readonly { kind: string; premium: number }[],
  format: (minor: number) => string,
): string {
  const [first, another] = paid;
  if (!first) return '';
  const total = paid.reduce((sum, { premium }) => sum + premium, 0);
  return another
    ? `Your scheduled payments for premiums are ${format(total)} a month: ${listed(paid.map(({ kind, premium }) => `${format(premium)} for ${kind} insurance`))}.`
    : `Your scheduled payment for ${first.kind} insurance is ${format(first.premium)} a month.`;
}

/** Answers which insurance the customer has, or about the named policies, with premiums and deductibles. */
async function* answerInsurance({ kinds }: TopicValues, context: AnswerContext): Answer {
  const snapshot = await context.loadState();
  const { baseCurrency: currency } = context;
  const asked = POLICY_KINDS.filter((kind) => kinds?.includes(kind));
  const policies = (asked.length > 0 ? asked : POLICY_KINDS).map((kind) => {
    const policy = snapshot?.state.insurance?.[kind];
    const premium = snapshot?.row.scheduled_payments.find(({ id }) => id === policy?.paymentId)?.amount;
    return { kind, policy, premium: premium ?? null };
  });
  const covered = policies.flatMap(({ kind, policy, premium }) =>
    policy && policy.endedOn === undefined ? [{ kind, policy, premium }] : [],
  );
  const ended = policies.flatMap(({ kind, policy }) =>
    policy?.endedOn === undefined ? [] : [{ kind, endedOn: policy.endedOn }],
  );
  const without = policies.flatMap(({ kind, policy }) => (policy ? [] : [kind]));
  const format = (minor: number) => money(minor / 100, currency);
  const sentences = [
    ...covered.map(({ kind, policy: { since, deductible, limit, unpaidSince } }) => {
      const unpaid =
        unpaidSince === undefined
          ? ''
          : ` Its premium is unpaid, so the coverage ends on ${context.formatDay(dayText(unpaidSince + GRACE_DAYS))} unless you pay.`;
      return `You've had ${kind} insurance since ${context.formatDay(dayText(since))}, with a deductible of ${format(deductible)} ${limit === undefined ? 'for each claim' : 'a year'}.${unpaid}`;
    }),
    formatPremiums(
      covered.flatMap(({ kind, premium }) => (premium === null ? [] : [{ kind, premium }])),
      format,
    ),
    ...ended.map(
      ({ kind, endedOn }) =>
        `Your ${kind} insurance ended on ${context.formatDay(dayText(endedOn))}, because its premium wasn't paid.`,
    ),
    without.length > 0 ? `You don't have ${listed(without).replace(/ and (?=\w+$)/, ' or ')} insurance.` : '',
  ];
  yield lead(sentences.filter(Boolean).join(' '));
  if (covered.length > 0)
    yield figures(
      ...covered.flatMap(({ kind, policy, premium }): (Figure | null)[] => {
        const name = POLICY_NAMES[kind];
        return [
          premium === null ? null : { label: `${name}, monthly premium`, amount: premium / 100, currency },
          { label: `${name}, deductible`, amount: policy.deductible / 100, currency },
          policy.limit === undefined
            ? null
            : { label: `${name}, out-of-pocket maximum`, amount: policy.limit / 100, currency },
        ];
      }),
    );
  yield how('Your insurance policies now.', {
    rule: 'You pay the deductible first. Insurance pays the rest of a bill, except your coinsurance on health bills.',
  });
  yield link('Insurance', '/insurance');
}

/** Answers what paying half of a debt's installment every two weeks saves. Without a name, it uses mortgages. */
async function* answerBiweekly(values: TopicValues, context: AnswerContext): Answer {
  const owed = await loadOwedDebts({ ...values, debts: [] }, context);
  const eligible = owed.filter(({ line }) => !line);
  const named = eligible.filter(({ id }) => values.debts.some((debt) => debt.id === id));
  const mortgages = eligible.filter(({ product }) => product === 'mortgage');
  const shown = [named, mortgages, eligible].find(({ length }) => length > 0) ?? [];
  if (shown.length === 0)
    return yield* answerNothing(
      "You don't have a mortgage or loan. Only these can have a biweekly plan.",
      'Mortgages',
      '/mortgages',
    );
  const plans = shown.map((debt) => {
    const { half } = getBiweeklyPlan(debt.payment);
    const plan = debt.biweekly ?? getNewPlan(context.today);
    return { debt, half, ...compareBiweekly(getDebtTerms(debt), plan, debt.autopay?.extra ?? 0) };
  });
  const format = (minor: number, own: string) => money(minor / 100, own);
  yield lead(
    plans
      .map(({ debt, half, interest, months }) =>
        debt.biweekly
          ? `${debt.name} already has a biweekly plan of ${format(half, debt.currency)} every 14 days. Compared with monthly payments, it saves about ${format(interest, debt.currency)} in interest and ${monthsLong(months)}.`
          : `If you paid ${format(half, debt.currency)} on ${debt.name} every 14 days, you'd save about ${format(interest, debt.currency)} in interest and pay it off ${monthsLong(months)} sooner.`,
      )
      .join(' '),
    PROJECTION_NOTE,
  );
  yield figures(
    ...plans.flatMap(({ debt, half, interest, months }): Figure[] => [
      {
        label: `${debt.name}, every 14 days`,
        amount: half / 100,
        currency: debt.currency,
        href: getDebtHref(debt),
      },
      { label: `${debt.name}, interest saved`, amount: interest / 100, currency: debt.currency },
      { label: `${debt.name}, months saved`, value: String(months) },
    ]),
  );
  yield how('Half of the installment every 14 days, compared with an installment each month.', {
    rule: '26 half payments a year equal 13 installments. The thirteenth lowers the balance once the held money covers it.',
  });
  const [first] = shown;
  if (first) yield link(first.name, getDebtHref(first));
  yield choices(`What if I pay 200 more a month on ${first?.name ?? ''}?`);
}

export const PRODUCT_ANSWERS: TopicAnswers = {
  'account-plan': answerAccountPlan,
  'surprises-happened': answerSurprises,
  'insurance-coverage': answerInsurance,
  'biweekly-saving': answerBiweekly,
};
