import { formatTextDate } from '../../engine/calendar/format-date.ts';
import type { Assumed, CustomerContext, Intent, Missing, Turn } from '../intent.ts';
import { buyCurrency, transfer } from '../intents/actions.ts';
import {
  isRequest,
  readAsFact,
  readAsKnownQuestion,
  readAsTopic,
  readWithoutAsides,
  readWithoutFillers,
} from '../intents/approximate.ts';
import { balance, highestBalance, lowestBalance } from '../intents/balance.ts';
import { budget, goal } from '../intents/budgets-and-goals.ts';
import { calculate } from '../intents/calculations.ts';
import { flow } from '../intents/cash-flow.ts';
import { fastForward, freeze } from '../intents/controls.ts';
import { drawLine } from '../intents/credit-lines.ts';
import {
  cardChoice,
  cutBack,
  debtFree,
  debtRanking,
  fixedPayment,
  minimumOnly,
  newRate,
  payOrSave,
} from '../intents/debt-questions.ts';
import { matchFirstStep, matchFraud, matchLoss } from '../intents/emergencies.ts';
import { followUp, getLastUnderstood, type Understood } from '../intents/follow-up/follow-up.ts';
import { isAction } from '../intents/follow-up/follow-up-handlers.ts';
import { type Frame, getFrame, getPlace } from '../intents/follow-up/frame.ts';
import { applyOperation } from '../intents/follow-up/operations.ts';
import {
  changeGoal,
  contributeGoal,
  deleteBudget,
  deleteGoal,
  redeemRewards,
} from '../intents/goal-actions.ts';
import { elsewhere, explain, help } from '../intents/help.ts';
import { isDestination } from '../intents/money-slots.ts';
import { paycheck, paycheckAmount, paymentStatus } from '../intents/paycheck.ts';
import { payBill, payDebt, schedule } from '../intents/payments.ts';
import { payPerson } from '../intents/people.ts';
import { autoDeposit, setBudget } from '../intents/plans.ts';
import {
  accountRate,
  applications,
  categoryChange,
  contacts,
  dailyInterest,
  home,
  latePayments,
  payoffQuote,
  rates,
  runway,
  savingsRate,
  transfers,
  unusual,
} from '../intents/records.ts';
import { getRefusal, refuseLength } from '../intents/refusals.ts';
import { getReply } from '../intents/replies.ts';
import {
  capabilities,
  creditScore,
  dateToday,
  exchange,
  happened,
  safeToSpend,
  social,
  strategies,
  why,
} from '../intents/small-talk.ts';
import { anyRate, card, debt, interest } from '../intents/status.ts';
import {
  autopay,
  cancelPayment,
  changePayment,
  checkpoint,
  dispute,
  newGoal,
  reminder,
  request,
  rewind,
  saveForGoal,
  skipPayment,
} from '../intents/tasks.ts';
import { knownTopic } from '../intents/topics/topic-rules.ts';
import { rows } from '../intents/transactions.ts';
import { refuseUnknown } from '../intents/unknown.ts';
import { afford, forecast, howLong, subscriptions, upcoming } from '../intents/upcoming.ts';
import { whatIf } from '../intents/what-if/what-if.ts';
import { getStrongest, MatchedSpans, type Rule, toRefusal } from './matched-spans.ts';
import { getProducts } from './names.ts';
import { isBankingWord } from './nearest-questions.ts';
import { type Item, type ParsedMessage, parseMessage } from './parsed-message.ts';
import { cleanText } from './text.ts';

/**
 * The intents in order of precedence, most specific first. The first intent that matches every word is used.
 */
const INTENTS: readonly Rule[] = [
  social,
  capabilities,
  dateToday,
  calculate,
  explain,
  knownTopic,
  minimumOnly,
  newRate,
  cardChoice,
  debtFree,
  fixedPayment,
  whatIf,
  debtRanking,
  strategies,
  creditScore,
  payOrSave,
  cutBack,
  reminder,
  checkpoint,
  rewind,
  drawLine,
  contributeGoal,
  changeGoal,
  deleteGoal,
  deleteBudget,
  redeemRewards,
  newGoal,
  saveForGoal,
  request,
  dispute,
  autopay,
  skipPayment,
  cancelPayment,
  changePayment,
  help,
  payoffQuote,
  paycheckAmount,
  paycheck,
  paymentStatus,
  highestBalance,
  lowestBalance,
  savingsRate,
  accountRate,
  rates,
  dailyInterest,
  home,
  runway,
  unusual,
  categoryChange,
  applications,
  contacts,
  latePayments,
  why,
  afford,
  safeToSpend,
  buyCurrency,
  exchange,
  freeze,
  setBudget,
  autoDeposit,
  transfers,
  payPerson,
  payBill,
  payDebt,
  schedule,
  transfer,
  budget,
  goal,
  subscriptions,
  interest,
  debt,
  card,
  howLong,
  forecast,
  upcoming,
  happened,
  flow,
  rows,
  balance,
  fastForward,
  elsewhere,
  anyRate,
];

