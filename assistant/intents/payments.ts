import { dayText } from '../../engine/calendar/calendar.ts';
import type { Named, PaymentFrequency, PayTarget, Utterance } from '../intent.ts';
import { listed } from '../parser/filter.ts';
import {
  best,
  beyond,
  choicesAdding,
  choicesFor,
  type Draft,
  done,
  type MatchedSpans,
  missing,
  named,
  type Picked,
  type Rule,
} from '../parser/matched-spans.ts';
import type { Ref } from '../parser/names.ts';
import { askAmount, formatSaid, saidAmount, usualPayer } from './actions.ts';

const PAYS = 'pay payoff payment send transfer put make schedule repay'.split(' ');

const FROM = new Set(['from', 'out of', 'using', 'with', 'via', 'off']);

const OWED = ['card', 'loan', 'mortgage'] as const;

/** Returns the account after "from" or "using", or the usual one. */
export function getPayer(
  claim: MatchedSpans,
  currency: string | null,
  of: 'pay_card' | 'pay_debt' | 'pay_person' | 'schedule',
): { from: Named | null; draft: Draft | null } {
  const [picked] = claim.names(['account'], (item) => item.prep !== null && FROM.has(item.prep));
  if (!picked) {
    const usual = usualPayer(claim, { id: '', name: '' }, currency ?? claim.reading.known.baseCurrency);
    if (usual) claim.assume('from', `from ${usual.name}, the only checking account in its currency`);
    return { from: usual, draft: null };
  }
  const refs = best(picked.refs);
  if (refs.length === 1 && refs[0]) return { from: named(refs[0]), draft: null };
  // Uses the customer's currency if the payee has none.
  const { accounts, baseCurrency } = claim.reading.known;
  const wanted = currency ?? baseCurrency;
  const [only, more] = refs.filter(({ id }) => accounts.find((one) => one.id === id)?.currency === wanted);
  if (only && !more) {
    claim.assume('from', `from ${only.name}, your ${wanted} account`);
    return { from: named(only), draft: null };
  }
  return { from: null, draft: chooseOne(claim, picked, refs, of, 'from') };
}

export function chooseOne(
  claim: MatchedSpans,
  { item }: Picked,
  refs: readonly Ref[],
  of: 'pay_card' | 'pay_debt' | 'pay_person' | 'schedule',
  slot: string,
): Draft {
  return missing(claim, {
    of,
    slot,
    question: `Which one do you mean by \u201c${item.raw}\u201d?`,
    understood: `\u201c${item.raw}\u201d could be ${listed(refs.map(({ name }) => name))}`,
    choices: choicesFor(claim, item, refs),
  });
}

export function askPayer(
  claim: MatchedSpans,
  of: 'pay_card' | 'pay_debt' | 'pay_person' | 'schedule',
  understood: string,
): Draft {
  return missing(claim, {
    of,
    slot: 'from',
    question: 'From which account?',
    understood,
    choices: choicesAdding(
      claim,
      claim.reading.known.accounts.map(({ name }) => ({ label: name, words: `from ${name}` })),
    ),
  });
}

/** "Pay the minimum on my Tide card", "pay off the car loan", "put 500 towards the mortgage". */
export const payDebt: Rule = (claim) => {
  if (claim.isQuestion) return null;
  if (!claim.has(...PAYS) || claim.has('whatif if when howlong forward upcoming next last')) return null;
  claim.lemma(...PAYS);
  claim.any('bill money due from_amount extra');
  if (claim.of('frequency').length > 0) return null;
  const isOff =
    /\b(?:off|in full|down|clear|wipe out)\b/i.test(claim.reading.text) && claim.of('amount').length === 0;
  const [owed, another] = claim.names(OWED, (item) => item.prep === null || !FROM.has(item.prep));
  if (!owed || another) return null;
  const refs = best(owed.refs);
  const [only] = refs;
  if (!only) return null;
  const isCard = only.is === 'card';
  const of = isCard ? 'pay_card' : 'pay_debt';
  const what = refs.length === 1 ? only.name : `a ${only.is}`;
  const { said, draft } = cardAmount(claim, isCard, of, `A payment to ${what}`);
  if (draft) return draft;
  // The rest is parsed after the customer has chosen.
  if (refs.length > 1) getPayer(claim, null, of);
  if (refs.length > 1) return chooseOne(claim, owed, refs, of, isCard ? 'card' : 'debt');
  const known = claim.reading.known;
  const { currency } = [...known.cards, ...known.loans, ...known.mortgages].find(
    ({ id }) => id === only.id,
  ) ?? { currency: null };
  if (claim.of('time').length > 0) return scheduleOnce(claim, only, said);
  const { from, draft: fromDraft } = getPayer(claim, currency, of);
  if (fromDraft) return fromDraft;
  const amount: Utterance | null = said ?? (isOff ? { is: 'share', share: 1 } : null);
  const understood = `A payment${amount ? ` of ${formatSaid(amount)}` : ''} to ${only.name}`;
  if (!amount) return isCard ? askCardAmount(claim, understood) : askAmount(claim, of, understood);
  if (!from) return askPayer(claim, of, understood);
  if (only.is === 'card') return done(claim, { kind: 'pay_card', card: named(only), from, amount });
  const product = only.is === 'loan' ? 'loan' : 'mortgage';
  return done(claim, { kind: 'pay_debt', product, debt: named(only), from, amount });
};

