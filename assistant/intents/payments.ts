import { dayText } from '../../engine/calendar/calendar.ts';
import type { Named, PaymentFrequency, PayTarget, Utterance } from '../intent.ts';
import { defineIntent, frequencySlot } from '../parser/define-intent.ts';
import { listed } from '../parser/filter.ts';
import { beyond, type Draft, type MatchedSpans, named, type Picked } from '../parser/matched-spans.ts';
import type { Ref } from '../parser/names.ts';
import { askAmount, formatStatedAmount, parseStatedAmount, usualPayer } from './actions.ts';

const PAYS = 'pay payoff payment send transfer put make schedule repay';

const FROM = new Set(['from', 'out of', 'using', 'with', 'via', 'off']);

const OWED = ['card', 'loan', 'mortgage'] as const;

/** Returns the account after "from" or "using", or the usual one. */
export function getPayer(
  spans: MatchedSpans,
  currency: string | null,
  of: 'pay_card' | 'pay_debt' | 'pay_person' | 'schedule',
): { from: Named | null; draft: Draft | null } {
  const [picked] = spans.names(['account'], (item) => item.prep !== null && FROM.has(item.prep));
  if (!picked) {
    const usual = usualPayer(spans, { id: '', name: '' }, currency ?? spans.known.baseCurrency);
    if (usual) spans.assume('from', `from ${usual.name}, the only checking account in its currency`);
    return { from: usual, draft: null };
  }
  const refs = picked.refs;
  if (refs.length === 1 && refs[0]) return { from: named(refs[0]), draft: null };
  // Uses the customer's currency if the payee has none.
  const { accounts, baseCurrency } = spans.known;
  const wanted = currency ?? baseCurrency;
  const [only, more] = refs.filter(({ id }) => accounts.find((one) => one.id === id)?.currency === wanted);
  if (only && !more) {
    spans.assume('from', `from ${only.name}, your ${wanted} account`);
    return { from: named(only), draft: null };
  }
  return { from: null, draft: chooseOne(spans, picked, refs, of, 'from') };
}

export function chooseOne(
  spans: MatchedSpans,
  { item }: Picked,
  refs: readonly Ref[],
  of: 'pay_card' | 'pay_debt' | 'pay_person' | 'schedule',
  slot: string,
): Draft {
  return spans.ask(
    of,
    slot,
    `Which one do you mean by \u201c${item.raw}\u201d?`,
    `\u201c${item.raw}\u201d could be ${listed(refs.map(({ name }) => name))}`,
    spans.choicesFor(item, refs),
  );
}

export function askPayer(
  spans: MatchedSpans,
  of: 'pay_card' | 'pay_debt' | 'pay_person' | 'schedule',
  understood: string,
): Draft {
  return spans.askToAdd(
    { of, slot: 'from', question: 'From which account?', understood },
    spans.known.accounts,
    'from *',
  );
}

/** "Pay the minimum on my Tide card", "pay off the car loan", "put 500 towards the mortgage". */
export const payDebt = defineIntent({
  isAction: true,
  when: PAYS,
  unless: 'whatif if when howlong forward upcoming next last',
  matches: (spans) => spans.of('frequency').length === 0,
  words: `${PAYS} bill money due from_amount extra`,
  build: (spans) => {
    const isOff =
      /\b(?:off|in full|down|clear|wipe out)\b/i.test(spans.text) && spans.of('amount').length === 0;
    const [owed, another] = spans.names(OWED, (item) => item.prep === null || !FROM.has(item.prep));
    if (!owed || another) return null;
    const refs = owed.refs;
    const [only] = refs;
    if (!only) return null;
    const isCard = only.is === 'card';
    const of = isCard ? 'pay_card' : 'pay_debt';
    const what = refs.length === 1 ? only.name : `a ${only.is}`;
    const { said, draft } = cardAmount(spans, isCard, of, `A payment to ${what}`);
    if (draft) return draft;
    // The rest is parsed after the customer has chosen.
    if (refs.length > 1) getPayer(spans, null, of);
    if (refs.length > 1) return chooseOne(spans, owed, refs, of, isCard ? 'card' : 'debt');
    const known = spans.known;
    const { currency } = [...known.cards, ...known.loans, ...known.mortgages].find(
      ({ id }) => id === only.id,
    ) ?? { currency: null };
    if (spans.of('time').length > 0) return scheduleOnce(spans, only, said);
    const { from, draft: fromDraft } = getPayer(spans, currency, of);
    if (fromDraft) return fromDraft;
    const amount: Utterance | null = said ?? (isOff ? { is: 'share', share: 1 } : null);
    const understood = `A payment${amount ? ` of ${formatStatedAmount(amount)}` : ''} to ${only.name}`;
    if (!amount) return isCard ? askCardAmount(spans, understood) : askAmount(spans, of, understood);
    if (!from) return askPayer(spans, of, understood);
    if (only.is === 'card') return { kind: 'pay_card', card: named(only), from, amount };
    const product = only.is === 'loan' ? 'loan' : 'mortgage';
    return { kind: 'pay_debt', product, debt: named(only), from, amount };
  },
});

