import type { KnownAccount, Question } from '../intent.ts';
import {
  best,
  choicesFor,
  type Draft,
  done,
  type MatchedSpans,
  missing,
  type Picked,
  type Rule,
} from '../parser/matched-spans.ts';
import { takeWords } from './cash-flow.ts';
import { NOT_STANDING } from './status.ts';

/** Parses questions about balances: one account, a type, all accounts, debts, net worth. */
export const balance: Rule = (claim) => {
  const text = claim.reading.text;
  if (
    claim.has(
      ...NOT_STANDING,
      'schedule budget goal upcoming next when howlong until will earn receive paid pay safe score more less compare average rate open close delete should job expect',
    )
  )
    return null;
  const isWorth = claim.any('networth');
  const isOwed = claim.has('owe') && !isWorth;
  if (isOwed) takeWords(claim, /^deep$/);
  const isAsked = claim.any('balance money have owe left available all much low payment');
  const picked = claim.names(
    ['account'],
    ({ refs, generic }) => generic !== null || best(refs).some(({ is }) => is === 'account'),
  );
  const money = picked.length === 0 ? claim.one('currency') : null;
  if (money || picked.length > 0) claim.any('count');
  const [time] = claim.of('time');
  if (time) claim.take(time);
  const on = time ? claim.period(time.time, 'past') : null;
  if (on && (on.to === null || on.to > claim.reading.known.today)) return null;
  const of = getBalance(claim, { isWorth, isOwed, isAsked, picked, currency: money?.code ?? null, text });
  if (!of || 'missing' in of) return of ? of.missing : null;
  const day = on && on.to !== claim.reading.known.today ? on.to : null;
  return done(claim, { kind: 'balance', of, on: day });
};

type BalanceOf = Extract<Question, { kind: 'balance' }>['of'];

function getBalance(
  claim: MatchedSpans,
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
      /\b(?:how|what|show|my|total|tell|give|check)\b/i.test(said.text) || claim.items.length <= 2;
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
    (one.item.isPlural || claim.has('all') || /\bbalances\b/i.test(said.text))
  )
    return { is: 'accounts', type: null, currency: null };
  // "My checking" may mean one of two, so it asks. "My savings" may mean all of them.
  if (type && (one.item.isPlural || type !== 'CHECKING'))
    return { is: 'accounts', type, currency: said.currency };
  return {
    missing: missing(claim, {
      of: 'balance',
      slot: 'account',
      question: 'Which account?',
      understood: 'The balance of an account',
      choices: choicesFor(claim, one.item, refs),
    }),
  };
}

function typeOf({ item }: Picked): KnownAccount['type'] | null {
  const { generic } = item;
  return generic === 'CHECKING' || generic === 'SAVINGS' || generic === 'INVESTMENT' ? generic : null;
}
