import { formatTextDate } from '../../engine/calendar/format-date.ts';
import type { CustomerContext, Intent, Missing, Turn } from '../intent.ts';
import { isRequest, readWithoutAsides } from '../intents/approximate.ts';
import { readAsComplaint } from '../intents/complaints.ts';
import { matchEmergency, matchFraud } from '../intents/emergencies.ts';
import { followUp, getLastUnderstood, type Understood } from '../intents/follow-up/follow-up.ts';
import { isAction } from '../intents/follow-up/follow-up-handlers.ts';
import { getFrame } from '../intents/follow-up/frame.ts';
import { applyOperation } from '../intents/follow-up/operations.ts';
import { getRefusal, refuseLength } from '../intents/refusals.ts';
import { getReply } from '../intents/replies.ts';
import { refuseUnknown } from '../intents/unknown.ts';
import { FREEZES_IT, matchAntecedent, matchUnnamedWhatIf, matchWithName } from './antecedents.ts';
import {
  getBareChange,
  getExclusion,
  isOnlyChange,
  readAsCorrection,
  readAsMerchant,
} from './corrections.ts';
import {
  matchBareValues,
  matchImpliedBudget,
  matchImpliedTransfer,
  readAboutTaxes,
  readAsAffordedMove,
  readAsDescribedPurchase,
  readAsPurchase,
} from './implied-requests.ts';
import { isChange, isQuestion, matchIntent, matchIntents, readBySimilarity } from './match-intents.ts';
import { toRefusal } from './matched-spans.ts';
import {
  readAsCovered,
  readAsLeftAfter,
  readAsMissedPay,
  readAsPartialTotal,
  readAsSavingsAgainstDebt,
  readAsThenAndNow,
  repeatCheck,
} from './money-checks.ts';
import { type ParsedMessage, parseMessage } from './parsed-message.ts';
import { readReworded } from './rewordings.ts';
import { getQuestions, readAsTermQuestion } from './statements.ts';
import { cleanText, trimEnd } from './text.ts';

/** Returns the intent of a message. The result depends only on the text, the data, and the previous turns. */
export const understand = (text: string, customer: CustomerContext, before: readonly Turn[]): Intent =>
  noteOpenFastForward(
    read(text, customer, before, (message) => readApproximately(message, before)),
    before,
    customer,
  );

/** Explanations and calculations, which are the same on every day. */
const TIMELESS = new Set<Intent['kind']>([
  ...(['fact', 'help', 'explain', 'calculate', 'date', 'capabilities', 'how_computed'] as const),
  ...(['contacts', 'exchange'] as const),
]);

/** Notes in an answer that the last fast-forward isn't confirmed, so its figures are as of today. */
function noteOpenFastForward(intent: Intent, before: readonly Turn[], customer: CustomerContext): Intent {
  const open = before.findLast(({ meaning }) => meaning.kind !== 'social')?.meaning;
  if (open?.kind !== 'fast_forward' || open.to <= customer.today) return intent;
  const to = formatTextDate(open.to, customer.today);
  if (intent.kind === 'happened')
    return toRefusal(
      'nothing_open',
      `Nothing has changed yet, because you haven't confirmed the fast-forward to ${to}. Confirm it first, and then ask again.`,
      ['What happened this month?', 'Which payments are coming up?'],
    );
  const note = {
    slot: 'clock',
    text: `as of ${formatTextDate(customer.today, customer.today)}, because you haven\u2019t confirmed the fast-forward to ${to}`,
  };
  if (intent.kind === 'several') {
    const [first, ...others] = intent.questions;
    return first
      ? ({ ...intent, questions: [{ ...first, assumed: [...first.assumed, note] }, ...others] } as Intent)
      : intent;
  }
  return isQuestion(intent) && !TIMELESS.has(intent.kind) && 'assumed' in intent
    ? ({ ...intent, assumed: [...intent.assumed, note] } as Intent)
    : intent;
}

/**
 * Reads a message. The order of the readers decides between several readings: replies, refusals, and emergencies come
 * before questions, and several questions before one. A known question in other words comes before the answer to an
 * open question. Only then is the message matched word by word. If it starts like a follow-up, it is first read as
 * one, otherwise first on its own. If nothing matches, `readOtherwise` decides.
 */
