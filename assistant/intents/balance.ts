import type { Question } from '../intent.ts';
import { defineIntent, slot } from '../parser/define-intent.ts';
import { getStrongest, type MatchedSpans, type NameMatch } from '../parser/matched-spans.ts';
import { NOT_STATUS } from './status.ts';

type Balance = Extract<Question, { kind: 'balance' }>['of'];

/** Matches "What's my balance", "how much is in savings", "what do I owe", "what is my net worth". */
export const balance = defineIntent({
  unless: `${NOT_STATUS} schedule budget goal upcoming next when howlong until will earn receive paid pay safe score more less compare average rate open close delete should job expect`,
  slots: {
    isWorth: (spans: MatchedSpans) => spans.match('networth'),
    isAsked: (spans: MatchedSpans) =>
      spans.match('balance money have owe left available all much low payment'),
    match: slot.name(
      ['account'],
      ({ refs, generic }) => generic !== null || getStrongest(refs).some(({ is }) => is === 'account'),
    ),
    time: slot.time,
  },
  build: (spans, { isWorth, isAsked, match, time }) => {
    const { today } = spans.customer;
    const currency = match ? null : (spans.matchKind('currency')?.code ?? null);
    if (currency || match) spans.match('count');
    const isOwed = spans.has('owe') && !isWorth;
    if (isOwed) spans.matchWords(/^deep$/);
    const on = time && spans.toPeriod(time.time, 'past').to;
    if (time && (on === null || on > today)) return null;
    const of = getBalance(spans, { isWorth, isOwed, isAsked, match, currency });
    return of && { kind: 'balance', of, on: on === today ? null : on };
  },
});

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
  if (!isAsked && !spans.matches(/\b(?:how|what|show|in|check|see)\b/i)) return null;
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
