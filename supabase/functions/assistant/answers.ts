import type { Action, Intent } from '../../../assistant/intent.ts';
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
import { rowsFound } from './answers-transactions.ts';
import { safe, subscriptions, upcoming } from './answers-upcoming.ts';
import { strategies, whatIf } from './answers-what-if.ts';
import { whyInterest } from './answers-why.ts';
import { whyOther } from './answers-why-transactions.ts';
import type { Answer, Asking, Assumptions } from './asking.ts';
import { openProposal, proposed } from './proposing.ts';

/** Returns the answer to an intent: the sentence, then the details. */
export function answerTo(meaning: Intent, asking: Asking): Answer {
  switch (meaning.kind) {
    case 'balance':
      return balance(meaning, asking);
    case 'flow':
      return flow(meaning, asking);
    case 'rows':
      return rowsFound(meaning, asking);
    case 'upcoming':
      return upcoming(meaning, asking);
    case 'subscriptions':
      return subscriptions(meaning, asking);
    case 'budget':
      return budget(meaning, asking);
    case 'goal':
      return goal(meaning, asking);
    case 'card':
      return card(meaning, asking);
    case 'cards':
      return cards(meaning, asking);
    case 'debt':
      return debt(meaning, asking);
    case 'why':
      return isAboutInterest(meaning) ? whyInterest(meaning, asking) : whyOther(meaning, asking);
    case 'interest':
      return interest(meaning, asking);
    case 'afford':
      return afford(meaning, asking);
    case 'how_long':
      return howLong(meaning, asking);
    case 'forecast':
      return forecast(meaning, asking);
    case 'safe_to_spend':
      return safe(meaning, asking);
    case 'credit_score':
      return creditScore(meaning, asking);
    case 'what_if':
      return whatIf(meaning, asking);
    case 'debt_strategies':
      return strategies(meaning, asking);
    default:
      return otherAnswer(meaning, asking);
  }
}

/** A search for interest transactions also asks for their reason. */
const isAboutInterest = ({ what, filter }: Extract<Intent, { kind: 'why' }>) =>
  what === 'interest' || filter.categories.some(({ name }) => name === 'Interest');

type Others = Exclude<Intent, { kind: Told }>;
type Told =
  | 'balance'
  | 'flow'
  | 'rows'
  | 'upcoming'
  | 'subscriptions'
  | 'budget'
  | 'goal'
  | 'card'
  | 'cards'
  | 'debt'
  | 'why'
  | 'interest'
  | 'afford'
  | 'how_long'
  | 'forecast'
  | 'safe_to_spend'
  | 'credit_score'
  | 'what_if'
  | 'debt_strategies';

function otherAnswer(meaning: Others, asking: Asking): Answer {
  switch (meaning.kind) {
    case 'explain':
      return explain(meaning);
    case 'help':
      return help(meaning);
    case 'exchange':
      return exchange(meaning, asking);
    case 'happened':
      return happened(meaning, asking);
    case 'date':
      return date(meaning, asking);
    case 'capabilities':
      return capabilities(asking);
    case 'social':
      return social(meaning, asking);
    case 'missing':
      return missing(meaning);
    case 'beyond':
      return beyond(meaning);
    case 'undo':
    case 'confirm':
    case 'dismiss':
      return openProposal(meaning.kind, asking);
    default:
      return proposed(meaning satisfies Action & Assumptions, asking);
  }
}
