import type { Intent } from '../../../assistant/intent.ts';
import { choices, type Part, text } from '../../../assistant/parts.ts';
import { type Answer, type IntentOf, withAssumptions, withReading } from './answer.ts';
import type { AnswerContext } from './answer-context.ts';
import { answerBalance } from './answers/balance.ts';
import { answerCalculate } from './answers/calculate.ts';
import { answerCard, answerCards } from './answers/cards.ts';
import { answerCutBack } from './answers/cut-back.ts';
import {
  answerCardChoice,
  answerDebtFree,
  answerDebtRanking,
  answerFixedPayment,
  answerMinimumOnly,
  answerNewRate,
  answerPayOrSave,
} from './answers/debt-questions.ts';
import { answerDebt, answerDebtStrategies } from './answers/debts.ts';
import { answerFlow } from './answers/flow.ts';
import { answerAfford, answerForecast, answerHowLong } from './answers/forecast.ts';
import {
  answerBeyond,
  answerCapabilities,
  answerDate,
  answerExchange,
  answerExplain,
  answerFact,
  answerHappened,
  answerHelp,
  answerSmallTalk,
  askForValue,
} from './answers/help.ts';
import {
  answerLastAction,
  answerLowestBalance,
  answerPaycheck,
  explainComputation,
} from './answers/history.ts';
import { answerInterest, explainInterest } from './answers/interest.ts';
import { answerBudget, answerCreditScore, answerGoal } from './answers/plans.ts';
import {
  answerAccountRate,
  answerApplications,
  answerCategoryChange,
  answerContacts,
  answerDailyInterest,
  answerHighestBalance,
  answerHome,
  answerLatePayments,
  answerPayoffQuote,
  answerRates,
  answerRunway,
  answerSavingsRate,
  answerTransfers,
  answerUnusual,
} from './answers/records.ts';
import { answerSubscriptions } from './answers/subscriptions.ts';
import { answerTask } from './answers/tasks.ts';
import { answerTopic } from './answers/topics.ts';
import { answerTransactions, explainDeclines, explainTransaction } from './answers/transactions.ts';
import { answerSafeToSpend, answerUpcoming } from './answers/upcoming.ts';
import { answerWhatIf } from './answers/what-if.ts';
import { answerProposal, proposeAction } from './proposals/answers.ts';

type Handlers = { [Kind in Intent['kind']]: (intent: IntentOf<Kind>, context: AnswerContext) => Answer };

const HANDLERS: Handlers = {
  balance: answerBalance,
  flow: answerFlow,
  rows: answerTransactions,
  upcoming: answerUpcoming,
  subscriptions: answerSubscriptions,
  budget: answerBudget,
  goal: answerGoal,
  card: answerCard,
  cards: answerCards,
  debt: answerDebt,
  why: explain,
  interest: answerInterest,
  afford: answerAfford,
  how_long: answerHowLong,
  forecast: answerForecast,
  safe_to_spend: answerSafeToSpend,
  credit_score: answerCreditScore,
  what_if: answerWhatIf,
  debt_strategies: answerDebtStrategies,
  explain: answerExplain,
  help: answerHelp,
  exchange: answerExchange,
  several: answerSeveral,
  calculate: answerCalculate,
  debt_free: answerDebtFree,
  minimum_only: answerMinimumOnly,
  fixed_payment: answerFixedPayment,
  debt_ranking: answerDebtRanking,
  new_rate: answerNewRate,
  card_choice: answerCardChoice,
  pay_or_save: answerPayOrSave,
  cut_back: answerCutBack,
  task: answerTask,
  lowest_balance: answerLowestBalance,
  highest_balance: answerHighestBalance,
  account_rate: answerAccountRate,
  rates: answerRates,
  home: answerHome,
  runway: answerRunway,
  savings_rate: answerSavingsRate,
  transfers: answerTransfers,
  unusual: answerUnusual,
  daily_interest: answerDailyInterest,
  late_payments: answerLatePayments,
  applications: answerApplications,
  contacts: answerContacts,
  category_change: answerCategoryChange,
  payoff_quote: answerPayoffQuote,
  fact: answerFact,
  topic: answerTopic,
  paycheck: answerPaycheck,
  last_action: answerLastAction,
  how_computed: ({ of }, context) => explainComputation(answerIntent({ ...of, assumed: [] }, context)),
  happened: answerHappened,
  date: answerDate,
  capabilities: answerCapabilities,
  social: answerSmallTalk,
  missing: askForValue,
  beyond: answerBeyond,
  transfer: proposeAction,
  pay_card: proposeAction,
  pay_debt: proposeAction,
  pay_person: proposeAction,
  schedule: proposeAction,
  auto_deposit: proposeAction,
  freeze: proposeAction,
  set_budget: proposeAction,
  delete_budget: proposeAction,
  draw_line: proposeAction,
  contribute_goal: proposeAction,
  change_goal: proposeAction,
  redeem: proposeAction,
  fast_forward: proposeAction,
  undo: answerProposal,
  confirm: answerProposal,
  dismiss: answerProposal,
};

/** Returns the answer to an intent: a sentence first, followed by details. */
export function answerIntent(intent: Intent, context: AnswerContext): AsyncGenerator<Part> {
  const handle = HANDLERS[intent.kind] as (intent: Intent, context: AnswerContext) => Answer;
  const answer = withReading(
    withAssumptions(handle(intent, context), 'assumed' in intent ? intent.assumed : []),
    'reading' in intent ? intent.reading : undefined,
  );
  return OPEN_ENDED.has(intent.kind) ? answer : limitChoices(answer);
}

/** Answers whose choices are the possible values, or starting points, and not follow-ups. */
const OPEN_ENDED = new Set<Intent['kind']>([
  'missing',
  'beyond',
  'capabilities',
  'social',
  'debt_strategies',
]);
const MAX_FOLLOW_UPS = 2;

async function* limitChoices(answer: AsyncGenerator<Part>): AsyncGenerator<Part> {
  for await (const part of answer)
    yield part.kind === 'choices' ? { ...part, choices: part.choices.slice(0, MAX_FOLLOW_UPS) } : part;
}

/** Answers several questions, one after another. Only the last answer suggests follow-ups. */
async function* answerSeveral(
  { questions, later = [] }: IntentOf<'several'>,
  context: AnswerContext,
): Answer {
  for (const [index, question] of questions.entries())
    for await (const part of answerIntent(question, context))
      if (part.kind !== 'choices' || (index === questions.length - 1 && later.length === 0)) yield part;
  if (later.length === 0) return;
  yield text('You confirm each change separately. The next one is below.');
  yield choices(...later);
}

/**
 * Explains interest, a declined payment, or a transaction. Transactions in the Interest category count as
 * interest.
 */
function explain(intent: IntentOf<'why'>, context: AnswerContext): Answer {
  const { what, filter } = intent;
  if (what === 'interest' || filter.categories.some(({ name }) => name === 'Interest'))
    return explainInterest(intent, context);
  return what === 'decline' ? explainDeclines(intent, context) : explainTransaction(intent, context);
}
