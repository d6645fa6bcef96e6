import { addMonths, dayText } from '../../engine/calendar/calendar.ts';
import { addUnits, type Unit } from '../../engine/calendar/periods.ts';
import type { Question } from '../intent.ts';
import { getPeriod } from '../parser/days.ts';
import { defineIntent, slot } from '../parser/define-intent.ts';
import { getStrongest, type MatchedSpans, type NameMatch } from '../parser/matched-spans.ts';
import { NOT_STATUS } from './status.ts';

type Balance = Extract<Question, { kind: 'balance' }>['of'];

const WENT_BELOW =
  /\b(?:ever |did |has |have )?(?:go|gone|went|fall|fell|drop|dropped|dip|dipped|been|get|got)\b.*\b(?:below|under|less than|negative|overdrawn)\b/i;

/** Matches "Did my checking ever go under 500 this month", "lowest balance in savings last month". */
export const lowestBalance = defineIntent({
  unless: 'whatif if will forecast afford next spend',
  matches: (spans) =>
    spans.matches(WENT_BELOW) ||
    (spans.has('smallest') && (spans.has('balance') || spans.mentions('account'))),
  optional: 'below lower less smallest balance have money transfer runout time all compare',
  optionalPattern:
    /^(?:ever|go|gone|went|fall|fell|drop|dropped|dip|dipped|get|got|been|negative|overdrawn|below zero|less than)$/,
  slots: {
    match: slot.name(['account']),
    amount: slot.amount,
    time: (spans: MatchedSpans) => matchTimeExceptEver(spans),
  },
  build: (spans, { match, amount, time }) => {
    const [account, another] =
      match?.refs ?? spans.customer.accounts.filter(({ type }) => type === 'CHECKING');
    if (!account || (amount && amount.value.alternative !== null)) return null;
    if (another) {
      const options = match?.refs ?? spans.customer.accounts;
      return spans.ask(
        'lowest_balance',
        'account',
        'Which account?',
        'The lowest balance',
        options,
        match?.item ?? 'in *',
      );
    }
    const period = time && spans.toPeriod(time.time, 'past');
    if (period && (period.from === null || period.from > spans.customer.today)) return null;
    if (!period) spans.assume('period', 'in the last 12 months');
    const { today } = spans;
    const isBelowZero = spans.matches(/\b(?:negative|overdrawn|below zero)\b/i);
    return {
      kind: 'lowest_balance',
      place: { is: 'account', id: account.id },
      period: period ?? {
        ...getPeriod({ from: addMonths(today, -12) + 1, to: today }, today),
        text: 'in the last 12 months',
      },
      below: amount?.value.amount ?? (isBelowZero ? 0 : null),
    };
  },
});

/** Matches "What was the highest balance of checking this year", "the most I ever had in savings". */
export const highestBalance = defineIntent({
  unless: 'whatif if will forecast afford next spend purchase buy transaction receive earn rate owe limit',
  matches: (spans) =>
    spans.has('largest most') &&
    spans.mentions('account') &&
    (spans.has('balance') || spans.matches(/\bever\b|\bhad\b|\bheld\b|\bpeak\b/i)),
  optional: 'largest most balance have money time all',
  optionalPattern: /^(?:ever|peak|held|hold)$/,
  slots: {
    match: slot.name(['account']),
    time: (spans: MatchedSpans) => matchTimeExceptEver(spans),
  },
  build: (spans, { match, time }) => {
    const [account, another] = match?.refs ?? [];
    if (!match || !account) return null;
    if (another)
      return spans.ask('highest_balance', 'account', 'Which account?', 'The highest balance', match);
    const period = time && spans.toPeriod(time.time, 'past');
    if (period && (period.from === null || period.from > spans.customer.today)) return null;
    const all = { from: null, to: null, text: 'so far' };
    return { kind: 'highest_balance', place: { is: 'account', id: account.id }, period: period ?? all };
  },
});

/** Returns the stated time. "Ever" isn't one, because a balance question without a time covers all of it. */
function matchTimeExceptEver(spans: MatchedSpans) {
  const ever = spans.unmatched('time').find(({ raw }) => /^ever$/i.test(raw));
  if (ever) spans.matchItem(ever);
  return spans.matchKind('time');
}

/** Words that compare a past balance with the current one. */
const COMPARED = /\b(?:compared|vs|versus|than|now and|change|changed|grown?|grew|since|difference)\b/i;
const UP_OR_DOWN = /\bup or down\b|\bdown or up\b|^\s*(?:is|are) my\b.*\b(?:up|down)\b/i;
const EVERYTHING = /\b(?:minus|less|after|without|subtract\w*)\b.*\b(?:owe|debts?)\b/i;

