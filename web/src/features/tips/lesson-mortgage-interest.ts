import { instalmentSplit } from '@engine/insights/lesson-figures.ts';
import { schedule } from '@engine/money/amortization.ts';
import { payoffByAmount } from '@engine/products/minimum-payment-warning.ts';
import { EXAMPLE } from './example-facts';
import { barsOf, moneyOf, percentText, question, shareText, spanText } from './lesson-numbers';
import { SOURCES } from './lesson-sources';
import type { Lesson, LessonFacts } from './lesson-types';

type Home = NonNullable<LessonFacts['mortgage']>;

const NO_HOME: Home = { name: '', balance: 20_000_000, rate: 6, payment: 119_910 };
const STEP = 2_500;
const MOST_EXTRA = 100_000;
const EXTRA = 20_000;

const homeOf = ({ mortgage }: LessonFacts): Home => mortgage ?? EXAMPLE.mortgage ?? NO_HOME;

export const mortgageInterest: Lesson = {
  id: 'mortgage-interest',
  topic: 'credit',
  title: 'Why a mortgage falls so slowly at first',
  summary: 'How an instalment divides, and what a little more does.',
  needs: ({ mortgage }) => mortgage !== null && mortgage.payment > 0,
  parts: [
    {
      text: [
        'The instalment of a fixed-rate [mortgage](mortgage) stays the same, but what it pays changes every month. First comes the month’s interest on all that is still owed. Only the rest repays [principal](principal). In the beginning much is owed, so most of the instalment is interest.',
        'Each repayment lowers the interest of the next month a little, and the freed part goes to principal. The balance falls slowly at first and quickly at the end. This is [amortization](amortization).',
      ],
    },
    'figure',
    {
      heading: 'What a little more does',
      text: [
        'An extra amount goes wholly to principal. It saves the interest that this principal would have cost for all the years to come, and so it ends the loan earlier. The earlier it is paid, the more it saves.',
      ],
    },
    'tool',
    {
      heading: 'Before you do it',
      text: [
        'Paying extra is a safe return equal to the mortgage’s rate. Compare it with what else the money could do: a card at 20% comes first, then the emergency fund, then an [employer match](employer-match) you would miss. Money in a house is also hard to get out again, because [equity](home-equity) is not cash.',
        'Ask whether the lender charges for early repayment. Federal law limits such charges: on a qualified mortgage none may be taken after the first three years.',
        'Shorter terms and lower rates do the same work. On the same loan, 15 years instead of 30 raise the instalment but pay far less interest. [Refinancing](refinancing) lowers the rate for a fee: divide the closing costs by what you save each month, and you know after how many months it has paid for itself.',
        'The interest on a mortgage may be deductible from income tax. It helps only those who itemize deductions, and then only by their tax rate. Nobody gets richer by paying more interest.',
      ],
    },
  ],
  figure: (facts) => {
    const money = moneyOf(facts);
    const { name, balance, rate, payment } = homeOf(facts);
    const { interest, principal, share } = instalmentSplit(balance, rate, payment);
    return {
      value: shareText(share),
      label: 'of the next instalment is interest',
      words: `${name}: ${money(balance)} at ${percentText(rate)}. Of ${money(payment)}, ${money(interest)} is interest and ${money(principal)} repays.`,
      formula: 'balance × rate ÷ 12, divided by the instalment',
      inputs: [
        { name: 'Still owed', value: money(balance) },
        { name: 'Rate', value: percentText(rate) },
        { name: 'Instalment', value: money(payment) },
      ],
    };
  },
  tool: (facts) => {
    const money = moneyOf(facts);
    const { balance, rate, payment } = homeOf(facts);
    const plain = payoffByAmount(balance, payment, rate);
    return {
      label: 'More each month',
      from: 0,
      to: MOST_EXTRA,
      step: STEP,
      start: EXTRA,
      write: money,
      answer: (extra) => {
        const quick = payoffByAmount(balance, payment + extra, rate);
        if (!plain || !quick) return { words: 'The instalment does not cover the interest.', bars: [] };
        return {
          words: `Paid off in ${spanText(quick.months)} instead of ${spanText(plain.months)}. It saves ${money(plain.interest - quick.interest)} of interest.`,
          bars: barsOf([
            { label: 'Interest still to be paid', amount: plain.interest, value: money(plain.interest) },
            { label: 'With the extra', amount: quick.interest, value: money(quick.interest) },
          ]),
        };
      },
    };
  },
  next: { words: 'Try paying more on what you owe', to: '/forecasts/what-if?begin=extra-payment' },
  sources: [SOURCES.payingDown, SOURCES.prepayment, SOURCES.mortgageDeduction],
  quiz: (facts) => {
    const money = moneyOf(facts);
    const { balance, rate, payment } = homeOf(facts);
    const { interest, principal } = instalmentSplit(balance, rate, payment);
    const [long] = schedule(20_000_000, 6, 360);
    return [
      question(
        `${money(balance)} is owed at ${percentText(rate)}. How much interest does this month cost?`,
        money(interest),
        [money(interest * 12), money(principal), money(Math.round(interest / 2))],
        'The balance times the yearly rate, divided by twelve.',
      ),
      question(
        `The first instalment on ${money(20_000_000)} at 6% for 30 years is ${money(long?.payment ?? 0)}. How much of it repays?`,
        money(long?.principal ?? 0),
        [money(long?.interest ?? 0), money(Math.round((long?.payment ?? 0) / 2)), money(55_556)],
        `A month’s interest is ${money(long?.interest ?? 0)}; the rest repays.`,
      ),
      question(
        'When does an extra payment save the most interest?',
        'As early as possible',
        ['In the last year', 'In the middle of the term', 'It is always the same'],
        'What is repaid early bears no interest in all the years that follow.',
      ),
      question(
        `Refinancing costs ${money(360_000)} and lowers the instalment by ${money(15_000)}. After how long has it paid for itself?`,
        '24 months',
        ['12 months', '30 months', '240 months'],
        'Costs divided by what is saved each month. Who moves before that loses.',
      ),
    ];
  },
};
