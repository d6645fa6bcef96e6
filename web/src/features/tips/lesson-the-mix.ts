import { mixAfterFall } from '@engine/insights/lesson-figures.ts';
import { barsOf, moneyOf, percentText, question, shareText } from './lesson-numbers';
import { SOURCES } from './lesson-sources';
import type { Lesson, LessonFacts } from './lesson-types';

const FALL = 40;
const STEP = 5;

function standing({ investments, savings }: LessonFacts) {
  const held = investments + Math.max(0, savings);
  return { held, stocks: held > 0 ? (investments / held) * 100 : 0 };
}

export const theMix: Lesson = {
  id: 'the-mix',
  topic: 'investing',
  title: 'The mix decides',
  summary: 'How much you hold in stocks matters more than which.',
  needs: ({ investments }) => investments > 0,
  parts: [
    {
      text: [
        'How much a fall of the market hurts is decided long before it comes, by one number: the share of your money that is in [stocks](stock). Half in stocks, and a fall takes half as much. Dividing money between stocks, [bonds](bond) and cash is called [asset allocation](asset-allocation).',
        'Each of the three has its work. Cash keeps its amount and grows least. Bonds are loans that pay interest and move less than stocks. Stocks have brought the most over long spans and fallen the deepest on the way.',
      ],
    },
    'figure',
    {
      heading: 'Finding your mix',
      text: [
        'Two questions decide it. When do you need the money? Who has decades can wait for a fall to pass; who needs it in two years cannot. And how much can you stand to lose, for some years, without selling? Answer the second in dollars, with the number above, and not in percent.',
        'Money with a date does not belong in the mix at all. Take out the [emergency fund](emergency-fund) and what you will spend soon, and divide only the rest.',
      ],
    },
    'tool',
    {
      heading: 'Keeping it',
      text: [
        'A mix does not stay as you chose it. After good years stocks have outgrown the rest, and you carry more [risk](risk) than you wanted; after a fall you carry less. To rebalance is to move it back: sell some of what has grown, or put new money into what has not. It feels wrong, because you buy what just fell. That is the point: a rule decides it, not the mood of the month.',
        'Do it on a fixed day, such as once a year, or when a share is further off than a limit you set. New deposits do it without selling anything.',
        'Inside each part, spread. [Diversification](diversification) means that no single company or branch can sink the whole. It makes losses smaller and rarer; it does not make them impossible.',
        'The tool supposes that stocks fall and that what is safe keeps its amount. Bonds can fall as well, mostly less.',
      ],
    },
  ],
  figure: (facts) => {
    const money = moneyOf(facts);
    const { held, stocks } = standing(facts);
    const { lost } = mixAfterFall(held, stocks, FALL);
    return {
      value: percentText(stocks),
      label: 'of what you put aside moves with the market',
      words: `You hold ${money(facts.investments)} in investments and ${money(held - facts.investments)} in savings. A fall of the market by ${FALL}% takes ${money(lost)}, ${shareText(held > 0 ? lost / held : 0)} of the whole.`,
      formula: 'investments ÷ (investments + savings)',
      inputs: [
        { name: 'Investments', value: money(facts.investments) },
        { name: 'Savings', value: money(held - facts.investments) },
        { name: `Lost in a fall by ${FALL}%`, value: money(lost) },
      ],
    };
  },
  tool: (facts) => {
    const money = moneyOf(facts);
    const { held, stocks } = standing(facts);
    return {
      label: 'Part in stocks',
      from: 0,
      to: 100,
      step: STEP,
      start: Math.round(stocks / STEP) * STEP,
      write: percentText,
      answer: (part) => {
        const { left, lost, share, toMove } = mixAfterFall(held, part, FALL);
        const back =
          toMove > 0
            ? ` Stocks are then ${shareText(share)} of it; ${money(toMove)} moved into them brings the mix back.`
            : '';
        return {
          words: `A fall by ${FALL}% takes ${money(lost)} and leaves ${money(left)}.${back}`,
          bars: barsOf([
            { label: 'Before', amount: held, value: money(held) },
            { label: 'After the fall', amount: left, value: money(left) },
          ]),
        };
      },
    };
  },
  next: { words: 'Let the market fall by 30% in a branch', to: '/forecasts/what-if?begin=market-fall' },
  sources: [SOURCES.assetAllocation, SOURCES.allocationOfState],
  quiz: (facts) => {
    const money = moneyOf(facts);
    const half = mixAfterFall(1_000_000, 50, FALL);
    return [
      question(
        `${money(1_000_000)}, half of it in stocks. Stocks fall by ${FALL}%. How much is lost?`,
        money(half.lost),
        [money(400_000), money(500_000), money(100_000)],
        `${FALL}% of the half that is in stocks.`,
      ),
      question(
        'After that fall, how much is moved into stocks to have half in them again?',
        money(half.toMove),
        [money(half.lost), money(half.lost * 2), money(0)],
        `${money(half.left)} is left, so half of it is ${money(half.left / 2)}, and stocks are worth ${money(300_000)}.`,
      ),
      question(
        'What does the right part in stocks depend on most?',
        'When the money is needed, and how much loss you can stand',
        ['What stocks did last year', 'Your age alone', 'What a friend holds'],
        'Time and what you can bear differ from person to person. Last year says nothing about the next.',
      ),
      question(
        'What does rebalancing do?',
        'It brings the mix back to what you chose',
        ['It raises the return each year', 'It stops prices from falling', 'It spares all costs'],
        'It keeps the risk where you wanted it. It promises nothing about the return.',
      ),
    ];
  },
};