/** The intents that ask about a record, as opposed to small talk, explanations, and actions. */
const QUESTION_INTENTS = INTENTS.filter(
  (rule) =>
    ![social, capabilities, dateToday, calculate, help, explain, elsewhere, strategies, knownTopic].includes(
      rule,
    ),
);

/** Returns the intent of a message. The result depends only on the text, the data, and the previous turns. */
export const understand = (text: string, customer: CustomerContext, before: readonly Turn[]): Intent =>
  noteOpenJump(
    read(text, customer, before, (message) => readApproximately(message, before)),
    before,
    customer,
  );

/** Explanations and calculations, which are the same on every day. */
const TIMELESS = new Set<Intent['kind']>([
  ...(['fact', 'help', 'explain', 'calculate', 'date', 'capabilities', 'how_computed'] as const),
  ...(['contacts', 'exchange'] as const),
]);

/** Says in an answer that the fast-forward before it isn't confirmed, so that today's figures aren't mistaken for it. */
function noteOpenJump(intent: Intent, before: readonly Turn[], customer: CustomerContext): Intent {
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

/** Reads a message. If no intent matches it word by word, `readOtherwise` decides. */
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
    getReply(message, before) ?? refuse(message) ?? matchLoss(message) ?? matchFirstStep(message, before);
  if (reply) return reply;
  const several =
    understandSeveral(message.text, customer, before) ?? understandPair(message.text, customer, before);
  if (several) return several;
  const known =
    readAboutTaxes(message, before) ?? readAsPayOrder(message, before) ?? readAsAffordedMove(message);
  if (known) return known;
  const last = before.at(-1)?.meaning;
  // "To who?" repeats the open question.
  if (last?.kind === 'missing' && ASKS_BACK.test(message.text)) return last;
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
      matchBareValues(message) ??
      readOtherwise(message)
    );
  const matchFollowUp = () => matchIntent((spans) => followUp(spans, understood), message);
  const addName = () => matchWithName(message.text, understood, customer);
  const isFollowUp =
    FOLLOW_UP.test(message.text) ||
    (PRONOUN.test(message.text) && HAVE_NAMES.has(understood.kind)) ||
    (isAction(understood.kind) && isOnlyChange(message));
  const matchAsTransfer = () => matchImpliedTransfer(message, customer);
  const matchBare = () => {
    const bare = getBareChange(message.text);
    return bare === null
      ? null
      : matchIntent((spans) => followUp(spans, understood), parseMessage(cleanText(bare), customer));
  };
  const attempts = isFollowUp
    ? [matchFollowUp, matchBare, addName, () => matchIntents(message)]
    : [() => matchIntents(message), matchFollowUp, matchBare, addName, matchAsTransfer];
  attempts.unshift(() => readAsMerchant(message, understood, before));
  if (frame) attempts.unshift(() => matchUnnamedWhatIf(message, frame));
  if (frame && FREEZES_IT.test(message.text)) attempts.unshift(() => matchAntecedent(message, frame));
  attempts.push(() => readAsCorrection(message, understood, before));
  if (frame) attempts.push(() => matchAntecedent(message, frame));
  attempts.push(() => matchBareValues(message));
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

/** Reads "can I afford to move 400 to savings" as whether the amount is affordable, and offers the transfer. */
function readAsAffordedMove({ text, customer }: ParsedMessage): Intent | null {
  const [, move, amount] =
    /^\s*(?:(?:so|and|ok|hey) )*(?:can|could) i (?:really |still )?afford to ((?:move|transfer|put|send) (\$?\d[\d.,]*k?(?: dollars| bucks)?) .+?)[\s?.!]*$/i.exec(
      text,
    ) ?? [];
  if (!move || !amount) return null;
  const transfer = matchIntents(parseMessage(cleanText(move), customer));
  const question = matchIntents(parseMessage(cleanText(`can i afford ${amount}`), customer));
  if (transfer?.kind !== 'transfer' || question?.kind !== 'afford') return null;
  const afford = { ...question, name: 'the transfer', assumed: [] };
  return { kind: 'several', questions: [afford], later: [move], assumed: [] } as Intent;
}

