import { incomeSwing } from '@engine/insights/lesson-figures.ts';
import { formatAs } from '@/lib/dates';
import { barsOf, moneyOf, percentText, question } from './lesson-numbers';
import { SOURCES } from './lesson-sources';
import type { Lesson, LessonFacts } from './lesson-types';

const swingOf = ({ months }: LessonFacts) => incomeSwing(months.map(({ earned }) => earned));
const SET_ASIDE = 25;

export const unevenIncome: Lesson = {
  id: 'uneven-income',
  topic: 'earning',
  title: 'Living on an income that changes',
  summary: 'Pay yourself the same each month, whatever comes in.',
  needs: ({ months }) => months.filter(({ earned }) => earned > 0).length > 1,
  parts: [
    {
      text: [
        'Few incomes are as even as they look. Overtime, tips, commission, a third payday in a month, work for clients who pay late: the year may be good and a single month still short. Bills do not wait for the good month.',
        'The remedy is to separate the month in which money is earned from the month in which it is spent. All income goes into one account. From it you pay yourself the same amount each month, as an employer would.',
      ],
    },
    'figure',
    {
      heading: 'How large the cushion must be',
      text: [
        'That account needs a cushion, or a few weak months in a row empty it. How large depends on the order in which months come, not only on how weak they are: two poor months after each other need more than two apart. Your own past tells it best.',
        'Until the cushion is there, live on the lowest month rather than on the average. What comes in beyond it fills the cushion first.',
      ],
    },
    'tool',
    {
      heading: 'Tax when nobody withholds it',
      text: [
        'An employer takes tax out of each pay. Who works for themselves must do it alone. [Self-employment tax](self-employment-tax) is both shares of social security and Medicare, 15.3% of net earnings up to the [wage base](wage-base), and income tax comes on top. The tax office expects it four times a year, as [estimated tax](estimated-tax), in April, June, September and January.',
        'So a part of each payment was never yours. Move it on the day it arrives to an account from which you pay nothing else. A quarter is a start for many; your own tax return of last year shows what it really was. Paying too little during the year can cost a penalty, even when the whole tax is paid in April.',
      ],
    },
  ],
  figure: (facts) => {
    const money = moneyOf(facts);
    const { average, lowest, highest, cushion } = swingOf(facts);
    return {
      value: money(cushion),
      label: 'of cushion would have kept your months even',
      words: `Between ${money(lowest)} and ${money(highest)} came in a month, ${money(average)} on average.`,
      formula: 'the deepest that the sum of (income − average) fell, month after month',
      inputs: facts.months.map(({ month, earned }) => ({
        name: formatAs(month, 'MMMM'),
        value: money(earned),
      })),
    };
  },
  tool: (facts) => {
    const money = moneyOf(facts);
    const { average } = swingOf(facts);
    return {
      label: 'Set aside for tax',
      from: 0,
      to: 50,
      step: 1,
      start: SET_ASIDE,
      write: percentText,
      answer: (percent) => {
        const aside = Math.round((average * percent) / 100);
        return {
          words: `Of ${money(average)} a month, ${money(average - aside)} is yours and ${money(aside)} waits for the tax office: ${money(aside * 3)} a quarter.`,
          bars: barsOf([
            { label: 'Yours', amount: average - aside, value: money(average - aside) },
            { label: 'Set aside', amount: aside, value: money(aside) },
          ]),
        };
      },
    };
  },
  next: { words: 'See your pay and what comes by itself', to: '/auto-deposit' },
  sources: [SOURCES.selfEmployment, SOURCES.estimatedTax, SOURCES.withholding],
  quiz: (facts) => {
    const money = moneyOf(facts);
    const { average } = swingOf(facts);
    return [
      question(
        'Incomes of $1,000.00, $3,000.00 and $2,000.00. What cushion lets you take $2,000.00 out each month?',
        money(incomeSwing([100_000, 300_000, 200_000]).cushion),
        [money(0), money(200_000), money(300_000)],
        'The first month lacks $1,000.00; the second brings it back.',
      ),
      question(
        `The average month brings ${money(average)}. A quarter is set aside for tax. How much in three months?`,
        money(Math.round(average / 4) * 3),
        [money(Math.round(average / 4)), money(average * 3), money(Math.round(average / 2) * 3)],
        'A quarter of the average, three times.',
      ),
      question(
        'Who pays both shares of social security and Medicare?',
        'People who work for themselves',
        ['Every employee', 'Only employers', 'Nobody'],
        'Self-employment tax is the employee’s and the employer’s share together.',
      ),
      question(
        'Until there is a cushion, on which amount should you live?',
        'The lowest month',
        ['The average month', 'The best month', 'Last year’s income divided by ten'],
        'On the average you would run short as soon as weak months come first.',
      ),
    ];
  },
};
