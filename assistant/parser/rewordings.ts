import { getDay } from '../../engine/calendar/calendar.ts';
import { unitAround } from '../../engine/calendar/periods.ts';
import type { Intent } from '../intent.ts';
import { findTopic } from '../topics.ts';
import { getPeriod } from './days.ts';
import { NO_FILTER } from './filter.ts';
import { isQuestion, matchIntents, matchText, readBySimilarity } from './match-intents.ts';
import { getStrongest } from './matched-spans.ts';
import { findPayment } from './names.ts';
import { getItems, type Item, type NameItem, type ParsedMessage, parseMessage } from './parsed-message.ts';
import { cleanText } from './text.ts';
import { readTopicValues } from './topic-values.ts';

/**
 * A way to ask a known question in everyday words. `toQuestion` returns the question with the values of the message, as
 * text or as an intent. It returns null if the message asks something else.
 */
type Rewording = {
  says: RegExp;
  unless?: RegExp;
  toQuestion: (message: ParsedMessage) => string | Intent | null;
};

/** Returns the only item of a kind; null if there are several or none. */
function getOnly<Kind extends Item['is']>(message: ParsedMessage, kind: Kind) {
  const [only, another] = getItems(message, kind);
  return only && !another ? only : null;
}

const refersTo = ({ refs }: NameItem, kinds: readonly string[]) =>
  getStrongest(refs).some(({ is }) => kinds.includes(is));

/** Returns true if a message has no amount, percentage, duration, share, or frequency other than "every month". */
const hasNoFigure = ({ items }: ParsedMessage) =>
  !items.some(
    (item) =>
      ['amount', 'percent', 'duration', 'share'].includes(item.is) ||
      (item.is === 'frequency' && item.frequency !== 'MONTHLY'),
  );

/** Returns the stated time with its words, or the given one. */
const getTime = (message: ParsedMessage, otherwise: string) => {
  const time = getOnly(message, 'time');
  return time ? message.text.slice(time.start, time.end) : otherwise;
};

/** Statements that a price rises or falls, and questions about the consequence. */
const RISES =
  /\b(?:go(?:es|ing)?|went|gone) up\b|\b(?:rais|increas|hik|bump)(?:e[sd]?|ing)\b|\brises?\b|\bmore (?:for|in) (?:rent|the)\b/i;
const FALLS = /\b(?:go(?:es|ing)?|went|gone) down\b|\b(?:lower|reduc|drop|cut)(?:e[sd]?|s|ped|ping|ing)?\b/i;
const ASKS_CONSEQUENCE =
  /\b(?:what (?:would|will|does|happens|if)|how (?:would|will|bad|much would)|can (?:i|we) (?:\w+ )?(?:handle|afford|manage|take|cope|swing|pay)|could (?:i|we)|would (?:i|we|that|it)|will (?:i|we) (?:be|still|manage)|am i (?:ok|okay|screwed|fine))\b/i;

/** Two categories or merchants whose spending a message compares. */
const COMPARES_TWO =
  /\b(?:spen[dt]|spending|pay|paid|paying)\b.*?\b(?:more|less) (?:money )?(?:on|at|for) (?:the |my )?(\p{L}[\p{L}&' ]*?) than (?:i (?:do|did|spend|spent) )?(?:on |at |for )?(?:the |my )?(\p{L}[\p{L}&' ]*?)(?= (?:this|in|lol|is that|or)\b|[\s?.!,]*$)/iu;

