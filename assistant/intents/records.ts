import { addMonths } from '../../engine/calendar/calendar.ts';
import { type Span, unitAround } from '../../engine/calendar/periods.ts';
import type { Period } from '../intent.ts';
import { getPeriod } from '../parser/days.ts';
import { defineIntent, slot } from '../parser/define-intent.ts';
import { getStrongest, isPlace, type MatchedSpans, toNamed } from '../parser/matched-spans.ts';
import type { NameItem } from '../parser/parsed-message.ts';

/** Returns the stated period, or an assumed one. */
function periodOr(spans: MatchedSpans, stated: Period | null, span: Span, note: string): Period {
  if (stated) return stated;
  const period = getPeriod(span, spans.today);
  spans.assume('period', `${period.text}${note}`);
  return period;
}

const lastYear = ({ today }: MatchedSpans): Span => ({ from: addMonths(today, -12) + 1, to: today });
const yearToDate = ({ today }: MatchedSpans): Span => unitAround(today, 'year');

const isAccount = ({ refs, generic }: NameItem) =>
  generic !== null || getStrongest(refs).some(({ is }) => is === 'account');

const accountSlot = slot.name(['account'], isAccount);

/** Matches "What interest rate does my savings account earn", "APY of Rainy Day Savings". */
export const accountRate = defineIntent({
  when: 'rate',
  unless: 'whatif if raise lower convert why spend share explain',
  matches: (spans) => spans.mentions('account') || spans.matches(/\bapy\b.*\bmy\b|\bmy apy\b/i),
  optional: 'rate interest earn pay have receive balance save account',
  slots: { match: accountSlot },
  build: (spans, { match }) => {
    const { accounts } = spans.customer;
    const [account, another] = match?.refs ?? accounts.filter(({ type }) => type === 'SAVINGS');
    if (!account) return null;
    if (another && match)
      return spans.ask('account_rate', 'account', 'Which account?', 'The interest rate of an account', match);
    return another ? null : { kind: 'account_rate', account: toNamed(account) };
  },
});

/** Matches "How much is my home worth", "how much equity do I have in the house". */
export const home = defineIntent({
  when: 'home',
  unless: 'whatif if buy afford spend will',
  matches: (spans) => spans.matches(/\bequity\b|\bworth\b|\bvalue\b/i),
  optional: 'home networth have much mortgage own owe',
  optionalPattern: /^(?:equity|value|current|today)$/,
  build: (spans) => ({ kind: 'home', ask: spans.matches(/\bequity\b/i) ? 'equity' : 'value' }),
});

/** Matches "How long would my savings last", "how many months of expenses do I have". */
export const runway = defineIntent({
  matches: (spans) =>
    spans.matches(/\bhow (?:long|many months)\b/i) &&
    spans.matches(
      /\b(?:savings|money|cash|cushion)\b.*\blast\b|\bmonths of (?:expenses|spending)\b|\blive (?:off|on) my\b|\bwithout (?:an? )?(?:income|paycheck|job|pay)\b/i,
    ) &&
    spans.unmatched('amount').length === 0,
  optional: 'howlong count last will have save money spend job salary earn except if lose cover',
  optionalPattern: /^(?:live|survive|months?|expenses|cushion)$/,
  build: (spans) => {
    spans.matchNames(['account', 'goal', 'category']);
    for (const item of spans.unmatched('duration')) spans.matchItem(item);
    return { kind: 'runway' };
  },
});

/** Matches "What is my savings rate this year". */
export const savingsRate = defineIntent({
  matches: (spans) =>
    spans.matches(/\bsavings? rate\b/i) ||
    (spans.matches(
      /\b(?:percent|percentage|share|fraction|part|much)\b.*\b(?:income|pay|salary|paycheck)\b/i,
    ) &&
      spans.has('save')),
  unless: 'whatif explain',
  optional: 'rate save earn salary pay much have account',
  optionalPattern: /^(?:percent|percentage|share|fraction|part|savings)$/,
  slots: { period: slot.period('past') },
  build: (spans, { period }) => {
    spans.matchNames(['account', 'category']);
    return { kind: 'savings_rate', period: periodOr(spans, period, yearToDate(spans), '') };
  },
});

