import { growth, yearOfSavings, yearsToDouble } from '@engine/insights/lesson-figures.ts';
import { barsOf, counted, moneyOf, percentText, question } from './lesson-numbers';
import { SOURCES } from './lesson-sources';
import type { Lesson, LessonFacts } from './lesson-types';

const MONTHLY = 20_000;
const MOST_YEARS = 40;
const YEARS = 10;

const rateOf = ({ tiers }: LessonFacts) => tiers[0]?.percent ?? 0;

export const compoundInterest: Lesson = {
  id: 'compound-interest',
  topic: 'saving',
  title: 'Interest on interest',
  summary: 'What your savings earn, and what time does to it.',
  needs: ({ savings, tiers }) => savings > 0 && tiers.length > 0,
  parts: [
    {
      text: [
        '[Interest](interest) is the price of money over time. On savings the bank pays it to you. If you leave it in the account, it earns interest in its turn: [compound interest](compound-interest). In one year this hardly shows. In thirty it is most of the money.',
        'Two rates are printed beside each other. The interest rate is what is applied to the balance. The [APY](apy) is what a year of it comes to, with compounding, and Regulation DD sets how it is computed, so that banks can be compared by it.',
      ],
    },
    'figure',
    {
      heading: 'Time does more than amount',
      text: [
        'Somebody who saves for ten years and stops can end with more than somebody who starts ten years later and saves twice as long. The early deposits had longer to grow. That is why a small amount today is better than the plan to save a large one later.',
        'The [rule of 72](rule-of-72) tells it without a calculator: 72 divided by the rate is about the number of years until money doubles.',
      ],
    },
    'tool',
    {
      heading: 'What takes it away',
      text: [
        '[Inflation](inflation) works in the other direction. At 3% of interest and 3% of inflation the balance grows and buys the same as before. Compare the rate with inflation before you call it a gain. Interest is also income: tax is due on it in the year it is credited, and the bank reports it on Form 1099-INT from ten dollars on.',
        'Rates on savings are not fixed. The bank may change them at any time. If you know that you will not need the money for a year, a [certificate of deposit](certificate-of-deposit) keeps its rate for that time.',
        'Sandbank pays by [tiers](tier): each part of a balance earns the rate of its own tier. More money never earns less.',
      ],
    },
  ],
  figure: (facts) => {
    const money = moneyOf(facts);
    const year = yearOfSavings(facts.savings, facts.tiers);
    return {
      value: money(year),
      label: 'a year on your savings',
      words: `${money(facts.savings)} at today’s rates, with interest credited monthly and left in the account.`,
      formula: 'each day’s balance × the rate of its tier ÷ 365, credited at the end of each month',
      inputs: [
        { name: 'Savings', value: money(facts.savings) },
        ...facts.tiers.map(({ above, percent }) => ({
          name: `Above ${money(above)}`,
          value: percentText(percent),
        })),
      ],
    };
  },
  tool: (facts) => {
    const money = moneyOf(facts);
    const rate = rateOf(facts);
    return {
      label: `Years of saving ${money(MONTHLY)} a month`,
      from: 1,
      to: MOST_YEARS,
      step: 1,
      start: YEARS,
      write: (years) => counted(years, 'year'),
      answer: (years) => {
        const { balance, paidIn, grown } = growth(facts.savings, MONTHLY, rate, years);
        return {
          words: `${money(balance)} at ${percentText(rate)}: ${money(paidIn)} of your own and ${money(grown)} of interest, if the rate stayed.`,
          bars: barsOf([
            { label: 'Your own', amount: paidIn, value: money(paidIn) },
            { label: 'Interest', amount: grown, value: money(grown) },
          ]),
        };
      },
    };
  },
  next: { words: 'Try saving $200.00 more a month', to: '/forecasts/what-if?begin=save-more' },
  sources: [SOURCES.truthInSavings, SOURCES.interestReceived],
  quiz: (facts) => {
    const money = moneyOf(facts);
    const year = yearOfSavings(facts.savings, facts.tiers);
    return [
      question(
        `${money(facts.savings)} in savings at today’s rates. What does it earn in a year?`,
        money(year),
        [money(year * 3), money(Math.round(year / 12)), money(year + 50_000)],
        'The balance times the rate, a little more because each month’s interest earns interest.',
      ),
      question(
        'At 6% a year, after about how many years has money doubled?',
        `${Math.round(yearsToDouble(6) ?? 0)} years`,
        ['6 years', '17 years', '36 years'],
        '72 ÷ 6 = 12.',
      ),
      question(
        'Two banks name an interest rate and an APY. Which do you compare?',
        'The APY',
        ['The interest rate', 'The sum of both', 'Whichever is lower'],
        'The APY includes compounding and must be computed in one way by every bank.',
      ),
      question(
        'Savings earn 2%, prices rise by 4%. What happens to what the money buys?',
        'It becomes less',
        ['It becomes more', 'It stays the same', 'It doubles'],
        'The balance grows more slowly than prices do.',
      ),
    ];
  },
};
