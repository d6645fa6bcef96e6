import type { TopicAnswers } from '../topics.ts';
import { BUDGET_ANSWERS } from './plans-budgets.ts';
import { CREDIT_ANSWERS } from './plans-credit.ts';
import { DEBT_ANSWERS } from './plans-debts.ts';
import { GOAL_ANSWERS } from './plans-goals.ts';
import { HOME_ANSWERS } from './plans-home.ts';
import { PAYOFF_ANSWERS } from './plans-payoff.ts';
import { SAVINGS_ANSWERS } from './plans-savings.ts';

export const PLANS_ANSWERS: TopicAnswers = {
  ...DEBT_ANSWERS,
  ...PAYOFF_ANSWERS,
  ...HOME_ANSWERS,
  ...GOAL_ANSWERS,
  ...SAVINGS_ANSWERS,
  ...BUDGET_ANSWERS,
  ...CREDIT_ANSWERS,
};