/** Cards also have a minimum and a statement balance. */
function cardAmount(
  claim: MatchedSpans,
  isCard: boolean,
  of: 'pay_card' | 'pay_debt' | 'schedule',
  understood: string,
) {
  if (isCard && claim.any('minimum')) return { said: { is: 'minimum' } as const, draft: null };
  if (isCard && claim.any('statement')) {
    claim.any('balance');
    return { said: { is: 'statement' } as const, draft: null };
  }
  const read = saidAmount(claim, of, understood);
  // "Pay my card balance" states the amount. "Pay 200 on the balance" already has one.
  if (claim.any('balance', 'owe') && !read.said && !read.draft)
    return { said: { is: 'share', share: 1 } as const, draft: null };
  return read;
}

function askCardAmount(claim: MatchedSpans, understood: string, isLater = false): Draft {
  return missing(claim, {
    of: 'pay_card',
    slot: 'amount',
    question: 'How much?',
    understood,
    choices: choicesAdding(claim, [
      { label: 'The minimum payment', words: 'the minimum' },
      { label: 'The statement balance', words: 'the statement balance' },
      ...(claim.of('frequency').length === 0 && !isLater
        ? [{ label: 'Everything owed', words: 'in full' }]
        : []),
    ]),
  });
}

function scheduleOnce(claim: MatchedSpans, target: Ref, said: Utterance | null): Draft | null {
  const [time] = claim.of('time');
  if (!time || (target.is !== 'card' && target.is !== 'loan' && target.is !== 'mortgage')) return null;
  claim.take(time);
  return scheduled(claim, {
    to: { is: target.is, id: target.id },
    name: target.name,
    said,
    frequency: null,
    time,
  });
}

type Scheduled = {
  to: PayTarget;
  name: string;
  said: Utterance | null;
  frequency: PaymentFrequency | null;
  time: Extract<ReturnType<MatchedSpans['of']>[number], { is: 'time' }> | null;
};

function scheduled(claim: MatchedSpans, { to, name, said, frequency, time }: Scheduled): Draft {
  const known = claim.reading.known;
  const { from, draft } = getPayer(claim, getCurrency(claim, to), 'schedule');
  if (draft) return draft;
  const understood = `A payment${said ? ` of ${formatSaid(said)}` : ''} to ${name}${frequency ? '' : ', one time'}`;
  if (!said)
    return to.is === 'card'
      ? askCardAmount(claim, understood, true)
      : askAmount(claim, 'schedule', understood);
  if (said.is === 'share')
    return beyond('amount', 'Scheduled payments need a fixed amount. Enter an amount or pay now.', [
      { label: 'Pay now', ask: `Pay off ${name}` },
    ]);
  if (!from) return askPayer(claim, 'schedule', understood);
  const start = time && claim.period(time.time, 'future').from;
  if (!start && !frequency)
    return missing(claim, {
      of: 'schedule',
      slot: 'on',
      question: 'On what date?',
      understood,
      choices: choicesAdding(claim, [
        { label: 'Tomorrow', words: 'tomorrow' },
        { label: 'On the 1st', words: 'on the 1st' },
        { label: 'On payday', words: 'on next payday' },
      ]),
    });
  if (!start) claim.assume('on', 'starting tomorrow');
  const on = start ?? dayText(claim.reading.today + 1);
  if (on < known.today) return beyond('period', 'That date is in the past. Choose today or a later date.');
  return done(claim, { kind: 'schedule', to, from, amount: said, frequency, on, name });
}

