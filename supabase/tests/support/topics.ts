import type { SupabaseClient } from '@supabase/supabase-js';
import type { TopicValues } from '../../../assistant/intent.ts';
import type { Figure, Part } from '../../../assistant/parts.ts';
import { withAssumptions } from '../../functions/assistant/answer.ts';
import { AnswerContext, type Customer } from '../../functions/assistant/answer-context.ts';
import { TOPIC_ANSWERS } from '../../functions/assistant/answers/topics.ts';

const NO_VALUES: TopicValues = {
  accounts: [],
  cards: [],
  debts: [],
  categories: [],
  merchants: [],
  payments: [],
  goals: [],
  contacts: [],
  amounts: [],
  percents: [],
  months: [],
  frequencies: [],
  periods: [],
};

export type TopicReply = { parts: Part[]; text: string; figures: Figure[] };

/** Loads the data of a customer's answers. */
export async function loadAnswerContext(client: SupabaseClient): Promise<AnswerContext> {
  const { data } = await client.rpc('assistant_context').throwOnError();
  return new AnswerContext(client, data as Customer);
}

/** Answers a topic with the given values, as if a message had named them. */
export async function answerTopicWith(
  context: AnswerContext,
  topic: string,
  values: Partial<TopicValues> = {},
): Promise<TopicReply> {
  const answer = TOPIC_ANSWERS[topic];
  if (!answer) throw new Error(`Topic ${topic} has no answer`);
  const parts: Part[] = [];
  for await (const part of withAssumptions(answer({ ...NO_VALUES, ...values }, context), []))
    parts.push(part);
  return {
    parts,
    text: parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join(' '),
    figures: parts.flatMap((part) => (part.kind === 'figures' ? part.figures : [])),
  };
}

/** Returns the amount or value of the figure with a label. */
export function getTopicFigure({ figures }: TopicReply, label: string): number | string | undefined {
  const figure = figures.find((item) => item.label === label);
  return figure && ('amount' in figure ? figure.amount : figure.value);
}