/** Returns the refusal of a message. "Is it smart to book a flight for 700" isn't refused, because it can be calculated. */
function refuse(message: ParsedMessage): Intent | null {
  const refusal = getRefusal(message);
  return refusal?.reason === 'advice' ? (readAsPurchase(message) ?? refusal) : refusal;
}

const ASKS_TO_BUY =
  /\b(?:is it|would it be|is that) (?:smart|wise|ok(?:ay)?|a good idea|crazy|stupid|dumb|responsible|worth it)\b.*\b(?:book|buy|get|order|purchase|spend)\b|\bshould i (?:book|buy|order|purchase)\b/i;

/** Reads a request for advice about a single purchase with a price as the question whether it's affordable today. */
function readAsPurchase({ text, items, customer }: ParsedMessage): Intent | null {
  const [amount, another] = items.filter(({ is }) => is === 'amount');
  const isOther = items.some(
    (item) =>
      ['percent', 'duration', 'frequency', 'share'].includes(item.is) ||
      (item.is === 'name' &&
        getStrongest(item.refs).some(({ is }) =>
          ['account', 'card', 'loan', 'mortgage', 'goal'].includes(is),
        )),
  );
  if (!amount || another || isOther || !ASKS_TO_BUY.test(text) || OWNED.test(text)) return null;
  const intent = matchIntents(parseMessage(cleanText(`can i afford ${amount.raw}`), customer));
  return intent?.kind === 'afford' ? intent : null;
}

const ABOUT_TAX = /\b(?:tax(?:es)?|irs|w-?2|1099)\b/i;

const ASKS_TAX_PAID =
  /\bhow much\b.{0,20}\btax(?:es)?\b.{0,20}\b(?:pay|paid|withheld|taken|take)\b|\bhow much (?:did i pay|have i paid|was withheld|was taken)\b.{0,20}\btax(?:es)?\b/i;

/**
 * Reads "how much tax did I pay last year" as the question where the tax documents are, because they state the amount,
 * and "will I get a refund" after a message about taxes as a question about the tax refund.
 */
function readAboutTaxes({ text, items }: ParsedMessage, before: readonly Turn[]): Intent | null {
  if (
    ASKS_TAX_PAID.test(text) &&
    !/\b(?:property|sales|escrow|house|home|mortgage|if|before|after)\b/i.test(text)
  )
    return { kind: 'fact', fact: 'taxes', assumed: [] };
  const isOther = items.some(
    (item) =>
      item.is === 'amount' ||
      (item.is === 'name' && item.refs.every(({ name, is }) => is !== 'category' || name !== 'Refund')),
  );
  return /\brefunds?\b/i.test(text) && !isOther && before.slice(-2).some((turn) => ABOUT_TAX.test(turn.text))
    ? { kind: 'fact', fact: 'taxes', assumed: [] }
    : null;
}

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
 * Matches a message without a verb: "health expenses 2026", in which the number is a year, and "uber last month", in
 * which the word is a merchant. The result is always a question.
 */
function matchBareValues({ text, items, customer }: ParsedMessage): Intent | null {
  const toQuestion = (question: string) => {
    const intent = matchIntents(parseMessage(cleanText(question), customer));
    return intent && isQuestion(intent) ? intent : null;
  };
  const [, start, year] = /^(.*\p{L}) (20\d\d)[\s?.!]*$/u.exec(text) ?? [];
  if (
    start &&
    year &&
    items.at(-1)?.is === 'amount' &&
    !/\b(?:to|for|at|of|is|reach|under|over)$/i.test(start)
  )
    return toQuestion(`${start} in ${year}`);
  const words = items.filter(({ is }) => is === 'word');
  const [time, another] = items.filter(({ is }) => is === 'time');
  const isOther = items.some(({ is }) => is !== 'word' && is !== 'time' && is !== 'preposition');
  const [first] = words;
  if (!first || !time || another || isOther || words.length > 2 || isBankingText(words) || first.at > time.at)
    return null;
  const intent = toQuestion(
    `how much did i spend at ${text.slice(first.start, words.at(-1)?.end)} ${text.slice(time.start, time.end)}`,
  );
  return intent?.kind === 'flow' ? intent : null;
}

