import { dayText, parseDay } from '../../engine/calendar/calendar.ts';
import { addUnits, type Unit } from '../../engine/calendar/periods.ts';
import { cents, getCount } from '../parser/amounts.ts';
import { defineIntent, slot } from '../parser/define-intent.ts';
import { areAdjacent, matchFilter, matchFreeWords } from '../parser/filter.ts';
import { getStrongest, type MatchedSpans, type NameMatch, toNamed } from '../parser/matched-spans.ts';
import type { Item } from '../parser/parsed-message.ts';

/** Matches "Cancel the gym payment", "stop Netflix". */
export const cancelPayment = defineIntent({
  isAction: true,
  when: 'stopit no delete pause',
  unless: 'whatif if howto send dispute',
  matches: (spans) => spans.unmatched('amount').length === 0 && spans.unmatched('time').length === 0,
  optional: 'payment subscription schedule bill recurring have all monthly next pay goal transfer save',
  optionalPattern: /^(?:membership|service|plan|future)$/,
  slots: { match: slot.name(['payment']), every: slot.frequency },
  build: (spans, { match }) => {
    if (!match && CANCEL_REQUEST.test(spans.text)) return refusePayment(spans);
    const payment = match && getPayment(spans, match, 'Cancel a payment');
    return payment && { kind: 'task', task: { is: 'cancel_payment', payment } };
  },
});

const CANCEL_REQUEST =
  /^\s*(?:please |can you |could you )*(?:cancel|stop|end|quit|kill|ditch|axe|pause|get rid of)\b/i;

/** Things other than payments that can be stopped or canceled. */
const NOT_PAYEES =
  /^(?:e-?mails?|texts?|messages?|calls?|chats?|conversations?|disputes?|clock|time|simulation)$/i;

/** Refuses to change a payment that isn't scheduled here, such as a merchant's own charge to a card. */
function refusePayment(spans: MatchedSpans): null {
  const [name, another] = spans.unmatched('name').filter(({ refs, generic }) => {
    const isPayee = refs.some(({ is }) => is === 'merchant' || is === 'category');
    return isPayee && generic === null;
  });
  const words = spans.unmatched('word');
  const [word] = words;
  if (words.some(({ raw }) => NOT_PAYEES.test(raw))) return null;
  const text =
    name?.raw ?? (word && areAdjacent(words) ? spans.text.slice(word.start, words.at(-1)?.end) : null);
  if (text === null || another || (name && word) || words.length > 3) return null;
  for (const item of name ? [name] : words) spans.matchItem(item);
  return spans.refuse(
    'no_such_product',
    `You don't have a scheduled payment for \u201c${text}\u201d. If the merchant charges your card or account, contact the merchant to cancel.`,
    ['Which payments are coming up?', 'What are my subscriptions?'],
  );
}

const SKIP = /^\s*(?:please |can you |could you )*skip\b/i;

/** Matches "Skip the next gym payment". */
export const skipPayment = defineIntent({
  isAction: true,
  matches: (spans) => spans.matches(SKIP) && spans.mentions('payment'),
  unless: 'whatif if howto',
  optional: 'forward next payment bill only once',
  optionalPattern: /^(?:one|once|month|months?)$/,
  slots: { match: slot.name(['payment']), time: slot.time },
  build: (spans, { match }) => {
    const payment = match && getPayment(spans, match, 'Skip a payment');
    return payment && { kind: 'task', task: { is: 'skip_payment', payment } };
  },
});

/** Matches "Change the Netflix payment to 17", "push my power bill to the 30th". */
export const changePayment = defineIntent({
  isAction: true,
  when: 'set raise lower transfer postpone pay',
  unless: 'whatif if howto budget goal limit extra',
  optional: 'payment bill due schedule back next until',
  optionalPattern: /^(?:date|day|amount)$/,
  slots: { match: slot.name(['payment']), time: slot.time, amount: slot.amount },
  build: (spans, { match, time, amount }) => {
    const moved = match && time === null && amount === null ? getPostponed(spans, match) : null;
    if (moved) return moved;
    if (!match && amount && spans.has('set') && spans.matches(/\b(?:bill|payment|subscription)\b/i))
      return refusePayment(spans);
    if (!match || (time === null) === (amount === null)) return null;
    // "Pay the gym on Friday" is a payment, not a change of one.
    if (spans.has('pay') && !spans.has('set raise lower postpone')) return null;
    // "Move 200 to savings" is a transfer, but "move my gym to Friday" changes a payment.
    const isPayment =
      spans.has('payment bill') ||
      /\b(?:bill|payment)\b/i.test(match.item.raw) ||
      (time !== null && !spans.mentions('account'));
    if (spans.has('transfer') && (amount || !isPayment)) return null;
    if (amount && amount.value.alternative !== null) return null;
    const payment = getPayment(spans, match, 'Change a payment');
    const on = time && spans.toPeriod(time.time, 'future').from;
    return (
      payment && {
        kind: 'task',
        task: { is: 'change_payment', payment, amount: amount?.value.amount ?? null, on },
      }
    );
  },
});

