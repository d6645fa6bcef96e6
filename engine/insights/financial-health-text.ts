import { counted } from '../credit/score.ts';
import { POLICY_NAMES } from '../insurance/policies.ts';
import type { PolicyKind } from '../insurance/terms.ts';
import { moneyText } from '../money/amount-text.ts';
import {
  getMonthlySpending,
  getSavingsGoal,
  getSavingsTarget,
  type HealthFacts,
  type HealthLevel,
  type HealthPart,
  hasStep,
  type Indicator,
  type IndicatorName,
  PLANNING_HABITS,
  type PlanningHabit,
} from './financial-health.ts';
import { joinNames } from './join-names.ts';

/** The texts of the financial health score on its page, on the dashboard, and in the assistant's answers. */

export const HEALTH_PART_NAMES: Record<HealthPart, string> = {
  spend: 'Spend',
  save: 'Save',
  borrow: 'Borrow',
  plan: 'Plan',
};

export const NOT_THE_CREDIT_SCORE =
  'This is not your credit score. Lenders don’t see it, and it doesn’t decide any application.';

export const HEALTH_SOURCE =
  'Follows the FinHealth Score of the Financial Health Network: eight indicators, and a score that is their average. The framework asks eight survey questions. We measure your accounts instead.';

/** A step to the next level, with the page on which to take it. */
export type HealthStep = { text: string; label: string; to: string };

export type IndicatorText = {
  title: string;
  /** The measured figure, such as `78% of income`, or why there is none. */
  figure: string;
  /** The formula of the points in words. */
  formula: string;
  inputs: readonly { name: string; value: string }[];
  /** Null at the highest level, and if the indicator isn't measured. */
  step: HealthStep | null;
};

type IndicatorTemplate = {
  title: string;
  formula: string;
  /** The figure if the indicator isn't measured. */
  unknown: string;
  figure: (value: number | null, facts: HealthFacts) => string;
  inputs: (facts: HealthFacts) => readonly { name: string; value: string }[];
  step: (next: HealthLevel, facts: HealthFacts) => HealthStep;
};

const percent = (value: number): string => `${Math.round(value)}%`;
const listPolicies = (kinds: readonly PolicyKind[]): string =>
  joinNames(kinds.map((kind) => POLICY_NAMES[kind].toLowerCase()));
const tenths = (value: number): string => String(Math.round(value * 10) / 10);
/** Rounds up to whole units, so that the step is enough. */
const roundUp = (minor: number): number => Math.ceil(Math.max(0, minor) / 100) * 100;

const HABITS: Record<PlanningHabit, { name: string } & HealthStep> = {
  budget: {
    name: 'A budget for this month',
    text: 'Set a budget for at least one category.',
    label: 'Set a budget',
    to: '/budgets',
  },
  goal: { name: 'A savings goal', text: 'Create a savings goal.', label: 'Create goal', to: '/goals' },
  automatic_saving: {
    name: 'Automatic saving',
    text: 'Save automatically, with a recurring goal contribution or a scheduled transfer to savings.',
    label: 'Set up saving',
    to: '/goals',
  },
  automatic_payments: {
    name: 'Automatic payments',
    text: 'Turn on autopay or schedule a payment for each card, loan, and bill.',
    label: 'Schedule payments',
    to: '/scheduled-payments',
  },
};