/** Returns what "it" is after an answer that names no single product. */
const getNoun = ({ last }: Frame): string | null =>
  (last.kind === 'fact' && last.fact === 'rewards') ||
  (last.kind === 'topic' && last.topic === 'rewards-earned') ||
  ((last.kind === 'card' || last.kind === 'cards') && last.ask === 'rewards')
    ? 'my rewards'
    : null;

/**
 * Matches a message with what its pronoun stands for: "redeem it" after an answer about rewards, "freeze it" after one
 * about a card. The verb states the action, and the last answer names its only object.
 */
function matchAntecedent({ text, items, customer }: ParsedMessage, frame: Frame): Intent | null {
  const isNamed = items.some(({ is }) => is === 'name' || is === 'amount');
  if (isNamed || !PRONOUN_OBJECT.test(text) || isAction(frame.last.kind)) return null;
  const place = getPlace(frame);
  const product = place && getProducts(customer)[place.is].find(({ id }) => id === place.id);
  const noun = getNoun(frame) ?? product?.name ?? null;
  if (noun === null) return null;
  const bare = text.replace(/^\s*(?:(?:ok|okay|so|then|and|please|now|can you|could you)[\s,]+)+/i, '');
  const intent = matchIntents(parseMessage(cleanText(bare.replace(PRONOUN_OBJECT, noun)), customer));
  const isAllowed =
    intent &&
    (isQuestion(intent) ||
      ['freeze', 'redeem'].includes(intent.kind === 'missing' ? intent.of : intent.kind));
  return isAllowed ? intent : null;
}
const FREEZES_IT = /\b(?:un)?(?:freeze|lock|block) (?:it|that one|this one)\b/i;
const PRONOUN_OBJECT = /\b(?:it|them|that one|this one|those)\b/i;

/**
 * Reads a message that no intent matches word by word: in parts, without asides or words that add nothing, or as the
 * most similar known question. An action is never the result of a similarity, because it must be stated exactly.
 */
