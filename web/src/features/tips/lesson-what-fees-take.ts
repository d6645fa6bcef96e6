import { feeDrag } from '@engine/insights/lesson-figures.ts';
import { barsOf, finePercentText, moneyOf, percentText, question, shareText } from './lesson-numbers';
import { SOURCES } from './lesson-sources';
import type { Lesson } from './lesson-types';

const RETURN = 6;
const YEARS = 30;
const MONTHLY = 30_000;
const FEE = 1;

export const whatFeesTake: Lesson = {
  id: 'what-fees-take',
  topic: 'investing',
  title: 'What one percent takes',
  summary: 'Costs are the part of a return you can know in advance.',
  needs: ({ investments }) => investments > 0,
  parts: [
    {
      text: [
        'Nobody knows what an investment will return. What it costs stands in its prospectus. The [expense ratio](expense-ratio) is the yearly cost of a fund as a share of the money in it. No bill comes; it is taken from the fund before you see the return, which is why many people think they pay nothing.',
        'One percent sounds like one percent. But it is one percent of everything, each year. At a return of 6% it is a sixth of the gain, and what it takes can no longer grow.',
      ],
    },
    'figure',
    {
      heading: 'Why small differences become large',
      text: [
        'Costs compound as returns do, only against you. In the first year the difference is a meal; after thirty years it is a car or two. The amount below the line is not lost to bad luck. It was agreed on.',
      ],
    },
    'tool',
    {
      heading: 'Where costs hide',
      text: [
        'The expense ratio is the first. A sales charge, or load, may be taken when you buy or sell. An adviser may take a yearly share of what they look after. Each trade has a spread between the price to buy and the price to sell. A retirement plan may charge for its administration.',
        'An [index fund](index-fund) holds what an index holds and needs nobody who chooses. That is why some cost less than 0.2% a year. A fund that chooses must earn its higher cost first, every year, before it has earned anything for you. Some do. Over the fifteen years before 2020 about nine in ten did not, as S&P Dow Jones Indices counted.',
        'Cheap is not everything: a fund that does not fit your time or your nerves is too dear at any price. But between two that hold the same, take the one that costs less.',
        'The numbers here suppose a return of 6% every year. Real returns jump about; the part that costs take stays.',
      ],
    },
  ],
  figure: (facts) => {
    const money = moneyOf(facts);
    const { free, costly, taken } = feeDrag(facts.investments, 0, RETURN, FEE, YEARS);
    return {
      value: money(taken),
      label: `less after ${YEARS} years at ${FEE}% of costs`,
      words: `Your ${money(facts.investments)} at ${RETURN}% would become ${money(free)}; at a cost of ${FEE}% a year, ${money(costly)}. ${shareText(taken / Math.max(1, free))} of it is gone.`,
      formula: `growth at ${RETURN}%, less growth at ${RETURN}% − ${FEE}%, credited monthly, without further deposits`,
      inputs: [
        { name: 'Without costs', value: money(free) },
        { name: `With ${FEE}%`, value: money(costly) },
      ],
    };
  },
  tool: (facts) => {
    const money = moneyOf(facts);
    return {
      label: 'Costs in a year',
      from: 0,
      to: 2.5,
      step: 0.05,
      start: FEE,
      write: finePercentText,
      answer: (fee) => {
        const { free, costly, taken } = feeDrag(facts.investments, MONTHLY, RETURN, fee, YEARS);
        return {
          words: `With ${money(MONTHLY)} more each month for ${YEARS} years, costs take ${money(taken)}.`,
          bars: barsOf([
            { label: 'Without costs', amount: free, value: money(free) },
            { label: `At ${finePercentText(fee)}`, amount: costly, value: money(costly) },
          ]),
        };
      },
    };
  },
  next: { words: 'Try a fall of the market as well', to: '/forecasts/what-if?begin=market-fall' },
  sources: [SOURCES.fees, SOURCES.indexFund],
  quiz: (facts) => {
    const money = moneyOf(facts);
    return [
      question(
        `A fund holds ${money(1_000_000)} of yours at an expense ratio of 0.8%. What does a year cost?`,
        money(8_000),
        [money(800), money(80_000), money(0)],
        '0.8% of the amount. No bill comes: it is taken from the fund.',
      ),
      question(
        'What share of a return of 6% does a cost of 1% take in a year?',
        'About a sixth',
        ['A hundredth', 'A tenth', 'A half'],
        'One of the six percent that were earned.',
      ),
      question(
        `${money(1_000_000)} at ${RETURN}% for ${YEARS} years. What does a cost of ${percentText(FEE)} take?`,
        money(feeDrag(1_000_000, 0, RETURN, FEE, YEARS).taken),
        [money(1_000_000 / 100), money(1_000_000 * 0.3), money(feeDrag(1_000_000, 0, RETURN, FEE, 10).taken)],
        'Each year’s cost also takes what it would have earned until the end.',
      ),
      question(
        'Why can an index fund be cheap?',
        'Nobody has to choose what it holds',
        ['It holds only cash', 'The state pays a part', 'It takes no risk'],
        'It holds what the index holds. It falls when the market falls.',
      ),
    ];
  },
};