function read(
  text: string,
  customer: CustomerContext,
  before: readonly Turn[],
  readOtherwise: (message: ParsedMessage) => Intent,
): Intent {
  const tooLong = refuseLength(text);
  if (tooLong) return tooLong;
  const message = parseMessage(
    cleanText(
      text,
      customer.contacts.map(({ name }) => name),
    ),
    customer,
  );
  const offered = readOffered(message.text, before);
  if (offered !== null) return read(offered, customer, [], readOtherwise);
  const reply =
    getReply(message, before) ??
    refuse(message, before) ??
    matchEmergency(message, before) ??
    readAsComplaint(message) ??
    readAsTermQuestion(message);
  if (reply) return reply;
  const several =
    readAsThenAndNow(message) ??
    understandSeveral(message.text, customer, before) ??
    understandPair(message.text, customer, before);
  if (several) return several;
  const known =
    readAboutTaxes(message, before) ??
    readAsPayOrder(message, before) ??
    repeatCheck(message, before) ??
    readInOtherWords(message);
  if (known) return known;
  const last = before.at(-1)?.meaning;
  // "To who?" repeats the open question.
  if (last?.kind === 'missing' && ASKS_BACK.test(message.text)) return last;
  // "Whatever is safe" asks what is safe before the amount is stated.
  if (last?.kind === 'missing' && last.slot === 'amount' && ASKS_SAFE.test(message.text))
    return { kind: 'safe_to_spend', assumed: [] };
  const completed = last?.kind === 'missing' && !isWhole(message) && complete(message.text, last, customer);
  if (completed) return completed;
  const frame = last?.kind === 'missing' ? null : getFrame(before, customer);
  const operated = frame && matchIntent((spans) => applyOperation(spans, frame), message);
  if (operated) return operated;
  const understood = getLastUnderstood(before, message.text);
  if (!understood)
    return (
      matchIntents(message) ??
      matchImpliedTransfer(message, customer) ??
      matchImpliedBudget(message) ??
      matchBareValues(message) ??
      readOtherwise(message)
    );
  const matchAlone = () => matchIntents(message);
  const matchFollowUp = (changed = message) => matchIntent((spans) => followUp(spans, understood), changed);
  const matchBare = () => {
    const bare = getBareChange(message.text);
    return bare === null ? null : matchFollowUp(parseMessage(cleanText(bare), customer));
  };
  const matchExcluded = () => {
    const excluded =
      understood.kind === 'flow' || understood.kind === 'rows' ? getExclusion(message.text) : null;
    return excluded === null ? null : matchFollowUp(parseMessage(cleanText(excluded), customer));
  };
  const addName = () => matchWithName(message.text, understood, customer);
  const replacePronoun = () => frame && matchAntecedent(message, frame);
  const isFollowUp =
    FOLLOW_UP.test(message.text) ||
    (PRONOUN.test(message.text) && HAVE_NAMES.has(understood.kind)) ||
    (isAction(understood.kind) && isOnlyChange(message));
  // "Freeze it" always means the card of the last answer. Other pronouns are replaced late, because a follow-up with a
  // pronoun can have a rule of its own.
  const attempts: readonly (() => Intent | null)[] = [
    ...(FREEZES_IT.test(message.text) ? [replacePronoun] : []),
    () => frame && matchUnnamedWhatIf(message, frame),
    matchExcluded,
    () => readAsMerchant(message, understood, before),
    ...(isFollowUp
      ? [matchFollowUp, matchBare, addName, matchAlone]
      : [matchAlone, matchFollowUp, matchBare, addName, () => matchImpliedTransfer(message, customer)]),
    () => readAsCorrection(message, understood, before),
    replacePronoun,
    () => matchBareValues(message),
    () => matchImpliedBudget(message),
  ];
  for (const attempt of attempts) {
    const intent = attempt();
    if (intent) return intent;
  }
  return readOtherwise(message);
}

/** Returns the only action that the last answer offered next, for "do it"; null for other messages and answers. */
function readOffered(text: string, before: readonly Turn[]): string | null {
  const last = before.at(-1)?.meaning;
  if (last?.kind !== 'several' || !last.questions.every((part) => isQuestion(part as Intent))) return null;
  const [only, another] = last.later ?? [];
  return only !== undefined && another === undefined && ACCEPTS.test(text) ? only : null;
}