/** Matches "How much did I transfer to savings last month", "how much did I withdraw this year". */
export const transfers = defineIntent({
  matches: (spans) =>
    spans.matches(/\bhow (?:much|many times|often)\b|\bwhat\b|\bshow\b|\blist\b/i) &&
    spans.matches(/\bdid\b|\bhave\b|\bi've\b|\bwhat i\b|\btransfers\b|\bwithdrawals\b/i) &&
    (spans.has('withdraw') || (spans.has('transfer put save') && spans.mentions('account', isAccount))),
  unless: 'whatif if afford will goal should',
  optional: 'transfer put save withdraw have money deposit aside',
  optionalPattern: /^(?:cash|taken|took)$/,
  slots: { match: accountSlot, period: slot.period('past') },
  build: (spans, { match, period }) => {
    if (spans.unmatched('amount').length > 0) return null;
    const isWithdrawal = spans.has('withdraw');
    const [account, another] = match?.refs ?? [];
    if (match && another)
      return spans.ask('transfers', 'account', 'Which account?', 'Transfers of an account', match);
    if (!account && !isWithdrawal) return null;
    const isOut =
      match?.item.preposition === 'from' || /^(?:out of|off)$/.test(match?.item.preposition ?? '');
    return {
      kind: 'transfers',
      direction: isWithdrawal ? 'withdrawn' : isOut ? 'out' : 'in',
      account: account ? toNamed(account) : null,
      period: periodOr(spans, period, lastYear(spans), ' (the last 12 months)'),
    };
  },
});

/** Matches "Was there anything unusual this month". */
export const unusual = defineIntent({
  matches: (spans) => spans.matches(/\b(?:unusual|suspicious|strange|weird|odd|fishy)\b/i),
  unless: 'whatif if howto dispute',
  optional: 'charge transaction have find happened any spend',
  optionalPattern: /^(?:unusual|suspicious|strange|weird|odd|fishy|any|anything)$/,
  slots: { period: slot.period('past') },
  build: (_, { period }) => ({ kind: 'unusual', period }),
});

/** Matches "What are all my interest rates". */
export const rates = defineIntent({
  when: 'rate',
  unless: 'whatif if raise lower convert why',
  matches: (spans) =>
    spans.matches(/\brates\b|\baprs\b/i) && spans.unmatched('name').every(({ generic }) => generic),
  optional: 'rate interest all have',
  build: (spans) => {
    spans.matchNames(['account', 'card', 'loan', 'mortgage']);
    return { kind: 'rates' };
  },
});

/** Matches "How much interest do my debts cost a day". */
export const dailyInterest = defineIntent({
  when: 'interest',
  unless: 'whatif if earn',
  matches: (spans) =>
    spans.matches(/\bdebts?\b|\bowe\b/i) &&
    spans.unmatched('frequency').some(({ frequency }) => frequency === 'DAILY'),
  optional: 'interest owe cost charge pay all much',
  slots: { every: slot.frequency },
  build: () => ({ kind: 'daily_interest' }),
});

/** Matches "Have I ever missed a payment". */
export const latePayments = defineIntent({
  when: 'on_time gone',
  matches: (spans) => spans.has('payment pay paid bill') || spans.matches(/\bmissed\b/i),
  unless: 'whatif if howto fee will why',
  optional: 'payment pay paid have bill all receive time',
  optionalPattern: /^(?:ever|missed|late|always)$/,
  build: (spans) => {
    for (const item of spans.unmatched('time')) if (/^ever$/i.test(item.raw)) spans.matchItem(item);
    return { kind: 'late_payments' };
  },
});

/** Matches "What is the status of my application". */
export const applications = defineIntent({
  matches: (spans) => spans.matches(/\bapplications?\b/i) && !spans.has('howto'),
  unless: 'whatif if set',
  optional: 'have loan happened approve',
  optionalPattern: /^(?:applications?|approved|decided|pending|open|going)$/,
  build: (spans) => {
    spans.matchNames(['loan', 'card', 'mortgage'], ({ generic }) => generic !== null);
    return { kind: 'applications' };
  },
});

/** Matches "Who are my contacts", "whom can I pay". */
export const contacts = defineIntent({
  matches: (spans) =>
    spans.matches(/\b(?:contacts|payees|people)\b/i) &&
    spans.matches(/^\s*(?:who|what|show|list|which|do)\b/i),
  unless: 'whatif if spend most largest last',
  optional: 'who merchant pay save have can',
  optionalPattern: /^(?:contacts|payees|people|saved)$/,
  build: () => ({ kind: 'contacts' }),
});

/** Matches "Which category went up the most since spring". */
export const categoryChange = defineIntent({
  when: 'category',
  matches: (spans) => spans.has('raise lower compare') && spans.has('most largest'),
  unless: 'whatif if budget',
  optional: 'category raise lower most largest compare spend who',
  optionalPattern: /^(?:rose|grew|grown|changed?|up|down)$/,
  slots: { period: slot.period('past') },
  build: (spans, { period }) => {
    const month = unitAround(spans.today, 'month');
    const last = unitAround((month.from ?? spans.today) - 1, 'month');
    return {
      kind: 'category_change',
      direction: spans.has('lower') ? 'down' : 'up',
      since: period ?? periodOr(spans, null, unitAround((last.from ?? spans.today) - 1, 'month'), ''),
    };
  },
});

/** Matches "What is the payoff amount of the car loan on the 20th". */
export const payoffQuote = defineIntent({
  matches: (spans) => spans.matches(/\bpay-?off (?:amount|quote|balance|figure)\b|\bcost to pay off\b/i),
  unless: 'whatif if',
  optional: 'payoff cost balance have will',
  optionalPattern: /^(?:amount|quote|figure)$/,
  slots: { match: slot.name(['loan', 'mortgage']), time: slot.time },
  build: (spans, { match, time }) => {
    const [debt, another] = match?.refs ?? [];
    if (!match || !debt || !isPlace(debt.is)) return null;
    if (another) return spans.ask('payoff_quote', 'debt', 'Which one?', 'A payoff quote', match);
    const on = time ? spans.toPeriod(time.time, 'future').from : null;
    if (on && on < spans.customer.today) return null;
    return { kind: 'payoff_quote', debt: { is: debt.is, id: debt.id }, on };
  },
});
