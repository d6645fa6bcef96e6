import type { Intent } from '../../../assistant/intent.ts';
import { card, cards } from './answers-cards.ts';
import { debt, interest } from './answers-debts.ts';
import { flow } from './answers-flow.ts';
import { afford, forecast, howLong } from './answers-forecast.ts';
import { creditScore, goal } from './answers-goals.ts';
import {
  beyond,
  capabilities,
  date,
  exchange,
  explain,
  happened,
  help,
  missing,
  social,
} from './answers-other.ts';
import { balance, budget } from './answers-status.ts';
import { listTransactions } from './answers-transactions.ts';
import { safe, subscriptions, upcoming } from './answers-upcoming.ts';
import { strategies, whatIf } from './answers-what-if.ts';
import { whyInterest } from './answers-why.ts';
import { whyOther } from './answers-why-transactions.ts';
import type { Answer, Asking } from './asking.ts';
import { openProposal, proposeAction } from './proposing.ts';

type Handlers = {
  [Kind in Intent['kind']]: (intent: Extract<Intent, { kind: Kind }>, asking: Asking) => Answer;
};

const HANDLERS: Handlers = {
  balance,
  flow,
  rows: listTransactions,
  upcoming,
  subscriptions,
  budget,
  goal,
  card,
  cards,
  debt,
  why: (intent, asking) => (isAboutInterest(intent) ? whyInterest(intent, asking) : whyOther(intent, asking)),
  interest,
  afford,
  how_long: howLong,
  forecast,
  safe_to_spend: safe,
  credit_score: creditScore,
  what_if: whatIf,
  debt_strategies: strategies,
  explain,
  help,
  exchange,
  happened,
  date,
  capabilities: (_, asking) => capabilities(asking),
  social,
  missing,
  beyond,
  transfer: proposeAction,
  pay_card: proposeAction,
  pay_debt: proposeAction,
  pay_person: proposeAction,
  schedule: proposeAction,
  auto_deposit: proposeAction,
  freeze: proposeAction,
  set_budget: proposeAction,
  fast_forward: proposeAction,
  undo: (_, asking) => openProposal('undo', asking),
  confirm: (_, asking) => openProposal('confirm', asking),
  dismiss: (_, asking) => openProposal('dismiss', asking),
};

/** Returns the answer to an intent: the sentence first, then its details. */
export function answerTo(intent: Intent, asking: Asking): Answer {
  const handle = HANDLERS[intent.kind] as (intent: Intent, asking: Asking) => Answer;
  return handle(intent, asking);
}

/** A question about transactions in the Interest category is also about interest. */
const isAboutInterest = ({ what, filter }: Extract<Intent, { kind: 'why' }>) =>
  what === 'interest' || filter.categories.some(({ name }) => name === 'Interest');
