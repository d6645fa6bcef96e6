import type { TopicValues } from '../../intent.ts';
import type { MatchedSpans } from '../../parser/matched-spans.ts';
import { readTopicValues } from '../../parser/topic-values.ts';
import { findTopic } from '../../topics.ts';
import type { Request } from './frame.ts';

/** Returns the question of a topic with the values of a message. `values` replaces some of them. */
export const toTopic = (spans: MatchedSpans, topic: string, values: Partial<TopicValues> = {}): Request => ({
  kind: 'topic',
  topic,
  values: { ...readTopicValues(spans.message, findTopic(topic)).values, ...values },
});
