import { deductiblePaysAfter } from '@engine/insights/lesson-figures.ts';
import { barsOf, counted, moneyOf, percentText, question } from './lesson-numbers';
import { SOURCES } from './lesson-sources';
import type { Lesson } from './lesson-types';

const LOW = 50_000;
const HIGH = 150_000;
const SAVED = 2_500;
const STEP = 100;

export const deductibles: Lesson = {
  id: 'deductibles',
  topic: 'risk',
  title: 'How much of a loss to carry yourself',
  summary: 'Deductibles, premiums and what insurance is for.',
  needs: ({ savings }) => savings > 0,
  parts: [
    {
      text: [
        '[Insurance](insurance) takes a small certain loss from many, the [premium](premium), and pays the large uncertain losses of a few. It also pays for its own work, so on average it returns less than it takes. It is worth its price where a loss would ruin you, and not where you could pay it from your savings.',
        'That gives a simple order. First insure what you could not bear: being liable for an accident, a long illness, the house burning down, the death of somebody others live on. Leave the phone and the washing machine for last.',
      ],
    },
    'figure',
    {
      heading: 'Choosing a deductible',
      text: [
        'The [deductible](deductible) is the part of each loss you pay first. A higher one makes the premium lower, because small losses stay with you. Divide the difference of the deductibles by what the premium saves each month: if you stay without a loss for longer than that, the higher one was cheaper.',
        'There is one condition: the deductible must lie in your savings on the day it is needed. One that you would put on a card is too high.',
      ],
    },
    'tool',
    {
      heading: 'Health plans',
      text: [
        'A health plan has three numbers beside the premium. Until the deductible you pay most care yourself. After it you pay a share, the coinsurance, or a fixed copayment. At the [out-of-pocket maximum](out-of-pocket-maximum) the plan pays everything covered in its network for the rest of the year.',
        'So compare two years, not two premiums: a healthy one, which costs twelve premiums and a little, and a bad one, which costs twelve premiums and the maximum. If you can pay the bad one, the plan that is cheaper in most years is right.',
        'A high-deductible plan may come with a health savings account. What you pay in is free of income tax, and so is what you take out for medical costs.',
        'Read what is excluded. Most policies for homes do not cover floods; these need a policy of their own.',
      ],
    },
  ],
  figure: (facts) => {
    const money = moneyOf(facts);
    const share = facts.savings > 0 ? HIGH / facts.savings : 0;
    return {
      value: percentText(share * 100),
      label: `of your savings is a deductible of ${money(HIGH)}`,
      words:
        facts.savings >= HIGH
          ? `You have ${money(facts.savings)} in savings, so you could pay it and keep ${money(facts.savings - HIGH)}.`
          : `You have ${money(facts.savings)} in savings: ${money(HIGH - facts.savings)} would be missing.`,
      formula: 'deductible ÷ savings',
      inputs: [
        { name: 'Deductible', value: money(HIGH) },
        { name: 'Savings', value: money(facts.savings) },
      ],
    };
  },
  tool: (facts) => {
    const money = moneyOf(facts);
    return {
      label: `A month’s premium saved by ${money(HIGH)} instead of ${money(LOW)}`,
      from: 500,
      to: 10_000,
      step: STEP,
      start: SAVED,
      write: money,
      answer: (saved) => {
        const months = deductiblePaysAfter(LOW, HIGH, saved) ?? 0;
        return {
          words: `The higher deductible is cheaper if ${counted(months, 'month')} go by without a loss.`,
          bars: barsOf([
            { label: 'More to pay in a loss', amount: HIGH - LOW, value: money(HIGH - LOW) },
            { label: 'Premium saved in three years', amount: saved * 36, value: money(saved * 36) },
          ]),
        };
      },
    };
  },
  next: { words: 'Save for a deductible', to: '/goals' },
  sources: [SOURCES.outOfPocket, SOURCES.healthSavings, SOURCES.flood],
  quiz: (facts) => {
    const money = moneyOf(facts);
    return [
      question(
        `A deductible of ${money(100_000)} instead of ${money(50_000)} saves ${money(1_500)} a month. After how long has it paid for itself?`,
        counted(deductiblePaysAfter(50_000, 100_000, 1_500) ?? 0, 'month'),
        ['12 months', '15 months', '67 months'],
        `${money(50_000)} ÷ ${money(1_500)} is a little more than 33, so it takes 34.`,
      ),
      question(
        'What should be insured first?',
        'What you could not pay yourself',
        ['What breaks most often', 'What was most expensive to buy', 'What is newest'],
        'Insurance costs more than it returns on average. It is worth that where the loss would ruin you.',
      ),
      question(
        `Repairs cost ${money(420_000)}, the deductible is ${money(HIGH)}. What does the insurer pay?`,
        money(420_000 - HIGH),
        [money(420_000), money(HIGH), money(420_000 + HIGH)],
        'The deductible is yours, the rest is the insurer’s.',
      ),
      question(
        'Which deductible is too high?',
        'One that you would have to put on a card',
        ['Any above $1,000.00', 'One that lowers the premium', 'One that equals a month of spending'],
        'It must be there on the day it is needed, or the loss becomes a debt.',
      ),
    ];
  },
};
