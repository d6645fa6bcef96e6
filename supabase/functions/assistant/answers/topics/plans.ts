import type { TopicAnswers } from '../topics.ts';
import { DEBT_ANSWERS } from './plans-debts.ts';
import { HOME_ANSWERS } from './plans-home.ts';
import { PAYOFF_ANSWERS } from './plans-payoff.ts';

export const PLANS_ANSWERS: TopicAnswers = { ...DEBT_ANSWERS, ...PAYOFF_ANSWERS, ...HOME_ANSWERS };