/** Matches "by a week" or "for 3 days" as the new date of the next payment. */
function getPostponed(spans: MatchedSpans, match: NameMatch) {
  const [every] = spans.unmatched('frequency');
  const length = spans.matchKind('duration') ?? (every ? LENGTHS[every.frequency] : undefined);
  const isEarlier = spans.matches(/\b(?:early|earlier|sooner)\b/i);
  if (!length || !(isEarlier || spans.has('postpone'))) return null;
  if (isEarlier) {
    spans.match('faster');
    spans.matchWords(/^(?:early|earlier|sooner)$/);
  }
  if (every) spans.matchItem(every);
  const payment = getPayment(spans, match, 'Change a payment');
  const next = spans.customer.scheduledPayments.find(({ id }) => id === payment?.id)?.nextDay;
  if (!payment || !next) return null;
  const day = addUnits(parseDay(next), length.unit, isEarlier ? -length.count : length.count);
  const on = dayText(Math.max(day, spans.today));
  return { kind: 'task', task: { is: 'change_payment', payment, amount: null, on } } as const;
}

function getPayment(spans: MatchedSpans, { item, refs }: NameMatch, understood: string) {
  const payments = refs.filter(({ is }) => is === 'payment');
  const [only, another] = payments;
  if (!only) return null;
  if (another) return spans.ask('task', 'payment', 'Which payment?', understood, payments, item);
  return toNamed(only);
}

/** Matches "Start a goal for a new bike, 800 by June", "set a goal of 5000 for a car". */
export const newGoal = defineIntent({
  isAction: true,
  when: 'goal',
  unless: 'whatif howto delete left cleared',
  // "Add 100 to my emergency fund" is about an existing goal.
  matches: (spans) =>
    !spans.mentions('goal', ({ refs }) => refs.some(({ is, strength }) => is === 'goal' && strength > 1)) &&
    (spans.has('set schedule open make save start add') || spans.matches(/\b(?:new|add|want|need)\b/i)),
  optional: 'set schedule open make save start add have another if spend total buy until',
  slots: { amount: slot.amount, time: slot.time },
  build: (spans, { amount, time }) => {
    if (!amount) return spans.ask('task', 'amount', 'How much do you want to save?', 'A new savings goal');
    const { amount: target, currency, alternative } = amount.value;
    const on = time && spans.toPeriod(time.time, 'future').to;
    if (alternative !== null || (on !== null && on < spans.customer.today)) return null;
    for (const match of spans.unmatched('name')) if (match.generic === 'SAVINGS') spans.matchItem(match);
    const name = matchTitle(spans, /^(?:savings?|new goal|called|named|name)$/i);
    return { kind: 'task', task: { is: 'goal', name: name ?? 'New goal', amount: target, currency, on } };
  },
});

const SAVE_FOR = /\b(?:save|saving|put aside|set aside)\b.*\bfor (?:an? |the |my |our )?\p{L}/iu;

/** Matches "I want to save 2400 for a bike trip by May 31", which names no account and no rhythm. */
export const saveForGoal = defineIntent({
  isAction: true,
  when: 'save',
  unless: 'whatif if howto goal extra more',
  matches: (spans) =>
    spans.matches(SAVE_FOR) && !spans.mentionsBest('goal') && spans.unmatched('frequency').length === 0,
  optional: 'save have will start until',
  slots: { amount: slot.exactAmount, time: slot.time },
  build: (spans, { amount: { amount, currency }, time }) => {
    const on = time && spans.toPeriod(time.time, 'future').to;
    if (on !== null && on < spans.customer.today) return null;
    const name = matchTitle(spans, /^(?:for|called|named)$/i);
    return name ? { kind: 'task', task: { is: 'goal', name, amount, currency, on } } : null;
  },
});

