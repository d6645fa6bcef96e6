import type { KnownAccount, Question } from '../intent.ts';
import { best, type Draft, type MatchedSpans, type Picked, type Rule } from '../parser/matched-spans.ts';
import { NOT_STANDING } from './status.ts';

/** Parses questions about balances: one account, a type, all accounts, debts, net worth. */
export const balance: Rule = (spans) => {
  const text = spans.text;
  if (
    spans.has(
      ...NOT_STANDING,
      'schedule budget goal upcoming next when howlong until will earn receive paid pay safe score more less compare average rate open close delete should job expect',
    )
  )
    return null;
  const isWorth = spans.any('networth');
  const isOwed = spans.has('owe') && !isWorth;
  if (isOwed) spans.takeWords(/^deep$/);
  const isAsked = spans.any('balance money have owe left available all much low payment');
  const picked = spans.names(
    ['account'],
    ({ refs, generic }) => generic !== null || best(refs).some(({ is }) => is === 'account'),
  );
  const money = picked.length === 0 ? spans.one('currency') : null;
  if (money || picked.length > 0) spans.any('count');
  const time = spans.one('time');
  const on = time ? spans.period(time.time, 'past') : null;
  if (on && (on.to === null || on.to > spans.known.today)) return null;
  const of = getBalance(spans, { isWorth, isOwed, isAsked, picked, currency: money?.code ?? null, text });
  if (!of || 'missing' in of) return of ? of.missing : null;
  const day = on && on.to !== spans.known.today ? on.to : null;
  return { kind: 'balance', of, on: day };
};

type BalanceOf = Extract<Question, { kind: 'balance' }>['of'];

function getBalance(
  spans: MatchedSpans,
  said: {
    isWorth: boolean;
    isOwed: boolean;
    isAsked: boolean;
    picked: readonly Picked[];
    currency: string | null;
    text: string;
  },
): BalanceOf | { missing: Draft } | null {
  const [one, another] = said.picked;
  if (said.isWorth && !one) return { is: 'net_worth' };
  if (said.isOwed) return one ? null : { is: 'debts' };
  if (another) return null;
  if (!one) {
    const isHow =
      /\b(?:how|what|show|my|total|tell|give|check)\b/i.test(said.text) || spans.items.length <= 2;
    return said.isAsked && isHow ? { is: 'accounts', type: null, currency: said.currency } : null;
  }
  const isHow = said.isAsked || /\b(?:how|what|show|in|check|see)\b/i.test(said.text);
  if (!isHow) return null;
  const refs = best(one.refs.filter(({ is }) => is === 'account'));
  const [only] = refs;
  const type = typeOf(one);
  if (refs.length === 1 && only) return { is: 'place', place: { is: 'account', id: only.id } };
  if (
    one.item.generic === 'account' &&
    !said.currency &&
    (one.item.isPlural || spans.has('all') || /\bbalances\b/i.test(said.text))
  )
    return { is: 'accounts', type: null, currency: null };
  // "My checking" may mean one of two, so it asks. "My savings" may mean all of them.
  if (type && (one.item.isPlural || type !== 'CHECKING'))
    return { is: 'accounts', type, currency: said.currency };
  return {
    missing: spans.askWhich(
      { of: 'balance', slot: 'account', question: 'Which account?', understood: 'The balance of an account' },
      { item: one.item, refs },
    ),
  };
}

function typeOf({ item }: Picked): KnownAccount['type'] | null {
  const { generic } = item;
  return generic === 'CHECKING' || generic === 'SAVINGS' || generic === 'INVESTMENT' ? generic : null;
}