const REWORDINGS: readonly Rewording[] = [
  {
    // A price that changes: "My rent might go up 200 when I renew. What would that do to me"
    says: ASKS_CONSEQUENCE,
    unless: /\bto \$?\d|^\s*(?:what if|if|suppose)\b/i,
    toQuestion: (message) => {
      const isRise = RISES.test(message.text);
      if (!isRise && !FALLS.test(message.text)) return null;
      const names = getItems(message, 'name').map(({ refs }) => findPayment(message.customer, refs));
      const [payment, another] = [...new Set(names.filter((found) => found !== null))];
      const amount = getOnly(message, 'amount') ?? getOnly(message, 'percent');
      return payment && !another && amount
        ? `what if ${payment.name} goes ${isRise ? 'up' : 'down'} by ${amount.raw} ${getTime(message, '')}`
        : null;
    },
  },
  {
    // Unusual spending, or a bill: "Why was September so expensive", "why is my power bill so high"
    says: /\bwhy\b|\bhow come\b/i,
    unless:
      /\b(?:interest|apr|rate|score|balance|fee|fees|declined|minimum|less|low|little|cheap|tax|spend|spent)\b/i,
    toQuestion: (message) => {
      const { text } = message;
      if (!/\b(?:expensive|pric(?:e)?y|costly|high|big|bad|steep|crazy|insane|much|large|huge)\b/i.test(text))
        return null;
      const name = getOnly(message, 'name');
      if (getItems(message, 'name').length > 1 || !hasNoFigure(message)) return null;
      const payment = name && findPayment(message.customer, name.refs);
      if (name && !payment && !refersTo(name, ['category', 'merchant'])) return null;
      const isBill = payment?.payee && (/\bbill\b/i.test(text) || !refersTo(name as NameItem, ['category']));
      if (isBill) {
        const { values } = readTopicValues(message, findTopic('bill-history'));
        const payments = [{ id: payment.id, name: payment.name }];
        const merchants = [payment.payee ?? payment.name];
        return {
          kind: 'topic',
          topic: 'bill-history',
          values: { ...values, payments, merchants, periods: [] },
          assumed: [],
        };
      }
      // Without a name, a bill or a card is meant, not all spending.
      if (!name && (!getOnly(message, 'time') || /\b(?:bill|card|account|payment)\b/i.test(text)))
        return null;
      const about = name
        ? ` ${refersTo(name, ['category']) ? 'on' : 'at'} ${getStrongest(name.refs).length === 1 ? getStrongest(name.refs)[0]?.name : name.raw}`
        : '';
      return `did i spend more${about} than usual ${getTime(message, 'this month')}`;
    },
  },
  {
    // The months that savings can pay for: "How long could I last if I got laid off"
    says: /\bhow (?:long|many (?:weeks|months|years)|far)\b.*\b(?:last|survive|make it|get by|hold out|manage|cope|go without|keep going|live (?:on|off|without)|stretch)\b/i,
    unless: /\b(?:spend|spent|until payday|next pay|loan|card|mortgage|budget)\b/i,
    toQuestion: (message) =>
      hasNoFigure(message) && !getOnly(message, 'time') ? 'how long would my savings last' : null,
  },
  {
    // Ways to cut back: "How can I save more", "I'm always short at the end of the month"
    says: /\bhow (?:can|do|could|should|would|to)\b.*\b(?:save|put|set) (?:\w+ )?(?:more|some|any|money|aside|away)\b|\b(?:want|need|like|trying|try) to (?:save|put aside|put away) (?:some |any |up )?(?:more|money)\b(?! for\b)|\bways to (?:save|cut|spend less)\b|\b(?:always|constantly|keep|keeps|every month)\b.*\b(?:short|broke|running out|run out|out of money|nothing left)\b|\b(?:never|nothing|not) (?:have |seem to have |got )?(?:anything |any money |money |much )?left\b.*\b(?:month|over|save|away|aside)\b|\bwhere (?:can|could|should|do) i (?:start )?(?:sav(?:e|ing)|trim|economi[sz]e|tighten)\b/i,
    unless:
      /\b(?:goal|for (?:a|an|my|the|our)\b|checkpoint|file|household|interest|tax(?:es)?|auto(?:matically)?|paycheck|what if|did i|retirement)\b/i,
    toQuestion: (message) =>
      hasNoFigure(message) && getItems(message, 'name').length < 2 ? 'where can i cut back' : null,
  },
  {
    // Subscriptions: "What subscriptions should I cancel", "which of my subscriptions are worth keeping"
    says: /\bsubscriptions?\b|\bmemberships?\b/i,
    toQuestion: ({ text }) =>
      /\b(?:should|could|can) (?:i|we)\b.*\b(?:cancel|drop|cut|ditch|get rid|stop|kill|lose|axe)\b|\b(?:worth|need to|not worth) (?:\w+ )?(?:cancel\w*|dropp?\w*|keep\w*|cutt?\w*|ditch\w*|it|having|paying)\b|\b(?:dont|don'?t|do not) (?:really )?need\b/i.test(
        text,
      ) && /\b(?:what|which|any|are there|do i have)\b/i.test(text)
        ? 'list my subscriptions'
        : null,
  },
  {
    // The year in review: "How was my 2025", "give me a recap of last year"
    says: /\bhow (?:was|did|has|is)\b.*\b(?:20\d\d|(?:last|this|my|the|past) year)\b|\b(?:recap|summary|summari[sz]e|wrap(?:ped)?(?:[- ]up)?|review|sum up|look(?:ing)? back|highlights)\b.*\b(?:20\d\d|year)\b|\b(?:20\d\d|year(?:'s)?) (?:recap|summary|wrapped|wrap[- ]?up|in review|review|highlights)\b/i,
    unless:
      /\b(?:much|many|long|often|tax(?:es)?|cards?|account|fund|spend(?:ing)?|spent|income|earn|budget|score|goals?|savings?|balance|invest\w*|compare|change[sd]?)\b/i,
    toQuestion: (message) => {
      if (getItems(message, 'name').some((item) => !/year|20\d\d/i.test(item.raw))) return null;
      const [, stated] = /\b(20\d\d)\b/.exec(message.text) ?? [];
      const current = Number(message.customer.today.slice(0, 4));
      const year = stated ?? (/\bthis year\b/i.test(message.text) ? current : null);
      const reviewed = year === null && /\b(?:last|past) year\b/i.test(message.text) ? current - 1 : year;
      const { values } = readTopicValues(message, findTopic('year-review'));
      const period =
        reviewed === null
          ? []
          : [getPeriod(unitAround(getDay(Number(reviewed), 1, 1), 'year'), message.today)];
      return {
        kind: 'topic',
        topic: 'year-review',
        values: { ...values, amounts: [], periods: period },
        assumed: [],
      };
    },
  },
  {
    // The odds of a loan: "Can I afford a 30k loan", "could we manage a car loan of 15,000"
    says: /\b(?:afford|manage|handle|swing)\b.*\b(?:loan|financing)\b/i,
    unless: /\b(?:pay ?off|my (?:car )?loan|extra|payments?|refinanc\w*|score|what if|if i)\b/i,
    toQuestion: (message) => {
      const amount = getOnly(message, 'amount');
      const isOther = message.items.some(({ is }) => ['percent', 'frequency', 'duration'].includes(is));
      return amount && !isOther ? `would i get a loan of ${amount.raw}` : null;
    },
  },
  {
    // Income minus spending: "Have I made more than I spent this year", "do I spend less than I earn"
    says: /\b(?:made|make|earn(?:ed|s)?|brought in|bring in|take in|took in|got|get)\b.{0,12}\b(?:more|less) than (?:i|we|what i) (?:spen[dt]|paid|pay|used?)\b|\b(?:spen[dt]|spending|pay|paid)\b.{0,12}\b(?:more|less) than (?:i|we|what i) (?:\w+ )?(?:made|make|earn(?:ed)?|brought|bring|take in|took in|get|got)\b/i,
    unless: /\b(?:which|months?|when|why|on average|average|if|what if|how often|per)\b/i,
    toQuestion: (message) =>
      hasNoFigure(message) && getItems(message, 'name').length === 0
        ? `what is my income minus spending ${getTime(message, 'this month')}`
        : null,
  },
  {
    // The principal in payments: "How much of my last mortgage payment was interest"
    says: /\b(?:how much|what (?:part|share)|which part) of (?:my|the|that|our) (?:last|latest|most recent|previous)\b.*\bpayments?\b.*\b(?:was|were|went (?:to|toward|towards|on)|is|goes to)\b.*\b(?:interest|principal)\b/i,
    unless: /\b(?:next|upcoming|card)\b/i,
    toQuestion: (message) => {
      const name = getOnly(message, 'name');
      const [ref, another] = name ? name.refs.filter(({ is }) => is === 'loan' || is === 'mortgage') : [];
      return ref && !another ? `how much principal did i pay on ${ref.name}` : null;
    },
  },
  {
    // A higher credit limit: "Can you up my limit on Tide to 10k", "I need a higher credit limit"
    says: /\b(?:up|raise|increase|bump(?: up)?|lift|double|extend|higher|bigger|more)\b.{0,24}\b(?:credit )?limit\b/i,
    unless:
      /\b(?:how much|what|why|did|was|is|score|spending|daily|withdrawal|atm|alert|budget|over|would|near|close)\b/i,
    toQuestion: () => ({ kind: 'fact', fact: 'credit-limit', assumed: [] }),
  },
  {
    // The search of transactions: "Where do I see my transactions"
    says: /^\s*(?:so |and |hey |hi )*where (?:do|can|could|would|should) (?:i|we) (?:see|find|view|look at|check|get to)\b.*\b(?:transactions?|activity|purchases|what (?:i|we) (?:bought|spent|paid))\b/i,
    unless: /\b(?:pending|dispute|statement|category|most|spend more)\b/i,
    toQuestion: ({ items }) =>
      items.some(({ is }) => is === 'name' || is === 'amount')
        ? null
        : { kind: 'fact', fact: 'search-transactions', assumed: [] },
  },
  {
    // Spending on two things: "Do I spend more on entertainment than on food"
    says: COMPARES_TWO,
    unless: /\b(?:usual|normal|average|last|before|i (?:earn|make|made|should|used))\b/i,
    toQuestion: (message) => {
      const { text, customer } = message;
      const [, first = '', second = ''] = COMPARES_TWO.exec(text) ?? [];
      const time = getTime(message, '');
      const intents = [first, second].map((name) =>
        matchText(`how much did i spend on ${name} ${time}`, customer),
      );
      if (!hasNoFigure(message) || !intents.every((intent) => intent?.kind === 'flow')) return null;
      return { kind: 'several', questions: intents, assumed: [] } as Intent;
    },
  },
  {
    // The savings rate: "What part of my pay do I save"
    says: /\b(?:what|which|how much) (?:part|share|percent(?:age)?|fraction|portion|%|of)?(?: of)? ?(?:my |the )?(?:pay|income|salary|paychecks?|earnings|money i (?:earn|make))\b.*\b(?:i|we) (?:\w+ )?(?:save[ds]?|keep|kept|put (?:away|aside))\b/i,
    unless: /\b(?:should|need to|have to|must|can|could|goal|if)\b/i,
    toQuestion: (message) =>
      hasNoFigure(message) ? `what is my savings rate ${getTime(message, '')}` : null,
  },
  {
    // Declined payments: "My card got declined at the store, why", "why did they reject my payment"
    says: /\b(?:card|payment|purchase|charge|it)\b.*\b(?:declin\w+|reject\w*|refused?|bounced)\b|\b(?:declin\w+|reject\w*|refused?|bounced)\b.*\b(?:card|payment|purchase)\b/i,
    unless:
      /\b(?:would|will|could|if|application|applied|loan|mortgage|what happens|fee|check|interest|order|offer|dispute)\b/i,
    toQuestion: (message) =>
      /\bwhy\b|\bhow come\b|\bwhat(?:'s| is| was)? (?:happened|wrong|going on|the (?:reason|problem|deal))\b|\b(?:got|was|just|keeps?|been|getting) (?:\w+ )?(?:declin|reject|refus|bounc)/i.test(
        message.text,
      ) && hasNoFigure(message)
        ? { kind: 'why', what: 'decline', amount: null, place: null, filter: NO_FILTER, assumed: [] }
        : null,
  },
  {
    // The number of purchases on a card: "How many times did I use the Tide card in November"
    says: /\bhow (?:many times|often)\b.*\b(?:us(?:e|ed|ing)|swip(?:e|ed)|tapp?(?:ed)?|pa(?:y|id) with|charge[d]?)\b/i,
    toQuestion: (message) => {
      const card = getOnly(message, 'name');
      const [ref, another] = card ? getStrongest(card.refs) : [];
      return ref?.is === 'card' && !another
        ? `how many purchases on ${ref.name} ${getTime(message, 'this month')}`
        : null;
    },
  },
  {
    // The last payment or transfer: "Did my car payment go through ok", "has the mortgage cleared this month"
    says: /^(?:.*\b(?:check(?:ing)?|wonder(?:ing)?|see|know|sure|confirm)\b.{0,12}\b)?(?:did|has|have|was|is|that|if|whether)\b.*\b(?:go(?:ne|es)? (?:through|out)|went (?:through|out)|clear(?:ed)?|post(?:ed)?|process(?:ed)?|been paid|get paid|got paid|paid|come out|came out|hit|made it|arrive[d]?)\b/i,
    unless:
      /\b(?:how (?:much|many|often|long)|why|when will|will|would|if i|what if|off|paycheck|deposit|refund|pre-?pay|extra|early|late|minimum)\b/i,
    toQuestion: (message) => {
      const name = getOnly(message, 'name');
      const isDebt = name && refersTo(name, ['loan', 'mortgage']);
      const kinds = isDebt ? ['loan', 'mortgage'] : ['account'];
      const [ref, another] = name ? getStrongest(name.refs.filter(({ is }) => kinds.includes(is))) : [];
      if (!ref || another || !hasNoFigure(message)) return null;
      const time = getTime(message, '');
      if (ref.is === 'loan' || ref.is === 'mortgage') return `when was my last ${ref.name} payment ${time}`;
      return ref.is === 'account' && /\btransfers?\b/i.test(message.text)
        ? `how much did i transfer to ${ref.name} ${time || 'this month'}`
        : null;
    },
  },
];

/** Returns the question that a message asks in everyday words; null if no rewording matches. */
export function readReworded(message: ParsedMessage): Intent | null {
  const { text, customer } = message;
  for (const { says, unless, toQuestion } of REWORDINGS) {
    if (!says.test(text) || unless?.test(text)) continue;
    const question = toQuestion(message);
    if (question === null) continue;
    if (typeof question !== 'string') return question;
    const reworded = parseMessage(cleanText(question.trim()), customer);
    const intent = matchIntents(reworded) ?? readBySimilarity(reworded);
    if (intent && isQuestion(intent)) return intent;
  }
  return null;
}
