import { fallOf } from '@engine/insights/lesson-figures.ts';
import { barsOf, moneyOf, percentText, question, usualMonth } from './lesson-numbers';
import { SOURCES } from './lesson-sources';
import type { Lesson } from './lesson-types';

const FALL = 20;

export const fallsAndRecoveries: Lesson = {
  id: 'falls-and-recoveries',
  topic: 'investing',
  title: 'What a fall takes, and what brings it back',
  summary: 'Risk in dollars, before it happens.',
  needs: ({ investments }) => investments > 0,
  parts: [
    {
      text: [
        'A savings account promises an amount. A [stock](stock) promises nothing: it is a share of a business and worth what somebody pays for it today. Over long spans stocks have paid more than savings, and the reason is the same one that makes them uncomfortable: nobody knows the price tomorrow.',
        '[Risk](risk) is easiest to judge in dollars. "I can stand a loss of 20%" is quickly said. The amount is harder to look at.',
      ],
    },
    'figure',
    {
      heading: 'Down and up are not the same',
      text: [
        'A fall of 20% is not made good by a rise of 20%, because the rise begins from less. After 20% down you need 25% up; after 50% down the value must double. The larger the fall, the longer the way back.',
      ],
    },
    'tool',
    {
      heading: 'What follows from it',
      text: [
        'First, time. A fall hurts only who must sell in it. Money you need within a few years does not belong in stocks; money you do not touch for decades can wait. That is why the same fund can suit a saver of thirty and not a buyer of a house next spring.',
        'Second, [diversification](diversification). A single company can fall to nothing and stay there. A broad [index fund](index-fund) holds hundreds or thousands; one failure hardly shows. It does not protect from a fall of the whole market.',
        'Third, the mix. [Asset allocation](asset-allocation), the split between stocks, bonds and cash, decides most of how far a portfolio falls. Choose the one with which you would not sell at the bottom, because selling turns a fall into a loss.',
        'Deposit insurance does not cover investments. SIPC protects customers when a brokerage fails and their securities are missing; it does not protect from a falling price.',
        'In Sandbank the market is drawn by chance from a seed. It resembles real markets in how much it moves, and it tells nothing about what they will do.',
      ],
    },
  ],
  figure: (facts) => {
    const money = moneyOf(facts);
    const { lost, left } = fallOf(facts.investments, FALL);
    const month = usualMonth(facts);
    const months = month && month.spent > 0 ? Math.round((lost / month.spent) * 10) / 10 : null;
    return {
      value: money(lost),
      label: `would be gone after a fall of ${FALL}%`,
      words: `You hold ${money(facts.investments)} in investments.${
        months === null ? '' : ` Such a fall would take what you spend in ${months} months.`
      }`,
      formula: 'investments × 20%',
      inputs: [
        { name: 'Investments', value: money(facts.investments) },
        { name: 'Left after the fall', value: money(left) },
      ],
    };
  },
  tool: (facts) => {
    const money = moneyOf(facts);
    return {
      label: 'The market falls by',
      from: 5,
      to: 60,
      step: 5,
      start: FALL,
      write: percentText,
      answer: (percent) => {
        const { left, riseNeeded } = fallOf(facts.investments, percent);
        return {
          words: `${money(left)} is left. It takes a rise of ${percentText(riseNeeded)} to be back.`,
          bars: barsOf([
            { label: 'Before', amount: facts.investments, value: money(facts.investments) },
            { label: 'After', amount: left, value: money(left) },
          ]),
        };
      },
    };
  },
  next: { words: 'Let the market fall by 30% in a branch', to: '/forecasts/what-if?begin=market-fall' },
  sources: [SOURCES.assetAllocation, SOURCES.brokerFailure],
  quiz: (facts) => {
    const money = moneyOf(facts);
    const half = fallOf(facts.investments, 50);
    return [
      question(
        `${money(facts.investments)} falls by half. What rise brings it back?`,
        percentText(half.riseNeeded),
        ['50%', '75%', '150%'],
        `${money(half.left)} is left, and it must double.`,
      ),
      question(
        `${money(100_000)} falls by 20% and then rises by 20%. What is it worth?`,
        money(96_000),
        [money(100_000), money(104_000), money(80_000)],
        `The fall leaves ${money(80_000)}; 20% of that is only ${money(16_000)}.`,
      ),
      question(
        'What does diversification not protect from?',
        'A fall of the whole market',
        ['The failure of one company', 'One bad manager', 'A fire in one factory'],
        'Many holdings make single failures small. When all fall together, all fall.',
      ),
      question(
        'Which money suits stocks least?',
        'The down payment for a house next spring',
        [
          'Savings for a pension in 30 years',
          'A child’s fund for 18 years',
          'What you will not need for 15 years',
        ],
        'It is needed soon, and cannot wait for a recovery.',
      ),
    ];
  },
};
