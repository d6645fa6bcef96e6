import type { TopicAnswers } from '../topics.ts';

export const BANK_ANSWERS: TopicAnswers = {};
