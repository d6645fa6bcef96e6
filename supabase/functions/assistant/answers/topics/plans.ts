import type { TopicAnswers } from '../topics.ts';

export const PLANS_ANSWERS: TopicAnswers = {};