/** Matches the remaining adjacent words as a title, in the customer's wording. */
function matchTitle(spans: MatchedSpans, lead: RegExp): string | null {
  const isLoose = (item: Item) =>
    !spans.isMatched(item) && ['word', 'name', 'quote', 'concept'].includes(item.is) && !lead.test(item.raw);
  for (const item of spans.items) if (lead.test(item.raw)) spans.matchItem(item);
  const items = spans.items.filter(isLoose);
  const [first, last] = [items[0], items.at(-1)];
  if (!first || !last || items.length > 6) return null;
  if (spans.items.slice(first.at, last.at + 1).some(spans.isMatched)) return null;
  for (const item of items) spans.matchItem(item);
  return spans.text.slice(first.start, last.end).replace(/["\u201c\u201d]/g, '');
}

const WAYS = /\b(\d{1,2}|two|three|four|five|six|seven|eight) ways?\b/i;

/** Matches "Split a 96 dollar dinner three ways with Maya and Tom Becker", "request 20 from Maya". */
export const request = defineIntent({
  isAction: true,
  when: 'split request',
  unless: 'whatif if howto category merchant',
  optional: 'split request money bill pay owe someone cost send',
  optionalPattern: /^(?:ways?|half|evenly|equally|tab|check)$/,
  slots: { share: slot.share },
  build: (spans) => {
    const people = spans.matchNames(['contact'], ({ refs }) =>
      getStrongest(refs).some(({ is }) => is === 'contact'),
    );
    if (people.length === 0) return null;
    const ambiguous = people.find(({ refs }) => refs.length > 1);
    const [part] = spans.items.filter((item) => item.is === 'share');
    const isEach = spans.matches(/\b(?:each|every(?:one|body))\b/i);
    const partWays = part?.is === 'share' && isEach ? Math.round(1 / part.share) : undefined;
    const ways = getCount(WAYS.exec(spans.text)?.[1]?.toLowerCase()) ?? partWays;
    const amounts = spans.unmatched('amount').filter(({ value }) => value.isMoney || value.amount !== ways);
    const [amount, another] = amounts;
    for (const item of spans.unmatched('amount')) spans.matchItem(item);
    if (another) return null;
    const note = matchTitle(spans, /^(?:for|with|between)$/i);
    if (ambiguous) return spans.askMeaning('task', 'person', ambiguous);
    if (!amount) return spans.ask('task', 'amount', 'How much?', 'A payment request');
    if (amount.value.alternative !== null) return null;
    const isSplit = spans.has('split');
    const names = people.flatMap(({ refs }) => refs.slice(0, 1).map(toNamed));
    return {
      kind: 'task',
      task: {
        is: 'request',
        people: names,
        amount: cents(amount.value.amount),
        ways: isSplit || partWays ? (ways ?? names.length + 1) : names.length,
        note,
      },
    };
  },
});

const NOT_MINE =
  /\bdouble[- ]?(?:charged?|billed)\b|\b(?:charged|billed)(?: me)? (?:twice|double|two times)\b(?! (?:as|the|what))|\bduplicate (?:charge|payment|transaction)\b|\bdispute\b|\b(?:didn.?t|did not|never|don.?t|do not) (?:make|made|authorize|recognize|recognise|buy|order|do)\b|\bnot mine\b|\bisn.?t mine\b|\bwas(?:n.?t| not) me\b|\bsome(?:one|body) (?:else )?(?:used|charged)\b|\bunauthorized\b/i;

/** Matches "There's a 54.99 charge from Amazon I didn't make", "dispute the Netflix charge". */
export const dispute = defineIntent({
  unless: 'howto whatif if',
  matches: (spans) => spans.matches(NOT_MINE),
  optional:
    'someone used utilization no charge transaction purchase payment not buy make have last largest find first never refund complaint dispute who',
  optionalPattern:
    /^(?:double|twice|duplicate|billed|dispute|authorize|recognize|recognise|order|mine|did|want|unknown|wrong|fraud|see|from|someone|somebody|else|unauthorized)$/,
  build: (spans) => {
    const filter = matchFilter(spans, 'past', null);
    const free = matchFreeWords(spans);
    if (free && filter.merchant === null) filter.merchant = free.text;
    const isAbout = filter.merchant !== null || filter.bounds !== null || filter.period !== null;
    return isAbout ? { kind: 'task', task: { is: 'dispute', filter } } : null;
  },
});

/** Matches "Autopay the full balance on Reef", "pay Tide automatically". The card's page sets up autopay. */
export const autopay = defineIntent({
  isAction: true,
  unless: 'howto whatif explain',
  matches: (spans) =>
    (!spans.has('no') || spans.matches(/\b(?:stop|cancel|turn off|disable|end)\b/i)) &&
    spans.matches(/\bauto-?pay\b|\bautomatic payments?\b|\bpay\b.*\bautomatically\b/i) &&
    (spans.mentions('card') || !spans.items.some(({ is }) => is === 'name')),
  build: (spans) => {
    const { cards } = spans.customer;
    if (!spans.mentions('card')) {
      const [only, another] = cards;
      if (!only) return null;
      spans.matchAll();
      if (another) return spans.ask('task', 'card', 'Which card?', 'Autopay', cards, 'for *');
      return { kind: 'task', task: { is: 'autopay', cards: [toNamed(only)] } };
    }
    const [match] = spans.matchNames(['card']);
    const [card, another] = match?.refs ?? [];
    // "Pay rent automatically with Tide" is about the rent, not about the card's own payment.
    if (!match || !card || spans.unmatched('name').length > 0) return null;
    spans.matchAll();
    if (another) return spans.ask('task', 'card', 'Which card?', 'Autopay', match);
    return { kind: 'task', task: { is: 'autopay', cards: [toNamed(card)] } };
  },
});

/** Matches "Save a checkpoint called before holidays". */
export const checkpoint = defineIntent({
  isAction: true,
  matches: (spans) =>
    spans.matches(/\b(?:checkpoint|snapshot)\b/i) &&
    spans.matches(/\b(?:save|create|make|add|set|new|take)\b/i),
  unless: 'howto whatif delete',
  build: (spans) => {
    const [, name] = /\b(?:called|named|name it|as)\s+(.+?)[\s.!?]*$/i.exec(spans.text) ?? [];
    spans.matchAll();
    return { kind: 'task', task: { is: 'checkpoint', name: name?.replace(/["\u201c\u201d]/g, '') ?? null } };
  },
});

/** The lengths of "a week" and "a month", which parse as frequencies. */
const LENGTHS: Readonly<Record<string, { unit: Unit; count: number }>> = {
  DAILY: { unit: 'day', count: 1 },
  WEEKLY: { unit: 'week', count: 1 },
  MONTHLY: { unit: 'month', count: 1 },
  ANNUALLY: { unit: 'year', count: 1 },
};

/** Matches "Go back to November 1", "rewind two weeks". */
export const rewind = defineIntent({
  isAction: true,
  unless: 'howto whatif if undo spend',
  matches: (spans) =>
    spans.matches(
      /^\s*(?:please )?(?:load|restore|return to|open|go back to) (?:my |the )?(?:last |latest |previous )?(?:checkpoint|snapshot|save)\b|^\s*(?:please |ok |okay |and |then |now |go )*back to (?:today|the present|now)\b|^\s*(?:please )?(?:(?:go|take me|turn|travel|move|set|jump) (?:the clock |time |it )?back|rewind)\b(?! to me)/i,
    ),
  optional: 'transfer set forward last open yes',
  optionalPattern:
    /^(?:ok|load|restore|return|snapshot|then|go|back|rewind|clock|turn|travel|time|take|me|jump|checkpoint)$/,
  slots: { time: slot.time, length: slot.duration, every: slot.frequency },
  build: (spans, { time, length, every }) => {
    const back = length ?? (every ? LENGTHS[every.frequency] : undefined);
    // "Back to today" after a fast-forward names the checkpoint, not the simulated date.
    const isPresent = spans.matches(/\bback to (?:today|the present|now)\b/i);
    const from = time && !isPresent ? spans.toPeriod(time.time, 'past').from : null;
    const on = from ?? (back ? dayText(addUnits(spans.today, back.unit, -back.count)) : null);
    return { kind: 'task', task: { is: 'rewind', on } };
  },
});

/** "If" with "is" asks about now: "Tell me if food is over budget". */
const REMINDER_REQUEST =
  /\bremind me\b|\breminders?\b|(?<!^\s*(?:did|do|does|has|have)\b.*)\b(?:nudge|ping|poke|alert|notify|warn|text) me\b|\b(?:tell me|let me know) (?:(?:when|if) .*\b(?:drops?|falls?|goes|gets|dips?)|when .*\bis) (?:below|under|less than|low|above|over)\b/i;

/** Matches "Remind me to cancel Netflix on the 28th". The bank has no reminders. */
export const reminder = defineIntent({
  matches: (spans) => spans.matches(REMINDER_REQUEST) && !spans.has('howto'),
  build: (spans) => {
    spans.matchAll();
    return { kind: 'task', task: { is: 'reminder' } };
  },
});
