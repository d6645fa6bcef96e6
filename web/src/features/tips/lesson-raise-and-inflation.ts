import { realRaise } from '@engine/insights/lesson-figures.ts';
import { barsOf, finePercentText, moneyOf, percentText, question, usualMonth } from './lesson-numbers';
import { SOURCES } from './lesson-sources';
import type { Lesson } from './lesson-types';

const INFLATION = 3;
const MOST = 10;

const NO_MONTH = { earned: 0, spent: 0 };

export const raiseAndInflation: Lesson = {
  id: 'raise-and-inflation',
  topic: 'earning',
  title: 'What a raise is worth after prices rose',
  summary: 'Dollars are counted, but what they buy is what you earn.',
  needs: (facts) => (usualMonth(facts)?.earned ?? 0) > 0,
  parts: [
    {
      text: [
        'A raise of 3% in a year in which prices rose by 3% changes nothing: you have more dollars, and each buys less. Economists call the first number [nominal](nominal) and what it buys [real](real). A pay that stays the same while prices rise is a cut that nobody has to announce.',
        '[Inflation](inflation) is measured by what a basket of goods and services costs over time. In the United States the [consumer price index](consumer-price-index) of the Bureau of Labor Statistics is the usual measure. The Federal Reserve aims at 2% a year in the long run, by another index of the same kind.',
      ],
    },
    'figure',
    {
      heading: 'Why it is not a subtraction',
      text: [
        'Raise minus inflation is nearly right while both are small. Exactly, you divide: 104% of the dollars at 103% of the prices buy 104 ÷ 103 of what they bought, which is 0.97% more, not 1%. At high inflation the difference is large.',
      ],
    },
    'tool',
    {
      heading: 'Before you ask for a raise',
      text: [
        'Bring two numbers. What has your pay bought since the last raise, measured by the index? And what do others earn for the same work? The Bureau of Labor Statistics publishes wages by occupation and place, free of charge. A claim with both is harder to put aside than a wish.',
        'Your own inflation can differ from the index. Who rents a new flat or drives far feels other prices than somebody who owns a home and works in it. The analytics of your own spending tell you yours.',
        'Look beyond pay, too. An [employer match](employer-match), a health plan or shorter hours can be worth more than a percent, and are sometimes easier to grant. Compare offers by all they bring in a year.',
        'Read in your contract whether your pay follows prices by itself. Where nothing is said, it does so only when somebody asks.',
      ],
    },
  ],
  figure: (facts) => {
    const money = moneyOf(facts);
    const { earned } = usualMonth(facts) ?? NO_MONTH;
    const needed = Math.round((earned * INFLATION) / 100);
    return {
      value: money(needed),
      label: `more a month, only to buy the same after a year of ${INFLATION}%`,
      words: `You earn ${money(earned)} in a usual month. If prices rise by ${INFLATION}%, that buys what ${money(earned / (1 + INFLATION / 100))} buys today.`,
      formula: 'earned × inflation; what it buys is earned ÷ (1 + inflation)',
      inputs: [
        { name: 'Earned in a month', value: money(earned) },
        { name: 'Inflation supposed', value: percentText(INFLATION) },
      ],
    };
  },
  tool: (facts) => {
    const money = moneyOf(facts);
    const { earned } = usualMonth(facts) ?? NO_MONTH;
    return {
      label: `Your raise, while prices rise by ${INFLATION}%`,
      from: 0,
      to: MOST,
      step: 0.5,
      start: 2,
      write: percentText,
      answer: (raise) => {
        const real = realRaise(raise, INFLATION);
        const then = Math.round((earned * (100 + raise)) / 100);
        const buys = Math.round((then * 100) / (100 + INFLATION));
        return {
          words: `In what it buys, that is ${percentText(real)}.`,
          bars: barsOf([
            { label: 'Today', amount: earned, value: money(earned) },
            { label: 'After the raise', amount: then, value: money(then) },
            { label: 'What that buys, in today’s prices', amount: buys, value: money(buys) },
          ]),
        };
      },
    };
  },
  next: { words: 'Let prices rise faster in a branch', to: '/forecasts/what-if?begin=inflation' },
  sources: [SOURCES.consumerPrices, SOURCES.inflationGoal, SOURCES.wages],
  quiz: (facts) => {
    const money = moneyOf(facts);
    const { earned } = usualMonth(facts) ?? NO_MONTH;
    return [
      question(
        'Pay rises by 4%, prices by 3%. How much more can you buy?',
        finePercentText(realRaise(4, 3)),
        ['1%', '7%', '1.33%'],
        '104 ÷ 103 is 1.0097.',
      ),
      question(
        `You earn ${money(earned)} a month. Prices rise by 5%. What must you earn to buy the same?`,
        money(earned * 1.05),
        [money(earned * 0.95), money(earned + 5), money(earned * 1.5)],
        'The same basket costs 5% more.',
      ),
      question(
        'What does “real” mean for an amount of money?',
        'With the effect of inflation taken out',
        ['Paid in cash', 'Before tax', 'Guaranteed by law'],
        'Nominal counts dollars, real counts what they buy.',
      ),
      question(
        'Why can your own inflation differ from the index?',
        'You buy other things than the fixed basket holds',
        ['Shops charge you more', 'The index is secret', 'It counts only imports'],
        'The index is an average. Your own basket has other weights.',
      ),
    ];
  },
};
