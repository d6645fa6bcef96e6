import type { Assumed, CustomerContext, Intent } from '../intent.ts';
import { buyCurrency, transfer } from '../intents/actions.ts';
import { readAsFact, readAsKnownQuestion, readAsTopic, readWithoutFillers } from '../intents/approximate.ts';
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
import { ACTIONS, isAction } from '../intents/follow-up/follow-up-handlers.ts';
import {
  changeGoal,
  contributeGoal,
  deleteBudget,
  deleteGoal,
  redeemRewards,
} from '../intents/goal-actions.ts';
import { elsewhere, explain, help } from '../intents/help.ts';
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
import { afford, forecast, howLong, subscriptions, upcoming } from '../intents/upcoming.ts';
import { whatIf } from '../intents/what-if/what-if.ts';
import { MatchedSpans, type Rule } from './matched-spans.ts';
import { type ParsedMessage, parseMessage } from './parsed-message.ts';
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

/** Returns the intent of the first rule that matches every word, or the topic or fact that takes precedence over it. */
export function matchIntents(message: ParsedMessage): Intent | null {
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

/** Returns the intent of a text that isn't parsed yet, as `matchIntents` does. */
export const matchText = (text: string, customer: CustomerContext): Intent | null =>
  matchIntents(parseMessage(cleanText(text), customer));

const ASKS_FIGURE = /^\s*(?:the |my )?(?:totals?|sum|averages?|avg|number|count|history)\b/i;

/** Returns true if an almost certain topic takes precedence over the intent of a rule. */
const canBeTopic = (intent: Intent, text: string): boolean =>
  isQuestion(intent) && !NEVER_TOPICS.has(intent.kind) && (intent.kind !== 'afford' || OWNED.test(text));

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
export const OWNED = /\b(?:rent|car|house|home|apartment)\b/i;

/**
 * Returns a rule's intent, question, or refusal if the rule matches every word of the message; otherwise
 * null.
 */
export function matchIntent(rule: Rule, message: ParsedMessage): Intent | null {
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

/** Reads a message without words that add nothing, or as the most similar known question. */
export function readBySimilarity(message: ParsedMessage): Intent | null {
  const { customer } = message;
  return (
    readWithoutFillers(message, QUESTION_INTENTS, isAnswerable) ??
    readAsKnownQuestion(message, (question) => {
      const intent = matchIntents(parseMessage(question, customer));
      return intent && isAnswerable(intent) ? intent : null;
    })
  );
}

const NON_QUESTION_KINDS = new Set<Intent['kind']>([
  ...ACTIONS,
  ...(['undo', 'dismiss', 'task', 'missing', 'beyond', 'several', 'social'] as const),
]);

export const isQuestion = (
  meaning: Intent,
): meaning is Extract<Intent, { kind: 'several' }>['questions'][number] =>
  !NON_QUESTION_KINDS.has(meaning.kind);

/** Returns true for a question, or for one that only needs to know which record is meant. */
const isAnswerable = (meaning: Intent): boolean =>
  isQuestion(meaning) || (meaning.kind === 'missing' && !NON_QUESTION_KINDS.has(meaning.of));

/** Returns true for an action, or for a question that completes one. */
export const isChange = (intent: Intent): boolean =>
  isAction(intent.kind === 'missing' ? intent.of : intent.kind);