/** Cards also have a minimum and a statement balance. */
function cardAmount(
  spans: MatchedSpans,
  isCard: boolean,
  of: 'pay_card' | 'pay_debt' | 'schedule',
  understood: string,
) {
  if (isCard && spans.any('minimum')) return { said: { is: 'minimum' } as const, draft: null };
  if (isCard && spans.any('statement')) {
    spans.any('balance');
    return { said: { is: 'statement' } as const, draft: null };
  }
  const read = parseStatedAmount(spans, of, understood);
  // "Pay my card balance" states the amount. "Pay 200 on the balance" already has one.
  if (spans.any('balance', 'owe') && !read.said && !read.draft)
    return { said: { is: 'share', share: 1 } as const, draft: null };
  return read;
}

function askCardAmount(spans: MatchedSpans, understood: string, isLater = false): Draft {
  return spans.ask(
    'pay_card',
    'amount',
    'How much?',
    understood,
    spans.choicesAdding([
      { label: 'The minimum payment', ask: 'the minimum' },
      { label: 'The statement balance', ask: 'the statement balance' },
      ...(spans.of('frequency').length === 0 && !isLater
        ? [{ label: 'Everything owed', ask: 'in full' }]
        : []),
    ]),
  );
}

function scheduleOnce(spans: MatchedSpans, target: Ref, said: Utterance | null): Draft | null {
  const [time] = spans.of('time');
  if (!time || (target.is !== 'card' && target.is !== 'loan' && target.is !== 'mortgage')) return null;
  spans.take(time);
  return scheduled(spans, {
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

function scheduled(spans: MatchedSpans, { to, name, said, frequency, time }: Scheduled): Draft {
  const known = spans.known;
  const { from, draft } = getPayer(spans, getCurrency(spans, to), 'schedule');
  if (draft) return draft;
  const understood = `A payment${said ? ` of ${formatStatedAmount(said)}` : ''} to ${name}${frequency ? '' : ', one time'}`;
  if (!said)
    return to.is === 'card'
      ? askCardAmount(spans, understood, true)
      : askAmount(spans, 'schedule', understood);
  if (said.is === 'share')
    return beyond('amount', 'Scheduled payments need a fixed amount. Enter an amount or pay now.', [
      { label: 'Pay now', ask: `Pay off ${name}` },
    ]);
  if (!from) return askPayer(spans, 'schedule', understood);
  const start = time && spans.period(time.time, 'future').from;
  if (!start && !frequency)
    return spans.ask(
      'schedule',
      'on',
      'On what date?',
      understood,
      spans.choicesAdding([
        { label: 'Tomorrow', ask: 'tomorrow' },
        { label: 'On the 1st', ask: 'on the 1st' },
        { label: 'On payday', ask: 'on next payday' },
      ]),
    );
  if (!start) spans.assume('on', 'starting tomorrow');
  const on = start ?? dayText(spans.today + 1);
  if (on < known.today) return beyond('period', 'That date is in the past. Choose today or a later date.');
  return { kind: 'schedule', to, from, amount: said, frequency, on, name };
}

function getCurrency(spans: MatchedSpans, to: PayTarget): string | null {
  const { accounts, cards, loans, mortgages } = spans.known;
  if (to.is === 'payee') return null;
  return [...accounts, ...cards, ...loans, ...mortgages].find(({ id }) => id === to.id)?.currency ?? null;
}

/** "Schedule 900 to Linden Street every month on the 1st", "pay Netflix 15.49 on Friday", "move 100 to savings every week". */
export const schedule = defineIntent({
  isAction: true,
  when: `${PAYS} save`,
  unless: 'whatif if when extra autodeposit budget upcoming',
  words: `${PAYS} save bill money regular once subscription`,
  slots: { every: frequencySlot },
  build: (spans, { every }) => {
    const isRule = every !== null || spans.has('schedule');
    if (every?.frequency === 'HOURLY' || every?.frequency === 'DAILY')
      return beyond(
        'no_such_product',
        'Scheduled payments can be weekly, biweekly, monthly, quarterly, or yearly.',
      );
    const targets = spans.names(
      ['account', 'card', 'loan', 'mortgage', 'merchant', 'payment'],
      (item) => item.prep === null || !FROM.has(item.prep),
    );
    const [target, another] = targets;
    if (another) return null;
    const [when] = spans.of('time');
    if (target && !isRule && !when && target.refs[0]?.is === 'account') return null;
    const isCard = target?.refs[0]?.is === 'card';
    const { said, draft } = cardAmount(spans, isCard, 'schedule', 'A scheduled payment');
    if (draft) return draft;
    const time = spans.one('time');
    const to = target ? getTarget(spans, target) : isRule ? getPayee(spans) : null;
    if (!to) return null;
    if ('kind' in to) return to;
    if (!isRule && to.to.is === 'account')
      return time ? scheduled(spans, { ...to, said, frequency: null, time }) : null;
    return scheduled(spans, { ...to, said, frequency: every?.frequency ?? null, time: time ?? null });
  },
});

function getTarget(spans: MatchedSpans, target: Picked): Draft | { to: PayTarget; name: string } {
  const refs = target.refs;
  const own = refs.filter(
    ({ is }) => is === 'account' || is === 'card' || is === 'loan' || is === 'mortgage',
  );
  const [only] = own.length > 0 ? own : refs;
  if (own.length > 1 || !only) return chooseOne(spans, target, own, 'schedule', 'to');
  if (only.is === 'account' || only.is === 'card' || only.is === 'loan' || only.is === 'mortgage')
    return { to: { is: only.is, id: only.id }, name: only.name };
  const names = [...new Set(refs.map(({ name }) => name))];
  const rule = refs.find(({ is }) => is === 'payment');
  if (names.length > 1 && !rule) return chooseOne(spans, target, refs, 'schedule', 'to');
  const payee = spans.known.scheduledPayments.find(({ id }) => id === rule?.id)?.payee;
  return { to: { is: 'payee', name: payee ?? only.name }, name: rule?.name ?? only.name };
}

/** A payee that isn't in the ledger: "to my landlord". */
function getPayee(spans: MatchedSpans): { to: PayTarget; name: string } | null {
  const words = spans.items.filter((item, at) => {
    const isName = item.is === 'name' && !item.refs.some(({ is }) => is === 'contact');
    const isNobody = item.is === 'word' || (item.is === 'lemma' && item.lemma === 'relative') || isName;
    // After "to", or directly after the verb: "pay my landlord".
    const before = spans.items.slice(0, at).findLast(({ is }) => is !== 'stop');
    const isPaid = before?.is === 'lemma' && before.lemma === 'pay';
    return isNobody && !spans.isTaken(item) && (item.prep === 'to' || isPaid);
  });
  const [first] = words;
  if (!first || words.length > 3) return null;
  for (const word of words) spans.take(word);
  const name = spans.text.slice(first.start, words.at(-1)?.end);
  spans.assume('payee', `to \u201c${name}\u201d, an outside payee`);
  return { to: { is: 'payee', name }, name };
}
