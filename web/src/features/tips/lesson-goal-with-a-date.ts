import { depositFor, growth } from '@engine/insights/lesson-figures.ts';
import { barsOf, moneyOf, percentText, question, shareText, spanText, usualMonth } from './lesson-numbers';
import { SOURCES } from './lesson-sources';
import type { Lesson, LessonFacts } from './lesson-types';

const TARGET = 600_000;
const YEARS = 2;
const NO_MONTH = { earned: 0, spent: 0 };

function standing(facts: LessonFacts) {
  const { earned, spent } = usualMonth(facts) ?? NO_MONTH;
  return { earned, spent, stays: earned - spent, rate: facts.tiers[0]?.percent ?? 0 };
}

export const goalWithADate: Lesson = {
  id: 'goal-with-a-date',
  topic: 'saving',
  title: 'A goal with a date',
  summary: 'An amount and a day make a wish into a monthly sum.',
  needs: (facts) => standing(facts).stays > 0,
  parts: [
    {
      text: [
        '"I want to save more" cannot fail, so it does not help either. A [goal](goal) names an amount and a day. From the two follows what has to be put away each month, and every month you can see whether you did.',
        'Begin with what stays. What you earn in a usual month, less what you spend in one, is all that goals can be made of. Promise more than that, and the next month takes it back.',
      ],
    },
    'figure',
    {
      heading: 'Three things can give way',
      text: [
        'If the monthly sum is larger than what stays, one of three must change: the amount, the day, or the spending. Move the day first, because it costs nothing but time. A year later can halve the sum. Then ask whether a smaller amount would do. Only then cut the spending, by a sum you can name.',
        'Interest helps little over so short a time. For a goal two years away nearly all of the money is what you put in. That is good news: you do not need to find the best rate, and you need not take a [risk](risk) for it.',
      ],
    },
    'tool',
    {
      heading: 'Let it leave before you see it',
      text: [
        'Put the money away on payday, by a transfer that happens by itself, and not at the end of the month from what is left. You can change it on any day. Choose a date on which the money is surely there, such as the day after your pay arrives.',
        'Keep goals apart from each other and from what you spend. Money for a holiday that lies beside money for the rent is soon neither. An insured [savings account](savings-account) or a [certificate of deposit](certificate-of-deposit) that ends before the day is the right place for what has a date. Stocks are not, because they may have fallen on that day.',
        'With several goals, give each its own sum. The [emergency fund](emergency-fund) comes first: without it the next repair is paid from the holiday. What has a fixed day comes second, and what can wait takes the rest.',
      ],
    },
  ],
  figure: (facts) => {
    const money = moneyOf(facts);
    const { earned, spent, stays, rate } = standing(facts);
    const { balance, paidIn, grown } = growth(0, stays, rate, YEARS);
    return {
      value: money(balance),
      label: 'in two years, from what stays',
      words: `${money(stays)} stays in a usual month. Put away at ${percentText(rate)} for two years it becomes ${money(balance)}; ${money(grown)} of it is interest.`,
      formula: `(earned − spent) each month, at ${percentText(rate)} credited monthly, for ${YEARS * 12} months`,
      inputs: [
        { name: 'Earned in a usual month', value: money(earned) },
        { name: 'Spent in a usual month', value: money(spent) },
        { name: 'Put in', value: money(paidIn) },
        { name: 'Interest', value: money(grown) },
      ],
    };
  },
  tool: (facts) => {
    const money = moneyOf(facts);
    const { stays, rate } = standing(facts);
    return {
      label: `Until ${money(TARGET)} is there`,
      from: 6,
      to: 60,
      step: 1,
      start: YEARS * 12,
      write: spanText,
      answer: (months) => {
        const deposit = depositFor(TARGET, rate, months);
        return {
          words:
            deposit > stays
              ? `It takes ${money(deposit)} a month, ${money(deposit - stays)} more than stays in a usual month.`
              : `It takes ${money(deposit)} a month, ${shareText(deposit / stays)} of what stays in a usual month.`,
          bars: barsOf([
            { label: 'Put away each month', amount: deposit, value: money(deposit) },
            { label: 'Stays in a usual month', amount: stays, value: money(stays) },
          ]),
        };
      },
    };
  },
  next: { words: 'Set a goal and its date', to: '/goals' },
  sources: [SOURCES.moneyAndGoals, SOURCES.automaticTransfers],
  quiz: (facts) => {
    const money = moneyOf(facts);
    const { stays } = standing(facts);
    return [
      question(
        `${money(stays)} stays in a usual month and all of it is put away. How much is that in a year, without interest?`,
        money(stays * 12),
        [money(stays * 10), money(stays * 24), money(Math.round(stays / 12))],
        'Twelve times what stays.',
      ),
      question(
        `${money(240_000)} in 12 months, without interest. What must be put away each month?`,
        money(depositFor(240_000, 0, 12)),
        [money(24_000), money(12_000), money(40_000)],
        'The amount divided by the months.',
      ),
      question(
        'The monthly sum is too large. What gives way first?',
        'The day',
        ['The emergency fund', 'The rent', 'The next card payment'],
        'More time lowers the sum and costs nothing else.',
      ),
      question(
        'Where does money for a purchase next year belong?',
        'In an insured savings account',
        ['In one stock', 'In a stock fund', 'In the account you spend from'],
        'Its amount must be certain on the day, and it must not be spent by accident.',
      ),
    ];
  },
};