function getCurrency(claim: MatchedSpans, to: PayTarget): string | null {
  const { accounts, cards, loans, mortgages } = claim.reading.known;
  if (to.is === 'payee') return null;
  return [...accounts, ...cards, ...loans, ...mortgages].find(({ id }) => id === to.id)?.currency ?? null;
}

/** "Schedule 900 to Linden Street every month on the 1st", "pay Netflix 15.49 on Friday", "move 100 to savings every week". */
export const schedule: Rule = (claim) => {
  if (claim.isQuestion) return null;
  const isRule = claim.of('frequency').length > 0 || claim.has('schedule');
  if (
    !claim.has(...PAYS, 'save', 'schedule') ||
    claim.has('whatif if when extra autodeposit budget upcoming')
  )
    return null;
  const every = claim.one('frequency');
  claim.lemma(...PAYS, 'save');
  claim.any('payment bill money regular once subscription');
  if (every?.frequency === 'HOURLY' || every?.frequency === 'DAILY')
    return beyond(
      'no_such_product',
      'Scheduled payments can be weekly, biweekly, monthly, quarterly, or yearly.',
    );
  const targets = claim.names(
    ['account', 'card', 'loan', 'mortgage', 'merchant', 'payment'],
    (item) => item.prep === null || !FROM.has(item.prep),
  );
  const [target, another] = targets;
  if (another) return null;
  const [when] = claim.of('time');
  if (target && !isRule && !when && best(target.refs)[0]?.is === 'account') return null;
  const isCard = target?.refs[0]?.is === 'card';
  const { said, draft } = cardAmount(claim, isCard, 'schedule', 'A scheduled payment');
  if (draft) return draft;
  const [time] = claim.of('time');
  if (time) claim.take(time);
  const to = target ? getTarget(claim, target) : isRule ? getPayee(claim) : null;
  if (!to) return null;
  if ('kind' in to || 'meaning' in to) return to;
  if (!isRule && to.to.is === 'account')
    return time ? scheduled(claim, { ...to, said, frequency: null, time }) : null;
  return scheduled(claim, { ...to, said, frequency: every?.frequency ?? null, time: time ?? null });
};

function getTarget(claim: MatchedSpans, target: Picked): Draft | { to: PayTarget; name: string } {
  const refs = best(target.refs);
  const own = refs.filter(
    ({ is }) => is === 'account' || is === 'card' || is === 'loan' || is === 'mortgage',
  );
  const [only] = own.length > 0 ? own : refs;
  if (own.length > 1 || !only) return chooseOne(claim, target, own, 'schedule', 'to');
  if (only.is === 'account' || only.is === 'card' || only.is === 'loan' || only.is === 'mortgage')
    return { to: { is: only.is, id: only.id }, name: only.name };
  const names = [...new Set(refs.map(({ name }) => name))];
  const rule = refs.find(({ is }) => is === 'payment');
  if (names.length > 1 && !rule) return chooseOne(claim, target, refs, 'schedule', 'to');
  const payee = claim.reading.known.scheduledPayments.find(({ id }) => id === rule?.id)?.payee;
  return { to: { is: 'payee', name: payee ?? only.name }, name: rule?.name ?? only.name };
}

/** A payee that isn't in the ledger: "to my landlord". */
function getPayee(claim: MatchedSpans): { to: PayTarget; name: string } | null {
  const words = claim.items.filter((item, at) => {
    const isName = item.is === 'name' && !item.refs.some(({ is }) => is === 'contact');
    const isNobody = item.is === 'word' || (item.is === 'lemma' && item.lemma === 'relative') || isName;
    // After "to", or directly after the verb: "pay my landlord".
    const before = claim.items.slice(0, at).findLast(({ is }) => is !== 'stop');
    const isPaid = before?.is === 'lemma' && before.lemma === 'pay';
    return isNobody && !claim.isTaken(item) && (item.prep === 'to' || isPaid);
  });
  const [first] = words;
  if (!first || words.length > 3) return null;
  for (const word of words) claim.take(word);
  const name = claim.reading.text.slice(first.start, words.at(-1)?.end);
  claim.assume('payee', `to \u201c${name}\u201d, an outside payee`);
  return { to: { is: 'payee', name }, name };
}