function readApproximately(message: ParsedMessage, before: readonly Turn[]): Intent {
  const { text, customer } = message;
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

/** Returns true for "and what are they worth", which the answer to the question before already tells. */
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

function readBySimilarity(message: ParsedMessage): Intent | null {
  const { customer } = message;
  return (
    readWithoutFillers(message, QUESTION_INTENTS, isAnswerable) ??
    readAsKnownQuestion(message, (question) => {
      const intent = matchIntents(parseMessage(question, customer));
      return intent && isAnswerable(intent) ? intent : null;
    })
  );
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
    const part = stateSameAmount(stated, parts[at - 1]);
    const meaning = readPart(part, customer, turns);
    if (!meaning) return null;
    if (isAboutLast(part, meaning, questions.at(-1))) continue;
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
  const getKey = (meaning: Understood | undefined) =>
    JSON.stringify({ ...meaning, assumed: null, reading: null });
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
    /^\s*(how much(?: did (?:i|we) spend| have (?:i|we) spent| do (?:i|we) spend)? (?:on|at|for)|spend(?:ing)? on|spent on) (\p{L}[\p{L}& ]*?) (?:vs\.?|versus|compared (?:to|with)|against) (\p{L}[\p{L}& ]*?)( (?:this|last|in|since|the past|so far)\b.*?)?[\s?.!]*$/iu.exec(
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
  if (/^\s*(?:yes|no|ok|okay|thanks|please)\s*$/i.test(part) || !/\p{L}/u.test(part)) return null;
  const isAsked = isRequest(parseMessage(cleanText(part), customer));
  const candidates = isAsked ? [part] : [part, `what is ${part}`, `when is ${part}`];
  for (const candidate of candidates) {
    const meaning = toUnderstood(read(candidate, customer, turns, refuseUnknown));
    // "Reef and tide" isn't a request to change the open proposal twice.
    if (meaning && !isAsked && !/\d/.test(part) && isChange(meaning)) continue;
    if (meaning && meaning.kind !== 'several' && meaning.kind !== 'social') return meaning as Understood;
  }
  if (isAsked) return null;
  const meaning = readBySimilarity(parseMessage(cleanText(part), customer));
  return meaning && (toUnderstood(meaning) as Understood | null);
}

const CORRECTION =
  /^\s*(?:(?:and|but|so|no|nope|sorry|oops|wait|actually|rather|only|just|i meant?|i said|make (?:it|that)|what about|how about)[\s,]+)+/i;
/** The end of "the payment, not the balance". */
const REJECTED = /[\s,]+(?:and |but )?not (?:the |for |in |on )?[\p{L}\s]+$/iu;
const MAX_CORRECTION_ITEMS = 5;

/**
 * Reads a short message as a correction of the last question: "I meant May", "no, the payment". Its time or name
 * replaces the one in the question.
 */
function readAsCorrection(
  { text, items, customer }: ParsedMessage,
  last: Understood,
  before: readonly Turn[],
): Intent | null {
  const lastText = before.findLast(({ meaning }) => meaning.kind !== 'social')?.text;
  const fragment = trimEnd(text).replace(CORRECTION, '').replace(REJECTED, '').trim();
  // The corrections of an action have their own rules, which know its slots.
  if (
    !isQuestion(last) ||
    lastText === undefined ||
    fragment === '' ||
    items.length > MAX_CORRECTION_ITEMS + 4
  )
    return null;
  const message = parseMessage(cleanText(lastText), customer);
  const replaceItem = (is: Item['is'], replacement: string) => {
    const old = message.items.find((item) => item.is === is);
    return old
      ? `${message.text.slice(0, old.start)}${replacement}${message.text.slice(old.end)}`
      : `${trimEnd(message.text)} ${replacement}`;
  };
  const isTime = (candidate: string) => {
    const [only, another] = parseMessage(candidate, customer).items.filter(({ is }) => is !== 'stop');
    return only?.is === 'time' && !another;
  };
  const time = [fragment, `in ${fragment}`].find(isTime);
  const name = getName(last, customer);
  const isValue = parseMessage(fragment, customer).items.every(
    (item) =>
      ['name', 'time', 'amount', 'stop', 'preposition'].includes(item.is) ||
      (item.is === 'concept' && item.concept === 'except'),
  );
  const isMeant = CORRECTION.test(text) && /\b(?:meant?|sorry|rather|oops)\b/i.test(text);
  const isName = parseMessage(fragment, customer).items.every(({ is }) => is === 'name');
  const candidates = [
    ...(time ? [replaceItem('time', time)] : []),
    ...(isMeant && isName ? [replaceItem('name', fragment)] : []),
    ...(name ? [`what is ${fragment} on ${name}`] : []),
    ...(isValue ? [`${trimEnd(message.text)} ${fragment}`] : []),
    ...(CORRECTION.test(text) ? replaceMerchant(trimEnd(message.text), fragment, last) : []),
  ];
  for (const candidate of candidates) {
    const corrected = parseMessage(cleanText(candidate), customer);
    const intent = matchIntents(corrected) ?? (isReading(last) ? readBySimilarity(corrected) : null);
    if (intent && isSameQuestion(intent, last)) return intent;
  }
  return null;
}

/** Returns true if the last question was matched by similarity. Its correction can then be matched the same way. */
const isReading = (last: Understood) =>
  last.kind === 'topic' || ('reading' in last && last.reading !== undefined);

const isSameQuestion = (intent: Intent, last: Understood) =>
  intent.kind === 'topic' && last.kind === 'topic' ? intent.topic === last.topic : intent.kind === last.kind;

/** Reads "target?" after a question about a merchant as the same question about another one. */
function readAsMerchant(
  { text, items, customer }: ParsedMessage,
  last: Understood,
  before: readonly Turn[],
): Intent | null {
  const lastText = before.findLast(({ meaning }) => meaning.kind !== 'social')?.text;
  const isWord = items.length <= 4 && items.every(({ is }) => is === 'word' || is === 'stop');
  if (!isWord || lastText === undefined || isBankingText(items)) return null;
  const fragment = trimEnd(text).replace(CORRECTION, '').trim();
  for (const candidate of replaceMerchant(trimEnd(lastText), fragment, last)) {
    const intent = matchIntents(parseMessage(cleanText(candidate), customer));
    if (intent && isSameQuestion(intent, last)) return intent;
  }
  return null;
}

const isBankingText = (items: readonly Item[]) =>
  items.some(({ is, words }) => is === 'word' && words.some(isBankingWord));

/** Replaces the merchant or the words of a search: "sorry, Costco" after "spending at Walmart". */
function replaceMerchant(text: string, fragment: string, last: Understood): string[] {
  if (last.kind !== 'flow' && last.kind !== 'rows') return [];
  const old = last.filter.text ?? last.filter.merchant;
  const at = old === null ? -1 : text.toLowerCase().indexOf(old.toLowerCase());
  if (old === null || at === -1 || !/^[\p{L}'&. ]{3,30}$/u.test(fragment)) return [];
  return [`${text.slice(0, at)}${fragment}${text.slice(at + old.length)}`];
}

/** Words around a change that add nothing to it: "sorry, I meant", "is enough". */
const AROUND_CHANGE =
  /^\s*(?:(?:oops|sorry|no|nope|wait|actually|hold on|hm+|oh|ah|ok(?:ay)?|and|but|so|well|just|rather|please|my (?:bad|mistake)|wrong (?:card|account|one)|(?:a )?(?:bit|little) (?:more|less)|i (?:meant?|ment|wanted?|said)|meant?|ment|make (?:it|that)|let'?s (?:do|say)|say|try|do|start(?:ing)?|it should be)\b[\s,.!:]*)+|[\s,]*\b(?:sorry|i (?:meant?|ment|said)|please|instead|though?|then|is (?:enough|fine|better|ok)|would be (?:enough|fine|better)|will do|lol)[\s.!?]*$/gi;
const CORRECTS =
  /\b(?:oops|sorry|wrong|meant?|ment|wanted|instead|rather|no|nope|wait|actually|mistake|bad)\b/i;

/** Returns a change without the words around it, or null if there are none. */
function getBareChange(text: string): string | null {
  const bare = text.replace(AROUND_CHANGE, '').trim();
  if (bare === '' || bare === text.trim()) return null;
  return CORRECTS.test(text) ? `actually ${bare}` : bare;
}

/** Returns true if a message can only change the open proposal: it is short and requests nothing of its own. */
const isOnlyChange = (message: ParsedMessage): boolean =>
  message.items.length <= 8 &&
  !/^\s*(?:how|what|when|why|where|which|who|is|are|do|does|did|can|show|list)\b/i.test(message.text) &&
  !(isRequest(message) && message.items.some(({ is }) => is === 'name' || is === 'amount'));

/** Matches a what-if about more money a month that names no debt or account: it is about the one of the last answer. */
function matchUnnamedWhatIf({ text, items, customer }: ParsedMessage, frame: Frame): Intent | null {
  const [amount, another] = items.filter(({ is }) => is === 'amount');
  const isMonthly = items.every((item) => item.is !== 'frequency' || item.frequency === 'MONTHLY');
  const isOther = items.some(
    ({ is }) => is === 'name' || is === 'time' || is === 'percent' || is === 'duration',
  );
  if (!amount || another || isOther || !isMonthly || !ADDS_MONEY.test(text)) return null;
  const place = getPlace(frame);
  const product = place && getProducts(customer)[place.is].find(({ id }) => id === place.id);
  const question =
    product && place.is !== 'account'
      ? `what if i pay ${amount.raw} more${items.some(({ is }) => is === 'frequency') ? ' a month' : ''} on ${product.name}`
      : frame.last.kind === 'forecast'
        ? `what if i save ${amount.raw} more a month`
        : null;
  const intent = question === null ? null : matchIntents(parseMessage(question, customer));
  return intent?.kind === 'what_if' ? intent : null;
}

const ADDS_MONEY =
  /^\s*(?:(?:and|ok|so|but)\s+)*(?:what (?:about )?if|how about if|if) (?:i|we) (?:(?:also|just) )?(?:(?:add|added|throw|threw)\b|(?:pay|paid|put|save|saved|do|did)\b.*\b(?:more|extra|additional|on top)\b)/i;

const ASKS_BACK =
  /^\s*(?:to |from |for |on )?(?:who|whom|which|what|where|when|how)(?: (?:one|account|card|date|person))?[\s?!.]*$/i;

const CONJUNCTION =
  /\s*(?:,\s*(?:and|also)\s+|\s+(?:and|also|&|plus)\s+(?:also\s+)?|[?.;]\s+(?:and\s+|also\s+)?)(?=(?:how|what|whats|when|whens|where|which|who|why|is|am|are|do|does|did|can|will|in)\b)/i;
const SEPARATE = /\?\s*(?:and\s+)?(?=\S)/;
const MAX_QUESTIONS = 3;

/** Replaces "by the same" with the amount that the request before states: "raise food by 50 and lower rent by the same". */
function stateSameAmount(text: string, before: string | undefined): string {
  const [amount, another] = before?.match(/\$?\d[\d.,]*\d|\$?\d/g) ?? [];
  return amount && !another ? text.replace(/\bby the same(?: amount)?\b/i, `by ${amount}`) : text;
}

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
  const [only, another] = questions;
  return only && !another ? (only as Intent) : { kind: 'several', questions, assumed: [] };
}

/** Gives a part without a period the period of the part before: "How many this year, and what's the total?" */
function keepPeriod<Part extends Intent>(part: Part, before: Intent | undefined): Part {
  const isAssumed = 'assumed' in part && part.assumed.some(({ slot }) => slot === 'period');
  if (!isAssumed || !before || !('filter' in before) || !('filter' in part)) return part;
  if (!before.filter.period || before.assumed.some(({ slot }) => slot === 'period')) return part;
  const assumed = part.assumed.filter(({ slot }) => slot !== 'period');
  return { ...part, assumed, filter: { ...part.filter, period: before.filter.period } };
}

const NON_QUESTION_KINDS = new Set<Intent['kind']>(
  'transfer pay_card pay_debt draw_line pay_person schedule auto_deposit freeze set_budget delete_budget contribute_goal change_goal redeem fast_forward undo confirm dismiss task missing beyond several social'.split(
    ' ',
  ) as Intent['kind'][],
);

const isQuestion = (meaning: Intent): meaning is Extract<Intent, { kind: 'several' }>['questions'][number] =>
  !NON_QUESTION_KINDS.has(meaning.kind);

/** Returns true for a question, or for one that only needs to know which record is meant. */
const isAnswerable = (meaning: Intent): boolean =>
  isQuestion(meaning) || (meaning.kind === 'missing' && !NON_QUESTION_KINDS.has(meaning.of));

const FOLLOW_UP =
  /^\s*(?:and|ok(?:ay)?|so|then|but|just|nah|hm+|oh|sort|order|rank|not|use|yes|yep|thats|that's|everything but|all but|minus|plus|what about|how about|same|only|just|make it|make that|no|wait|actually|for|in|per|the other|with|without|instead|or|compared|which one|who|list|name it|call it|stop it|half|is that|is it|did that|did it)\b|\binstead\b|\b(?:for|on|about) (?:that|it|this)\b(?! month| week| year| card| account)|\b(?:which|what) (?:card|account) (?:is|was|did) (?:that|it|this)\b|\bdispute (?:one|it|that|this)\b|\bhas (?:it|that) (?:changed|grown|gone)\b|\bbreak (?:it|that) down\b|\b(?:that|this|it) as an?\b/i;

/** Pronouns that refer to the previous intent, as in "When is it due?" */
const PRONOUN = /\b(?:it|its|that one|this one)\b/i;

const HAVE_NAMES = new Set(['card', 'debt', 'goal', 'upcoming', 'credit_score']);

function matchIntents(message: ParsedMessage): Intent | null {
  const isAboutPast = ASKS_FIGURE.test(message.text);
  for (const rule of INTENTS) {
    const intent = matchIntent(rule, message);
    // "Total transfers to savings" asks for a figure, and its noun isn't a request.
    if (intent && isAboutPast && isChange(intent)) continue;
    // The answer to a known question takes precedence over a help article.
    if (intent?.kind === 'help') return readAsFact(message) ?? intent;
    if (intent) return (canBeTopic(intent, message.text) ? readAsTopic(message) : null) ?? intent;
  }
  return null;
}

const ASKS_FIGURE = /^\s*(?:the |my )?(?:totals?|sum|averages?|avg|number|count|history)\b/i;

/** Returns true for an action, or for a question that completes one. */
const isChange = (intent: Intent): boolean =>
  isAction(intent.kind === 'missing' ? intent.of : (intent.kind as Parameters<typeof isAction>[0]));

/** Questions whose rules read more of a message than a topic does. A topic never replaces them. */
const NEVER_TOPICS = new Set<Intent['kind']>([
  'calculate',
  'why',
  'new_rate',
  'what_if',
  'fixed_payment',
  'several',
  'explain',
  'budget',
  'forecast',
  'topic',
]);
/** A home or a car costs more than its price, so a what-if answers whether the customer can afford it. */
const OWNED = /\b(?:rent|car|house|home|apartment)\b/i;

/** Returns true if an almost certain topic takes precedence over the intent of a rule. */
const canBeTopic = (intent: Intent, text: string): boolean =>
  isQuestion(intent) && !NEVER_TOPICS.has(intent.kind) && (intent.kind !== 'afford' || OWNED.test(text));

/** Matches "45 weekly to savings", which names an amount and a target but no verb, as a transfer. */
function matchImpliedTransfer({ text, items }: ParsedMessage, customer: CustomerContext): Intent | null {
  const hasVerb = items.some(({ is }) => is === 'concept' || is === 'word');
  // "200 in savings" can state a balance, so only "to" or a frequency makes it a transfer.
  const isRepeated = items.some(({ is }) => is === 'frequency');
  const isTarget = items.some(
    (item) =>
      item.is === 'name' &&
      isDestination(item) &&
      (isRepeated || /^(?:to|into|onto|towards?)$/.test(item.preposition ?? '')),
  );
  if (hasVerb || !isTarget || !items.some(({ is }) => is === 'amount')) return null;
  if (items.some(({ is }) => is === 'time') || /^\s*(?:how|what|when|why|is|are|did|do)\b/i.test(text))
    return null;
  const intent = matchIntents(parseMessage(`transfer ${text}`, customer));
  return intent?.kind === 'transfer' || intent?.kind === 'schedule' || intent?.kind === 'pay_card'
    ? intent
    : null;
}

/**
 * Returns a rule's intent, question, or refusal if the rule matches every word of the message; otherwise
 * null.
 */
function matchIntent(rule: Rule, message: ParsedMessage): Intent | null {
  const spans = new MatchedSpans(message);
  const intent = rule(spans);
  if (spans.unmatchedItems().length > 0) return null;
  return spans.reply ?? (intent && { ...intent, assumed: [...spans.assumed, ...listCorrections(message)] });
}

/** Lists corrected names, so that the customer notices a misspelled payee before paying. */
function listCorrections({ corrections, items }: ParsedMessage): Assumed[] {
  const names = items.filter(({ is }) => is === 'name');
  return corrections
    .filter(({ to }) => names.some(({ words }) => words.includes(to)))
    .map(({ from, to }) => ({
      slot: 'spelling',
      text: `\u201c${from}\u201d means \u201c${to}\u201d`,
    }));
}

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

const trimEnd = (text: string) => text.trim().replace(/[.?!\s]+$/, '');

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

/** Adds the name of the last intent to a short follow-up, such as "And the minimum?". */
function matchWithName(text: string, last: Understood, customer: CustomerContext): Intent | null {
  const name = getName(last, customer);
  if (!name) return null;
  const question = trimEnd(text).replace(/^(?:and|so|what about|how about)\s+/i, '');
  const intent =
    matchIntents(parseMessage(`what is ${question} on ${name}`, customer)) ??
    matchIntents(parseMessage(`${question} ${name}`, customer)) ??
    matchIntents(parseMessage(`${question} on ${name}`, customer));
  const isSame =
    intent?.kind === last.kind ||
    (last.kind === 'upcoming' && (intent?.kind === 'card' || intent?.kind === 'debt')) ||
    // "What if I pay 100 extra" is about the debt in the last answer.
    ((last.kind === 'debt' || last.kind === 'topic') && intent?.kind === 'what_if');
  return isSame ? intent : null;
}

function getName(last: Understood, { cards, loans, mortgages }: CustomerContext): string | undefined {
  const getProduct = (id: string | undefined) =>
    [...cards, ...loans, ...mortgages].find((product) => product.id === id)?.name;
  if (last.kind === 'card') return last.card.name;
  if (last.kind === 'debt') return getProduct(last.debt.id);
  if (last.kind === 'goal') return last.goal?.name;
  if (last.kind === 'topic') return last.values.debts.length === 1 ? last.values.debts[0]?.name : undefined;
  return last.kind === 'upcoming' ? (last.about?.name ?? getProduct(last.place?.id)) : undefined;
}
