import type { TopicValues } from '../../../../assistant/intent.ts';
import { TOPICS } from '../../../../assistant/topics.ts';
import type { Answer, IntentOf } from '../answer.ts';
import type { AnswerContext } from '../answer-context.ts';
import { BANK_ANSWERS } from './topics/bank.ts';
import { MONEY_ANSWERS } from './topics/money.ts';
import { PLANS_ANSWERS } from './topics/plans.ts';

/** The answers to topics, by topic id. */
export type TopicAnswers = Readonly<Record<string, (values: TopicValues, context: AnswerContext) => Answer>>;

export const TOPIC_ANSWERS: TopicAnswers = { ...MONEY_ANSWERS, ...PLANS_ANSWERS, ...BANK_ANSWERS };

/** Answers a question that the assistant recognizes by its example phrasings. */
export async function* answerTopic({ topic, values }: IntentOf<'topic'>, context: AnswerContext): Answer {
  const answer = TOPIC_ANSWERS[topic];
  if (!answer) throw new Error(`Topic ${topic} of ${TOPICS.length} has no answer`);
  yield* answer(values, context);
}