/** Matches "What's my balance", "how much is in savings", "what do I owe", "what is my net worth". */
export const balance = defineIntent({
  unless: `${NOT_STATUS.replace(' why', '').replace(' raise lower', '')} schedule budget goal upcoming next when howlong until will earn receive paid pay safe score average rate open close delete should job expect`,
  slots: {
    isWorth: (spans: MatchedSpans) => spans.match('networth') || matchNetWorthPhrase(spans),
    isAsked: (spans: MatchedSpans) =>
      spans.match('balance money have owe left available all much low payment'),
    matches: (spans: MatchedSpans) =>
      spans.matchNames(
        ['account'],
        ({ refs, generic }) => generic !== null || getStrongest(refs).some(({ is }) => is === 'account'),
      ),
    time: slot.time,
    share: slot.share,
  },
  build: (spans, { isWorth, isAsked, matches, time, share }) => {
    const [match = null, ...others] = matches;
    const { today } = spans.customer;
    const isUpOrDown = spans.matches(UP_OR_DOWN) && time !== null;
    if (isUpOrDown) spans.match('or');
    const isCompared = isUpOrDown || spans.matches(COMPARED);
    const isChange = isCompared || spans.has('why');
    if (isChange) matchComparison(spans);
    if (spans.has('why raise lower more less compare') && !isChange) return null;
    const currency = match ? null : (spans.matchKind('currency')?.code ?? null);
    if (currency || match) spans.match('count');
    const isOwed = spans.has('owe') && !isWorth;
    if (isOwed) spans.matchWords(/^deep$/);
    const period = time && spans.toPeriod(time.time, 'past');
    const isOpen = period !== null && (period.to === null || period.to >= today);
    const on =
      (isChange ? getEarlierDay(spans) : null) ?? (isOpen && isChange ? period.from : (period?.to ?? null));
    if (time && (on === null || on > today)) return null;
    const of =
      others.length > 0
        ? getCombinedBalance(spans, matches)
        : getBalance(spans, { isWorth, isOwed, isAsked: isAsked || isChange, match, currency });
    if (!of) return null;
    if (
      of.is === 'debts' &&
      period &&
      period.to !== null &&
      period.to >= today &&
      !isChange &&
      period.from !== today
    )
      return null;
    if (share && (isChange || share.share === 1))
      return share.share === 1 ? { kind: 'balance', of, on: null } : null;
    if (!isChange)
      return { kind: 'balance', of, on: on === today ? null : on, ...(share && { share: share.share }) };
    const since = on && on < today ? on : null;
    if (!since) return null;
    return { kind: 'balance', of, on: null, since };
  },
});

/** Returns the day one week, month, or year ago for "lower than last week"; otherwise null. */
function getEarlierDay({ text, today }: MatchedSpans): string | null {
  const unit = /\blast (week|month|year)\b/i.exec(text)?.[1]?.toLowerCase();
  return unit === undefined ? null : dayText(addUnits(today, unit as Unit, -1));
}

function matchComparison(spans: MatchedSpans): void {
  spans.match('why raise lower more less above below compare low have money balance much all upcoming goes');
  spans.matchWords(/^(?:change|changed|grown?|grew|now|difference|since|down|up|went|go|drop|dropped)$/);
}

/** Matches "everything minus what I owe", which means the net worth. */
function matchNetWorthPhrase(spans: MatchedSpans): boolean {
  if (!spans.matches(EVERYTHING) || spans.has('spend')) return false;
  spans.match('except all less owe money');
  spans.matchWords(/^(?:across|combined)$/);
  return true;
}

/** Returns the combined balance of the named accounts, or null if a name is ambiguous. */
function getCombinedBalance(spans: MatchedSpans, matches: readonly NameMatch[]): Balance | null {
  if (matches.some(({ refs }) => refs.length !== 1)) return null;
  spans.matchWords(/^(?:combined|together|both)$/);
  spans.match('both all');
  return {
    is: 'products',
    products: matches.flatMap(({ refs }) => refs.map(({ id }) => ({ is: 'account' as const, id }))),
  };
}

type Slots = {
  isWorth: boolean;
  isOwed: boolean;
  isAsked: boolean;
  match: NameMatch | null;
  currency: string | null;
};

function getBalance(
  spans: MatchedSpans,
  { isWorth, isOwed, isAsked, match, currency }: Slots,
): Balance | null {
  if (isWorth && !match) return { is: 'net_worth' };
  if (isOwed) return match ? null : { is: 'debts' };
  if (!match) {
    const isHow = spans.matches(/\b(?:how|what|show|my|total|tell|give|check)\b/i) || spans.items.length <= 2;
    return isAsked && isHow ? { is: 'accounts', type: null, currency } : null;
  }
  if (!isAsked && !spans.matches(/\b(?:hows?|what|whats|show|in|check|see)\b/i)) return null;
  const [account, another] = match.refs;
  if (account && !another) return { is: 'place', place: { is: 'account', id: account.id } };
  const { generic, isPlural } = match.item;
  if (generic === 'account' && (isPlural || spans.has('all') || spans.matches(/\bbalances\b/i)))
    return { is: 'accounts', type: null, currency: null };
  // "My checking" can mean either of two accounts, so ask which one. "My savings" can mean all savings
  // accounts.
  const type = (['CHECKING', 'SAVINGS', 'INVESTMENT'] as const).find((type) => type === generic);
  if (type && (isPlural || type !== 'CHECKING')) return { is: 'accounts', type, currency };
  return spans.ask('balance', 'account', 'Which account?', 'Account balance', match);
}
