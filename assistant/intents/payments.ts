import { dayText } from '../../engine/calendar/calendar.ts';
import type { PayTarget, Utterance } from '../intent.ts';
import { defineIntent, slot } from '../parser/define-intent.ts';
import { isConcept, isPlace, type MatchedSpans, type NameMatch, toNamed } from '../parser/matched-spans.ts';
import {
  askAmount,
  askPayer,
  formatAmount,
  formatMovement,
  getCurrency,
  getOnlySavings,
  isSource,
  matchAmount,
  matchPayer,
} from './money-slots.ts';
import { refuseShare } from './plans.ts';

const PAYS = 'pay payoff payment send transfer put make schedule repay take extra';

/** Matches "Pay the minimum on my Tide card", "pay off the car loan", "put 500 towards the mortgage". */
export const payDebt = defineIntent({
  isAction: true,
  when: PAYS,
  unless: 'whatif if when howlong forward upcoming next last',
  matches: (spans) =>
    spans.unmatched('frequency').length === 0 &&
    spans.unmatched('time').every(({ raw }) => /^(?:today|tonight)$/i.test(raw)),
  optional: 'bill money due from_amount extra both',
  optionalPattern: /^principal$/,
  slots: { debt: slot.name(['card', 'loan', 'mortgage'], (item) => !isSource(item)) },
  build: (spans, { debt }) => {
    spans.matchKind('time');
    const [product] = debt?.refs ?? [];
    if (!debt || !product) return null;
    const isOff =
      spans.matches(/\b(?:off|in full|down|clear|wipe out)\b/i) && spans.unmatched('amount').length === 0;
    const isCard = product.is === 'card';
    const of = isCard ? 'pay_card' : 'pay_debt';
    const isOnly = debt.refs.length === 1;
    const stated = matchPayoff(
      spans,
      isCard,
      of,
      `A payment to ${isOnly ? product.name : `a ${product.is}`}`,
    );
    if (!isOnly && debt.item.isPlural) return askFirstPayment(spans, debt, stated);
    if (!isOnly) spans.askMeaning(of, isCard ? 'card' : 'debt', debt);
    const from = matchPayer(spans, of, isOnly ? getCurrency(spans, product.id) : null);
    const amount: Utterance | null = stated ?? (isOff ? { is: 'share', share: 1 } : null);
    const understood = formatMovement('A payment', amount, product.name);
    if (!amount) return isCard ? askCardAmount(spans, understood, true) : askAmount(spans, of, understood);
    if (!from) return askPayer(spans, of, understood);
    if (product.is === 'card') return { kind: 'pay_card', card: toNamed(product), from, amount };
    const kind = product.is === 'loan' ? 'loan' : 'mortgage';
    return { kind: 'pay_debt', product: kind, debt: toNamed(product), from, amount };
  },
});

/** Asks which of several debts to pay first: "pay the minimum on both cards". */
function askFirstPayment(spans: MatchedSpans, { refs }: NameMatch, amount: Utterance | null): null {
  spans.matchAll();
  const stated = amount ? `Pay ${formatAmount(amount)} on` : 'Pay';
  const options = refs.map(({ name }) => ({ label: name, ask: `${stated} ${name}` }));
  return spans.ask(
    'pay_card',
    'card',
    'Which one do you want to pay first?',
    'One payment at a time',
    options,
    null,
  );
}

/** Matches an amount. For cards, it can also be the minimum payment or the statement balance. */
function matchPayoff(
  spans: MatchedSpans,
  isCard: boolean,
  of: 'pay_card' | 'pay_debt' | 'schedule',
  understood: string,
): Utterance | null {
  if (isCard && spans.match('minimum')) return { is: 'minimum' };
  if (isCard && spans.match('statement')) {
    spans.match('balance');
    return { is: 'statement' };
  }
  const amount = matchAmount(spans, of, understood);
  // "Pay my card balance" means the full balance. "Pay 200 on the balance" already states an amount.
  return spans.match('balance owe') && !amount ? { is: 'share', share: 1 } : amount;
}

function askCardAmount(spans: MatchedSpans, understood: string, isNow: boolean): null {
  const options = [
    { label: 'The minimum payment', ask: 'the minimum' },
    { label: 'The statement balance', ask: 'the statement balance' },
    { label: 'Everything owed', ask: 'in full' },
  ];
  return spans.ask('pay_card', 'amount', 'How much?', understood, isNow ? options : options.slice(0, 2));
}

/**
 * Matches "Schedule 900 to Linden Street every month on the 1st", "pay Netflix 15.49 on Friday", "move 100 to
 * savings every week".
 */