const ACCEPTS =
  /^\s*(?:(?:yes|yeah|yep|ok|okay|sure|please|then|now|great|so)[\s,]+)*(?:do (?:it|that)|go ahead|yes|yeah|sure)(?:[\s,]+(?:please|then|now))*[\s.!]*$/i;

/** Returns the refusal of a message. "Is it smart to book a flight for 700" isn't refused, because it can be calculated. */
function refuse(message: ParsedMessage, before: readonly Turn[]): Intent | null {
  const refusal = getRefusal(message);
  if (refusal?.reason === 'advice')
    return (
      readAsPurchase(message) ?? readInOtherWords(message) ?? readWithoutAdvice(message, before) ?? refusal
    );
  return refusal?.reason === 'investment_advice'
    ? (readAsPartialTotal(message) ?? readWithoutAdvice(message, before) ?? refusal)
    : refusal;
}

/**
 * Reads the question of a message that also asks for advice: "what plan am I on, is it worth paying for". The facts can
 * be answered.
 */
function readWithoutAdvice({ text, customer }: ParsedMessage, before: readonly Turn[]): Intent | null {
  const clauses = text.split(
    /\s*[,;?.]\s+(?:and |but |so )?|\s+(?:and|but)\s+(?=(?:should|is|do|would|what)\b)/i,
  );
  const rest = clauses.filter(
    (clause) => clause !== '' && getRefusal(parseMessage(cleanText(clause), customer)) === null,
  );
  if (rest.length === 0 || rest.length === clauses.length) return null;
  const [question, another] = rest.filter((clause) => STARTS_QUESTION.test(clause));
  const intent = question && !another ? toUnderstood(read(question, customer, before, refuseUnknown)) : null;
  return intent && isQuestion(intent) ? intent : null;
}

/** Reads a message that asks a known question in everyday words, or compares money with what it has to cover. */
const readInOtherWords = (message: ParsedMessage): Intent | null =>
  readAsAffordedMove(message) ??
  readAsPartialTotal(message) ??
  readAsSavingsAgainstDebt(message) ??
  readAsMissedPay(message) ??
  readAsCovered(message) ??
  readAsLeftAfter(message) ??
  readReworded(message);

/** Reads "do I get paid before rent is due" as the questions for both days. */
function readAsPayOrder({ text, customer }: ParsedMessage, before: readonly Turn[]): Intent | null {
  const [, bill] =
    /^\s*(?:(?:so|and|hey|ok) )*(?:(?:do|will|am) i (?:get |be |getting )*paid|(?:does|will|is) my (?:pay|paycheck|salary) (?:\w+ )?(?:come|arrive|land|hit|coming|here|there)(?: in)?) (?:before|by the time) (?:the |my )?(.+?) (?:is |are |comes? |falls? )?due\b[\s?.!]*$/i.exec(
      text,
    ) ?? [];
  if (!bill) return null;
  const questions = ['when do i get paid next', `when is ${bill} due`].map((question) =>
    read(question, customer, before, refuseUnknown),
  );
  return questions.every(isQuestion) ? ({ kind: 'several', questions, assumed: [] } as Intent) : null;
}

/**
 * Reads a message that no intent matches word by word: in parts, without asides or words that add nothing, or as the
 * most similar known question. An action is never the result of a similarity, because it must be stated exactly.
 */
function readApproximately(message: ParsedMessage, before: readonly Turn[]): Intent {
  const { text, customer } = message;
  const purchase = readAsDescribedPurchase(message);
  if (purchase) return purchase;
  const questions = getQuestions(message);
  if (questions) {
    const intent =
      toUnderstood(read(questions, customer, before, refuseUnknown)) ??
      readParts(questions, customer, before);
    if (intent) return intent;
  }
  const clear =
    readWithoutAsides(text, (part) => toUnderstood(read(part, customer, before, refuseUnknown))) ??
    (asksTwice(text) ? readParts(text, customer, before) : null);
  if (clear) return clear;
  const similar = readBySimilarity(message);
  return (
    toUnderstood(similar ?? refuseUnknown(message)) ??
    matchFraud(message) ??
    readOnlyQuestion(text, customer, before) ??
    readParts(text, customer, before) ??
    preferStatedRefusal(similar, message)
  );
}

