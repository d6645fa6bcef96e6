import { monthsCovered as covered, monthsUntil } from '@engine/insights/lesson-figures.ts';
import { barsOf, counted, moneyOf, question, spanText, usualMonth } from './lesson-numbers';
import { SOURCES } from './lesson-sources';
import type { Lesson, LessonFacts } from './lesson-types';

const NO_MONTH = { earned: 0, spent: 0 };
const TARGET_MONTHS = 3;

const tenths = (months: number) => (Math.floor(months * 10) / 10).toString();

function standing(facts: LessonFacts) {
  const { earned, spent } = usualMonth(facts) ?? NO_MONTH;
  return { spent, left: Math.max(0, earned - spent), months: covered(facts.savings, spent) ?? 0 };
}

export const monthsCovered: Lesson = {
  id: 'months-covered',
  topic: 'saving',
  title: 'How many months your savings cover',
  summary: 'What an emergency fund is for, and how large is enough.',
  needs: (facts) => facts.savings > 0 && (usualMonth(facts)?.spent ?? 0) > 0,
  parts: [
    {
      text: [
        'An [emergency fund](emergency-fund) is money kept for what you cannot plan: a repair, a bill from the hospital, weeks without pay. Its purpose is not to earn much. It keeps a bad week from becoming a debt at the rate of a [credit card](apr).',
        'An amount alone does not say whether it is enough. $5,000.00 is a long time for one household and six weeks for another. So measure it in months: what you have saved, divided by what you spend in a month.',
      ],
    },
    'figure',
    {
      heading: 'How many are enough',
      text: [
        'Three to six months of expenses is a rule of thumb, not a law. It depends on how long it would take you to replace your income. Two steady incomes in a household need less than one; commission, seasonal work or a business of your own need more. So do people who depend on you.',
        'If you have nothing yet, do not begin with six months. A few hundred dollars already pay for a small repair. Begin there, let it arrive by itself on payday, and let it grow.',
      ],
    },
    'tool',
    {
      heading: 'Where to keep it',
      text: [
        'Somewhere safe that you can reach within a day or two, and not mixed with what you spend from. An insured [savings account](savings-account) does all of this. Stocks do not: they may have fallen just when you need the money. A [certificate of deposit](certificate-of-deposit) pays a little more, but asks a penalty for taking the money out early.',
        'An expensive card debt and an empty fund compete for the same dollar. Every dollar paid on the card saves its rate, far more than savings pay. Yet without any fund the next repair goes on the card again. A small fund first, then the card, then the rest of the fund is a sound order.',
        'And use it. A fund that is spent on an emergency has done its work; then fill it again.',
      ],
    },
  ],
  figure: (facts) => {
    const money = moneyOf(facts);
    const { spent, months } = standing(facts);
    return {
      value: tenths(months),
      label: 'months of spending in savings',
      words: `You have ${money(facts.savings)} in savings and spend ${money(spent)} in a usual month.`,
      formula: 'savings ÷ spending of a usual month (the average of the last whole months)',
      inputs: [
        { name: 'Savings', value: money(facts.savings) },
        { name: 'Spent in a month', value: money(spent) },
        { name: 'Checking, not counted', value: money(facts.checking) },
      ],
    };
  },
  tool: (facts) => {
    const money = moneyOf(facts);
    const { spent, left } = standing(facts);
    return {
      label: 'Months to be covered',
      from: 1,
      to: 12,
      step: 1,
      start: TARGET_MONTHS,
      write: (months) => counted(months, 'month'),
      answer: (months) => {
        const target = spent * months;
        const wait = monthsUntil(target, facts.savings, left);
        const when =
          wait === 0
            ? 'That is there already.'
            : wait === null
              ? 'Nothing is left over in a usual month, so it is not reached as things are.'
              : `With the ${money(left)} that stays in a usual month it takes ${spanText(wait)}.`;
        return {
          words: `${counted(months, 'month')} cost ${money(target)}. ${when}`,
          bars: barsOf([
            { label: 'Needed', amount: target, value: money(target) },
            { label: 'Saved', amount: facts.savings, value: money(facts.savings) },
          ]),
        };
      },
    };
  },
  next: { words: 'Try saving $200.00 more a month', to: '/forecasts/what-if?begin=save-more' },
  sources: [SOURCES.liquidSavings, SOURCES.automaticTransfers],
  quiz: (facts) => {
    const money = moneyOf(facts);
    const { spent } = standing(facts);
    return [
      question(
        `A household spends ${money(spent)} a month. What does a fund of three months hold?`,
        money(spent * 3),
        [money(spent), money(spent * 6), money(Math.round(spent / 3))],
        `Three times ${money(spent)}.`,
      ),
      question(
        'Why is an emergency fund not kept in stocks?',
        'They may have fallen just when you need the money',
        ['Stocks cannot be sold', 'They pay no return', 'It is forbidden'],
        'Prices fall without warning. Money that may be needed soon must not depend on the day it is sold.',
      ),
      question(
        'Who needs more months than others?',
        'Somebody with one uneven income',
        ['A couple with two steady incomes', 'Somebody with a pension', 'Somebody who spends more on food'],
        'What counts is how long a lost income takes to replace, and whether there is another one.',
      ),
      question(
        `You save ${money(40_000)} a month. How long until ${money(300_000)}, from nothing?`,
        counted(monthsUntil(300_000, 0, 40_000) ?? 0, 'month'),
        ['7 months', '12 months', '30 months'],
        '300 ÷ 40 is 7.5: after seven months a part is still missing, so it takes eight.',
      ),
    ];
  },
};