export const schedule = defineIntent({
  isAction: true,
  when: `${PAYS} save`,
  unless: 'whatif if when autodeposit budget upcoming',
  optional: 'bill money regular once subscription due extra from_amount upcoming deposit',
  slots: {
    every: slot.frequencyFrom,
    target: slot.name(
      ['account', 'card', 'loan', 'mortgage', 'merchant', 'payment'],
      (item) => !isSource(item),
    ),
  },
  build: (spans, { every, target }) => {
    const frequency = every?.frequency ?? null;
    if (spans.matches(/\b(?:every|each) (?:payday|pay day|paycheck)\b/i) && !every?.from)
      return spans.refuse('no_such_product', NO_PAYDAY, ['How do I mark an auto deposit as pay?']);
    if (frequency === 'HOURLY' || frequency === 'DAILY')
      return spans.refuse(
        'no_such_product',
        'Scheduled payments can be weekly, biweekly, monthly, quarterly, or yearly.',
      );
    // "Stop after March" would need an end date, which a rule from the assistant doesn't have.
    if (spans.matches(/\b(?:stop|until|end(?:ing)?)\b/i) && frequency) return null;
    if (spans.unmatched('percent').length > 0 && frequency) return refuseShare(spans);
    // "Add 100 to savings" is a transfer, but "add a payment" sets one up.
    const isAdded = spans.matches(/^\s*(?:please |can you |could you )*add\b/i) && !spans.has('payment');
    const isRule = frequency !== null || (spans.has('schedule') && !isAdded);
    const time = spans.matchKind('time');
    const kind = target?.refs[0]?.is;
    if (!isRule && !time && kind === 'account') return null;
    const amount = matchPayoff(spans, kind === 'card', 'schedule', 'A scheduled payment');
    const payee = target
      ? getPayee(spans, target)
      : isRule
        ? (matchNewPayee(spans) ?? getSavingsPayee(spans))
        : null;
    if (!payee) return null;
    const { to, name } = payee;
    const from = matchPayer(spans, 'schedule', to.is === 'payee' ? null : getCurrency(spans, to.id));
    const understood = `${formatMovement('A payment', amount, name)}${frequency ? '' : ' (one-time)'}`;
    if (!amount)
      return to.is === 'card'
        ? askCardAmount(spans, understood, false)
        : askAmount(spans, 'schedule', understood);
    if (amount.is === 'share' || amount.is === 'rest')
      return spans.refuse(
        'amount',
        'Scheduled payments need a fixed amount. Enter an amount, or make a one-time payment now.',
        [{ label: 'Pay now', ask: `Pay off ${name}` }],
      );
    if (!from) return askPayer(spans, 'schedule', understood);
    const { from: first = null, to: end = null } = time ? spans.toPeriod(time.time, 'future') : {};
    // "This month" has begun, so its next day is the first possible one.
    const isBegun =
      first !== null && first < spans.customer.today && end !== null && end > spans.customer.today;
    const stated = isBegun ? dayText(spans.today + 1) : first;
    if (isBegun) spans.assume('on', 'tomorrow');
    const start = stated ?? (every?.from == null ? null : dayText(every.from));
    if (!start && !frequency) {
      return spans.ask('schedule', 'on', 'On what date?', understood, [
        { label: 'Tomorrow', ask: 'tomorrow' },
        { label: 'On the 1st', ask: 'on the 1st' },
        { label: 'On payday', ask: 'on next payday' },
      ]);
    }
    if (!start) spans.assume('on', 'starting tomorrow');
    const on = start ?? dayText(spans.today + 1);
    if (on < spans.customer.today)
      return spans.refuse('period', 'That date is in the past. Choose today or a later date.');
    return { kind: 'schedule', to, from, amount, frequency, on, name };
  },
});

const NO_PAYDAY =
  "We can't tell which auto deposit is your paycheck. Mark exactly one as your paycheck, or give a day, such as every Friday.";

type Payee = { to: PayTarget; name: string };

function getPayee(spans: MatchedSpans, { item, refs }: NameMatch): Payee | null {
  const products = refs.filter(({ is }) => isPlace(is));
  const payment = refs.find(({ is }) => is === 'payment');
  const [only, another] = products.length > 0 ? products : payment ? [payment] : refs;
  if (!only || another)
    return spans.askMeaning('schedule', 'to', { item, refs: products.length > 0 ? products : refs });
  if (isPlace(only.is)) return { to: { is: only.is, id: only.id }, name: only.name };
  const { scheduledPayments } = spans.customer;
  const payee = scheduledPayments.find(({ id }) => id === payment?.id)?.payee;
  return { to: { is: 'payee', name: payee ?? only.name }, name: only.name };
}

/** Returns the target of "stash 220 every payday", which names no account. */
function getSavingsPayee(spans: MatchedSpans): Payee | null {
  const savings = spans.has('save') ? getOnlySavings(spans) : null;
  return savings && { to: { is: 'account', id: savings.id }, name: savings.name };
}

/** Matches "Pay my bill", which names no bill. */
export const payBill = defineIntent({
  isAction: true,
  when: 'pay',
  unless: 'whatif if when upcoming next last',
  matches: (spans) =>
    spans.has('bill') &&
    spans.items.every(({ is }) => is === 'concept' || is === 'stop' || is === 'preposition'),
  optional: 'bill all due',
  build: (spans) => {
    const { cards, loans, mortgages } = spans.customer;
    const options = [...cards, ...loans, ...mortgages].map(({ name }) => ({
      label: name,
      ask: `Pay ${name}`,
    }));
    return spans.ask('pay_card', 'card', 'Which bill do you want to pay?', 'Pay a bill', options, null);
  },
});

/**
 * Matches a payee that isn't in the ledger, either after "to" ("to my landlord") or directly after the verb
 * ("pay my landlord").
 */
function matchNewPayee(spans: MatchedSpans): Payee | null {
  const words = spans.unmatchedItems().filter((item) => {
    const before = spans.items.slice(0, item.at).findLast(({ is }) => is !== 'stop');
    const isName = item.is === 'name' && !item.refs.some(({ is }) => is === 'contact');
    return (
      (item.is === 'word' || isConcept(item, 'relative') || isName) &&
      (item.preposition === 'to' ||
        (item.preposition === 'for' && item.is === 'name') ||
        isConcept(before, 'pay'))
    );
  });
  const [first] = words;
  // "My landlord Mr Ortiz" names the payee with all of the words that follow.
  for (let next = spans.items[(words.at(-1)?.at ?? 0) + 1]; first && next?.is === 'word'; ) {
    words.push(next);
    next = spans.items[next.at + 1];
  }
  if (!first || words.length > 4) return null;
  for (const word of words) spans.matchItem(word);
  const name = spans.text.slice(first.start, words.at(-1)?.end);
  spans.assume('payee', `to \u201c${name}\u201d, a new payee`);
  return { to: { is: 'payee', name }, name };
}