/**
 * Reads the only question of a message among statements: "going out tonight, how much can I spend". A statement with an
 * amount or a name can change the question, so such a message isn't read this way.
 */
function readOnlyQuestion(text: string, customer: CustomerContext, before: readonly Turn[]): Intent | null {
  const clauses = text.split(/\s*(?:,(?!\d)|;|\.(?=\s)|[?!](?=\s))\s*/).filter((clause) => clause !== '');
  const [question, another] = clauses.filter((clause) => STARTS_QUESTION.test(clause));
  if (!question || another || clauses.length < 2) return null;
  const isStatement = (clause: string) =>
    !/\b(?:if|but|except|not|without|only)\b/i.test(clause) &&
    parseMessage(cleanText(clause), customer).items.every(
      (item) =>
        ['stop', 'preposition', 'word', 'concept', 'time'].includes(item.is) ||
        (item.is === 'name' && item.refs.every(({ is }) => is === 'category')),
    );
  if (!clauses.every((clause) => clause === question || isStatement(clause))) return null;
  const intent = toUnderstood(read(question, customer, before, refuseUnknown));
  return intent && isQuestion(intent) ? intent : null;
}

const STARTS_QUESTION =
  /^\s*(?:(?:so|and|hey|hi|ok|well|just) )*(?:how|what|whats|what's|when|which|where|who|why|is|are|am|do|does|did|can|could|will|would|should|has|have)\b/i;

/** Returns true for "and what are they worth", which the answer to the previous question already contains. */
const isAboutLast = (part: string, meaning: { kind: string }, last: { kind: string } | undefined) =>
  last !== undefined && last.kind !== meaning.kind && /\b(?:it|they|them|those|these)\b/i.test(part);

const QUESTION_WORDS =
  /\b(?:how (?:much|many|long|often)|when(?:s|'s)?|what(?:s|'s)?|which|where(?:s|'s)?|who|why|is my|are my|am i|did i)\b/gi;

/** Returns true if a message seems to contain several questions. */
const asksTwice = (text: string) => (text.match(QUESTION_WORDS) ?? []).length > 1 || /\?.*\w/.test(text);

/** Prefers a refusal that names a reason, such as an unknown payee, to an offer of similar questions. */
function preferStatedRefusal(intent: Intent | null, message: ParsedMessage): Intent {
  if (intent && intent.kind !== 'beyond') return intent;
  const refusal = refuseUnknown(message);
  const isStated = refusal.kind === 'beyond' && refusal.reason !== 'not_understood';
  return isStated ? refusal : (intent ?? refusal);
}

const toUnderstood = (intent: Intent) =>
  intent.kind === 'beyond' || intent.kind === 'missing' ? null : intent;

// The comma in "1,500" doesn't separate two requests.
const LOOSE_CONJUNCTION =
  /\s*[?;]\s*(?:(?:and|also|plus)\s+)*|\s*,(?!\d)\s*(?:(?:and|also|plus)\s+)*|\s+(?:and|also|plus|&|n)\s+(?:also\s+|then\s+)?/i;

/**
 * Reads a message with several requests. Only the first action is proposed, and a second one is offered. Returns null if
 * a part isn't clear.
 */
function readParts(text: string, customer: CustomerContext, before: readonly Turn[]): Intent | null {
  // "Excluding rent and mortgage" is one part.
  if (
    /^\s*(?:what if|if|suppose)\b|\bbetween\b|\b(?:excluding|except|without|minus|leaving out|not counting) [^,;?]* and\b/i.test(
      text,
    )
  )
    return null;
  const parts = text
    .split(LOOSE_CONJUNCTION)
    .map((part) => part.trim().replace(/^(?:tell me|show me|let me know)\s+(?=\w+ )/i, ''))
    .filter((part) => part !== '');
  if (parts.length < 2 || parts.length > MAX_QUESTIONS + 1) return null;
  const turns = [...before];
  const questions: Understood[] = [];
  const later: string[] = [];
  let hasAction = false;
  for (const [at, stated] of parts.entries()) {
    const part = stateCard(stateSameAmount(stated, parts[at - 1]), questions.at(-1));
    const meaning = readPart(part, customer, turns);
    if (!meaning) return null;
    const previous = questions.at(-1);
    // "Freeze Reef and tell me what I owe on it" asks for more than the freeze shows.
    if (previous && isQuestion(previous as Intent) && isAboutLast(part, meaning, previous)) continue;
    const isChange = meaning.kind === 'task' || (meaning.kind !== 'confirm' && isAction(meaning.kind));
    if (!isChange && !isQuestion(meaning)) return null;
    const isLater = hasAction && isChange;
    hasAction ||= isChange;
    if (isLater) later.push(part);
    else {
      turns.push({ text: part, meaning });
      questions.push(meaning);
    }
  }
  if (later.length > MAX_LATER) return null;
  if (later.length > 0) return { kind: 'several', questions, later, assumed: [] } as Intent;
  const [first] = questions;
  const isRepeated = questions.every((meaning) => getKey(meaning) === getKey(first));
  return first && isRepeated ? first : ({ kind: 'several', questions, assumed: [] } as Intent);
}

/**
 * Reads "pay Maya and Tom 25 each" and "restaurants vs groceries this month", which ask the same about two names.
 * Returns null for other messages.
 */
function understandPair(text: string, customer: CustomerContext, before: readonly Turn[]): Intent | null {
  const [, verb, first, second, amount] =
    /^\s*((?:please )?(?:pay|send))\s+(\p{L}[\p{L} ]*?) and (\p{L}[\p{L} ]*?) (\$?\d[\d.,]*(?: dollars| bucks)?) each[\s.!]*$/iu.exec(
      text,
    ) ?? [];
  if (verb && first && second && amount) {
    const meanings = [first, second].map((name) =>
      read(`${verb} ${name} ${amount}`, customer, before, refuseUnknown),
    );
    const [meaning] = meanings;
    const areClear = meanings.every(({ kind }) => kind === 'pay_person' || kind === 'missing');
    if (!areClear || meaning?.kind !== 'pay_person') return null;
    const later = [`${verb} ${second} ${amount}`];
    return { kind: 'several', questions: [meaning], later, assumed: [] } as Intent;
  }
  const [, start, left, right, time = ''] =
    /^\s*(how much(?: did (?:i|we) spend| have (?:i|we) spent| do (?:i|we) spend)? (?:on|at|for)|what (?:did (?:i|we) spend|have (?:i|we) spent) (?:on|at)|spend(?:ing)? on|spent on) (\p{L}[\p{L}& ]*?) (?:vs\.?|versus|compared (?:to|with)|against|and(?= .*\b(?:each|separately|respectively|individually)\b)) (\p{L}[\p{L}& ]*?)(?:[\s,]+(?:each|separately|respectively|individually))?,?( (?:this|last|in|since|the past|so far)\b.*?)?(?:[\s,]+(?:each|separately|respectively|individually))?[\s?.!]*$/iu.exec(
      text,
    ) ?? [];
  if (!start || !left || !right) return null;
  const questions = [left, right].map((name) =>
    read(`${start} ${name}${time}`, customer, before, refuseUnknown),
  );
  return questions.every(({ kind }) => kind === 'flow')
    ? ({ kind: 'several', questions, assumed: [] } as Intent)
    : null;
}

/** The maximum number of further actions of a message that its answer offers. */
const MAX_LATER = 1;

/** Reads a part as it is, with the start of a question, or as the most similar known question. */
function readPart(part: string, customer: CustomerContext, turns: readonly Turn[]): Understood | null {
  // A part with a condition depends on the answer to another part.
  if (/^\s*(?:yes|no|ok|okay|thanks|please)\s*$|^\s*(?:if|like)\b/i.test(part) || !/\p{L}/u.test(part))
    return null;
  const isAsked = isRequest(parseMessage(cleanText(part), customer));
  const candidates = isAsked ? [part] : [part, `what is ${part}`, `when is ${part}`];
  for (const candidate of candidates) {
    const meaning = toUnderstood(read(candidate, customer, turns, refuseUnknown));
    // "Reef and tide" isn't a request to change the open proposal twice.
    if (meaning && !isAsked && !/\d/.test(part) && isChange(meaning)) continue;
    if (meaning && meaning.kind !== 'several' && meaning.kind !== 'social') return meaning as Understood;
  }
  // "20% tip" is a part of a calculation, not a question of its own.
  if (isAsked || (/\d/.test(part) && !STARTS_QUESTION.test(part))) return null;
  const meaning = readBySimilarity(parseMessage(cleanText(part), customer));
  return meaning && (toUnderstood(meaning) as Understood | null);
}

const ASKS_SAFE =
  /\b(?:whatever|as much as|how much)\b.*\b(?:safe|think|recommend|suggest|can|ok|okay|possible|best|should|afford)\b|\b(?:you (?:decide|choose|pick)|up to you|i don(?:'|\u2019)?t know|no idea|idk)\b/i;

const ASKS_BACK =
  /^\s*(?:to |from |for |on )?(?:who|whom|which|what|where|when|how)(?: (?:one|account|card|date|person))?[\s?!.]*$/i;

const CONJUNCTION =
  /\s*(?:,\s*(?:and|also)\s+|\s+(?:and|also|&|plus)\s+(?:also\s+)?|[?.;]\s+(?:and\s+|also\s+)?)(?=(?:how|what|whats|when|whens|where|which|who|why|is|am|are|do|does|did|can|will|in)\b)/i;

const SEPARATE = /\?\s*(?:and\s+)?(?=\S)/;

const MAX_QUESTIONS = 3;

/** Replaces "by the same" with the amount of the previous request: "raise food by 50 and lower rent by the same". */
function stateSameAmount(text: string, before: string | undefined): string {
  const [amount, another] = before?.match(/\$?\d[\d.,]*\d|\$?\d/g) ?? [];
  return amount && !another ? text.replace(/\bby the same(?: amount)?\b/i, `by ${amount}`) : text;
}

/** Replaces "it" with the card of the previous request: "freeze Reef and tell me what I owe on it". */
const stateCard = (text: string, before: Understood | undefined): string =>
  before?.kind === 'freeze' || before?.kind === 'pay_card'
    ? text.replace(
        /\b(on|with|for|is) (?:it|that one)\b/i,
        (_, word: string) => `${word} ${before.card.name}`,
      )
    : text;

/**
 * Splits a message into questions and parses each one. Returns null unless the parser understands every part
 * as a question; an action needs its own message.
 */
function understandSeveral(text: string, customer: CustomerContext, before: readonly Turn[]): Intent | null {
  if (/^\s*(?:what if|if|suppose)\b/i.test(text)) return null;
  const parts = text
    .split(CONJUNCTION)
    .flatMap((part) => part.split(SEPARATE))
    .map((part) => part.trim());
  if (parts.length < 2 || parts.length > MAX_QUESTIONS || parts.some((part) => part === '')) return null;
  const turns = [...before];
  const questions: Extract<Intent, { kind: 'several' }>['questions'][number][] = [];
  for (const part of parts) {
    const meaning = read(part, customer, turns, refuseUnknown);
    if (!isQuestion(meaning)) return null;
    if (isAboutLast(part, meaning, questions.at(-1))) continue;
    const dated = keepPeriod(meaning, questions.at(-1));
    questions.push(dated);
    turns.push({ text: part, meaning: dated });
  }
  const [only] = questions;
  return only && questions.every((part) => getKey(part) === getKey(only))
    ? (only as Intent)
    : { kind: 'several', questions, assumed: [] };
}

/** Serializes a request without its assumptions, to compare it with another one. */
const getKey = (meaning: object | undefined) => JSON.stringify({ ...meaning, assumed: null, reading: null });

/** Gives a part without a period the period of the previous part: "How many this year, and what's the total?" */
function keepPeriod<Part extends Intent>(part: Part, before: Intent | undefined): Part {
  const isAssumed = 'assumed' in part && part.assumed.some(({ slot }) => slot === 'period');
  if (!isAssumed || !before || !('filter' in before) || !('filter' in part)) return part;
  if (!before.filter.period || before.assumed.some(({ slot }) => slot === 'period')) return part;
  const assumed = part.assumed.filter(({ slot }) => slot !== 'period');
  return { ...part, assumed, filter: { ...part.filter, period: before.filter.period } };
}

const FOLLOW_UP =
  /^\s*(?:and|ok(?:ay)?|so|then|but|just|nah|hm+|oh|sort|order|rank|not|use|yes|yep|thats|that's|everything but|all but|minus|plus|what about|how about|same|only|just|make it|make that|no|wait|actually|for|in|per|the other|with|without|instead|or|compared|which one|who|list|name it|call it|stop it|half|is that|is it|did that|did it)\b|\binstead\b|\b(?:for|on|about) (?:that|it|this)\b(?! month| week| year| card| account)|\b(?:which|what) (?:card|account) (?:is|was|did) (?:that|it|this)\b|\bdispute (?:one|it|that|this)\b|\bhas (?:it|that) (?:changed|grown|gone)\b|\bbreak (?:it|that) down\b|\b(?:that|this|it) as an?\b/i;

/** Pronouns that refer to the previous intent, as in "When is it due?" */
const PRONOUN = /\b(?:it|its|that one|this one)\b/i;

const HAVE_NAMES = new Set(['card', 'debt', 'goal', 'upcoming', 'credit_score']);

/** Returns true if a message is a complete request, not the answer to a question. */
function isWhole({ text, items }: ParsedMessage): boolean {
  return (
    items.length > 4 &&
    /^\s*(?:how|what|when|why|where|which|who|show|can|could|is|are|do|did|list|transfer|move|pay|send|freeze|set|fast|schedule)\b/i.test(
      text,
    )
  );
}

/** The preposition that joins an answer to the request, by slot. */
const CONNECTORS: Readonly<Record<string, string>> = {
  from: 'from',
  to: 'to',
  account: 'into',
  category: 'for',
  card: 'on',
  debt: 'on',
  on: 'on',
  percent: 'by',
  rate: 'at',
  months: 'over',
  down: 'with',
};

/** Interprets a message as one of the offered choices or as the missing part of the request. */
function complete(text: string, last: Missing, customer: CustomerContext): Intent | null {
  const answer = trimEnd(text).replace(
    /^(?:(?:the|my|it's|its|it is|just|only|um+|uh|let's do|i guess|make it|say|do)\s+)+/i,
    '',
  );
  const choice = getChoice(answer, last);
  if (choice) return understand(choice, customer, []);
  const request = trimEnd(last.text);
  const connector = CONNECTORS[last.slot];
  const connected = connector ? [`${request} ${connector} ${answer}`] : [];
  for (const candidate of [...connected, `${request} ${text.trim()}`]) {
    const intent = understand(candidate, customer, []);
    if (isCompletion(intent, last)) return intent;
  }
  return null;
}

function isCompletion(intent: Intent, { of, slot }: Missing): boolean {
  if (intent.kind === 'beyond') return intent.reason !== 'not_understood';
  if (intent.kind === 'missing') return intent.of === of && intent.slot !== slot;
  return intent.kind === of || (of === 'card' && intent.kind === 'cards');
}

const ORDINALS = ['first', 'second', 'third', 'fourth'];

/** Returns the choice that an answer refers to, or null if it matches none or several. */
function getChoice(answer: string, { choices }: Missing): string | null {
  const words = getWords(answer).filter(
    (word) => !/^(?:the|one|my|a|an|from|to|please|on|for|card|account)$/.test(word),
  );
  const [first, second] = words;
  if (first === undefined) return null;
  const at = second === undefined ? ORDINALS.indexOf(first) : -1;
  if (at !== -1) return choices[at]?.ask ?? null;
  const [only, another] = choices.filter(({ label }) =>
    words.every((word) =>
      getWords(label).some((part) => part === word || (/^\d/.test(word) && Number(part) === Number(word))),
    ),
  );
  return another ? null : (only?.ask ?? null);
}

const getWords = (text: string) =>
  text
    .toLowerCase()
    .replace(/(\d),(?=\d{3})/g, '$1')
    .split(/[^\p{L}\p{N}.]+/u)
    .filter((word) => word !== '');