const TEMPLATES: Record<IndicatorName, IndicatorTemplate> = {
  spending: {
    title: 'Spend less than income',
    formula:
      'Spending ÷ income in the last full months, up to 12. Up to 80% is much less than income, and 95% to 105% is about equal.',
    unknown: 'Not measured: there is no income or spending yet.',
    figure: (value) => (value === null ? 'No income' : `${percent(value)} of income spent`),
    inputs: ({ income, spending, months, currency }) => [
      { name: 'Spending', value: moneyText(spending, currency) },
      { name: 'Income', value: moneyText(income, currency) },
      { name: 'Full months', value: String(months) },
    ],
    step: ({ from }, { income, spending, months, currency }) => {
      // The step is at least to spend less than income, even if a lower level comes first.
      const most = 100 - Math.max(from, 5);
      const less = roundUp((spending - (income * most) / 100) / Math.max(1, months));
      return {
        text:
          income > 0
            ? `Spend ${moneyText(less, currency)} less a month to stay within ${most}% of your income.`
            : 'Add a paycheck or other income.',
        ...(income > 0
          ? { label: 'Review spending', to: '/analytics?part=spending' }
          : { label: 'Add paycheck', to: '/auto-deposit' }),
      };
    },
  },
  bills: {
    title: 'Pay bills on time',
    formula:
      'Payments on time ÷ due dates in the last 12 months, of cards, loans, mortgages, and scheduled bills. Nearly all is 90%, most 75%, and some 50%.',
    unknown: 'Not measured: nothing has been due yet. Schedule your bills to measure it.',
    figure: (value) => `${percent(Math.floor(value ?? 0))} on time`,
    inputs: ({ bills: { due, onTime } }) => [
      { name: 'Paid on time', value: String(onTime) },
      { name: 'Due dates', value: String(due) },
    ],
    step: () => ({
      text: 'Keep enough in checking on due dates. Late payments stop counting after 12 months.',
      label: 'View upcoming bills',
      to: '/scheduled-payments',
    }),
  },
  liquid_savings: {
    title: 'Have enough liquid savings',
    formula: 'Checking and savings ÷ average monthly spending. Retirement accounts and CDs don’t count.',
    unknown: 'Not measured: there is no spending yet.',
    figure: (value) => `${tenths(value ?? 0)} months of spending`,
    inputs: (facts) => [
      { name: 'Checking and savings', value: moneyText(facts.liquid, facts.currency) },
      { name: 'Average monthly spending', value: moneyText(getMonthlySpending(facts), facts.currency) },
    ],
    step: ({ from }, facts) => {
      const more = roundUp(getMonthlySpending(facts) * from - facts.liquid);
      const time = from < 1 ? '1 week' : counted(from, 'month');
      return {
        text: `Save ${moneyText(more, facts.currency)} more to cover ${time} of spending.`,
        label: 'Save toward a goal',
        to: '/goals',
      };
    },
  },
  long_term_savings: {
    title: 'Have enough long-term savings',
    formula:
      'Investments, retirement accounts, and CDs ÷ the target for your age: 1 year’s income at 30, 3 at 40, 6 at 50, 8 at 60, and 10 at 67 (Fidelity).',
    unknown: 'Not measured: there is no income yet.',
    figure: (value) => `${percent(value ?? 0)} of target`,
    inputs: (facts) => [
      { name: 'Long-term savings', value: moneyText(facts.longTerm, facts.currency) },
      { name: 'Target', value: moneyText(getSavingsGoal(facts), facts.currency) },
      {
        name: 'Target in years of income',
        value: `${tenths(getSavingsTarget(facts.age) / 100)}${facts.age === null ? ' (age unknown)' : ` at ${facts.age}`}`,
      },
    ],
    step: ({ from }, facts) => ({
      text: `Invest ${moneyText(roundUp((getSavingsGoal(facts) * from) / 100 - facts.longTerm), facts.currency)} more over time to reach ${from}% of your target.`,
      label: 'Check your retirement',
      to: '/forecasts/retirement',
    }),
  },
  debt: {
    title: 'Have manageable debt',
    formula: 'Monthly debt payments ÷ average monthly income. Up to 36% is manageable, up to 43% a bit more.',
    unknown: 'Not measured: we need three full months of income.',
    figure: (value, { debt }) =>
      !debt.isOwed ? 'No debt' : value === null ? 'No income' : `${percent(value)} of income`,
    inputs: ({ debt: { payments, income }, currency }) => [
      { name: 'Monthly debt payments', value: moneyText(payments, currency) },
      ...(income === null ? [] : [{ name: 'Average monthly income', value: moneyText(income, currency) }]),
    ],
    step: ({ from }, { debt: { payments, income }, currency }) => {
      const most = 100 - from;
      const less = roundUp(payments - ((income ?? 0) * most) / 100);
      return {
        text: `Lower your debt payments by ${moneyText(less, currency)} a month, to ${most}% of your income.`,
        label: 'Compare what-ifs',
        to: '/forecasts/what-if',
      };
    },
  },
  credit: {
    title: 'Have a prime credit score',
    formula: 'Your Sandbank credit score and its range. A score of 670 or more is good.',
    unknown: 'Not measured: you get a credit score with your first card or loan.',
    figure: (value) => `Credit score ${value ?? ''}`,
    inputs: ({ creditScore }) =>
      creditScore === null ? [] : [{ name: 'Credit score', value: String(creditScore) }],
    step: ({ from, text }, { creditScore }) => ({
      text: `Gain ${counted(from - (creditScore ?? from), 'point')} to reach ${text.toLowerCase()} (${from}).`,
      label: 'View credit score',
      to: '/dashboard/credit-score',
    }),
  },
  insurance: {
    title: 'Have appropriate insurance',
    formula: 'Policies in force ÷ the usual ones: health, car, and home or renters insurance.',
    unknown: 'Not measured yet.',
    figure: (_, { insurance: { usual, missing } }) =>
      `${usual.length - missing.length} of ${counted(usual.length, 'usual policy', 'usual policies')}`,
    inputs: ({ insurance: { usual, missing } }) =>
      usual.map((kind) => ({
        name: POLICY_NAMES[kind],
        value: missing.includes(kind) ? 'Not covered' : 'Covered',
      })),
    step: (_, { insurance: { missing, prepaid = [] } }) => ({
      text: `Add ${listPolicies(missing)}.${prepaid.length > 0 ? ` You already pay the premium of ${listPolicies(prepaid)}.` : ''}`,
      label: 'View insurance',
      to: '/insurance',
    }),
  },
  planning: {
    title: 'Plan ahead',
    formula: 'One level for each habit: a budget, a goal, automatic saving, and automatic payments.',
    unknown: 'Not measured yet.',
    figure: (value) => `${value ?? 0} of ${PLANNING_HABITS.length} habits`,
    inputs: ({ habits }) =>
      PLANNING_HABITS.map((habit) => ({ name: HABITS[habit].name, value: habits[habit] ? 'Yes' : 'No' })),
    step: (_, { habits }) => {
      const { text, label, to } = HABITS[PLANNING_HABITS.find((habit) => !habits[habit]) ?? 'budget'];
      return { text, label, to };
    },
  },
};

/** Describes an indicator: its figure, how it is computed, and the step to its next level. */
export function describeIndicator(indicator: Indicator, facts: HealthFacts): IndicatorText {
  const { title, formula, unknown, figure, inputs, step } = TEMPLATES[indicator.name];
  const { value, points, next } = indicator;
  return {
    title,
    formula,
    figure: points === null ? unknown : figure(value, facts),
    inputs: points === null ? [] : inputs(facts),
    step: next !== null && hasStep(indicator) ? step(next, facts) : null,
  };
}
