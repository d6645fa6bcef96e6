import type { TopicAnswers } from '../topics.ts';
import { BORROWING_ANSWERS } from './plans-borrowing.ts';
import { BUDGET_ANSWERS } from './plans-budgets.ts';
import { CALCULATION_ANSWERS } from './plans-calculations.ts';
import { CREDIT_ANSWERS } from './plans-credit.ts';
import { DEBT_ANSWERS } from './plans-debts.ts';
import { EXTRA_PAYMENT_ANSWERS } from './plans-extra-payments.ts';
import { FORECAST_ANSWERS } from './plans-forecasts.ts';
import { GOAL_ANSWERS } from './plans-goals.ts';
import { HEALTH_ANSWERS } from './plans-health.ts';
import { HOME_ANSWERS } from './plans-home.ts';
import { PAYOFF_ANSWERS } from './plans-payoff.ts';
import { SAVINGS_ANSWERS } from './plans-savings.ts';
import { WHAT_IF_ANSWERS } from './plans-what-ifs.ts';

export const PLANS_ANSWERS: TopicAnswers = {
  ...DEBT_ANSWERS,
  ...PAYOFF_ANSWERS,
  ...EXTRA_PAYMENT_ANSWERS,
  ...HOME_ANSWERS,
  ...GOAL_ANSWERS,
  ...SAVINGS_ANSWERS,
  ...BUDGET_ANSWERS,
  ...BORROWING_ANSWERS,
  ...HEALTH_ANSWERS,
  ...CREDIT_ANSWERS,
  ...FORECAST_ANSWERS,
  ...WHAT_IF_ANSWERS,
  ...CALCULATION_ANSWERS,
};
