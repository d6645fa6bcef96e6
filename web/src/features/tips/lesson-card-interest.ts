import { effectiveRate } from '@engine/insights/lesson-figures.ts';
import { cycleInterest } from '@engine/products/card.ts';
import {
  paymentFor36Months,
  payoffByAmount,
  payoffByMinimum,
} from '@engine/products/minimum-payment-warning.ts';
import { EXAMPLE } from './example-facts';
import { barsOf, moneyOf, percentText, question, spanText } from './lesson-numbers';
import { SOURCES } from './lesson-sources';
import type { Lesson, LessonFacts } from './lesson-types';

type Card = NonNullable<LessonFacts['card']>;

const NO_CARD: Card = { name: '', balance: 100_000, limit: 100_000, apr: 20, minimum: 2_500 };
const CYCLE_DAYS = 30;
const STEP = 1_000;

const cardOf = ({ card }: LessonFacts): Card => card ?? EXAMPLE.card ?? NO_CARD;
const roundUp = (amount: number) => Math.ceil(amount / STEP) * STEP;

export const cardInterest: Lesson = {
  id: 'card-interest',
  topic: 'credit',
  title: 'What a card balance really costs',
  summary: 'The rate that is printed, the rate you pay, and the price of the minimum.',
  needs: ({ card }) => card !== null,
  parts: [
    {
      text: [
        'The [APR](apr) of a card is a yearly rate, but interest is counted by the day. The bank divides the rate by 365 and applies it to what you owe at the end of each day. At the end of the [billing cycle](billing-cycle) the sum is added to the balance, and from then on it bears interest itself.',
        'So the rate over a whole year is higher than the one printed. That is the [effective rate](effective-rate).',
      ],
    },
    'figure',
    {
      heading: 'When a card costs nothing',
      text: [
        'Pay the whole [statement balance](statement-balance) by the due date, each month, and purchases bear no interest at all. That is the [grace period](grace-period). Leave a part unpaid and it ends: that part and new purchases then bear interest from the day they are made, until the balance has been paid in full again. What you repaid by the due date costs nothing (Regulation Z, 12 CFR 1026.54).',
        'A [cash advance](cash-advance) has no grace period. It costs from the first day, usually a fee on top.',
      ],
    },
    {
      heading: 'The price of the minimum',
      text: [
        'The [minimum payment](minimum-payment) keeps you out of trouble, not out of debt. At Sandbank it is 1% of the balance and the interest and fees of the cycle, at least $25.00. As the balance shrinks, so does the minimum, and the last dollars take years. A statement must say how long it would take, and what you would have to pay each month to be done in three years.',
        'Keep the payment the same while the balance falls, and most of that time disappears. Move the payment to see it.',
      ],
    },
    'tool',
    {
      heading: 'What to do first',
      text: [
        'With several balances, one rule saves the most interest: pay every minimum, and put all that is left on the highest rate. It is called the [avalanche](avalanche). Paying the smallest balance first, the [snowball](snowball), costs more but ends single debts sooner. Either is better than a little on each.',
      ],
    },
  ],
  figure: (facts) => {
    const money = moneyOf(facts);
    const { name, balance, apr, minimum } = cardOf(facts);
    const slow = payoffByMinimum(balance, minimum, apr);
    return {
      value: percentText(effectiveRate(apr)),
      label: 'a year, with the interest on interest',
      words: `${name} carries ${money(balance)} at ${percentText(apr)}: ${money(cycleInterest(balance * CYCLE_DAYS, apr))} of interest in 30 days. By minimum payments alone it is paid off in ${spanText(slow.months)} and costs ${money(slow.interest)} of interest.`,
      formula:
        '(1 + APR ÷ 12)¹² − 1; paying the minimum as Regulation Z, appendix M1, estimates it, without new purchases',
      inputs: [
        { name: 'Balance', value: money(balance) },
        { name: 'APR', value: percentText(apr) },
        { name: 'Minimum payment now', value: money(minimum) },
      ],
    };
  },
  tool: (facts) => {
    const money = moneyOf(facts);
    const { balance, apr, minimum } = cardOf(facts);
    const slow = payoffByMinimum(balance, minimum, apr);
    const least = roundUp(Math.max(minimum, cycleInterest(balance * CYCLE_DAYS, apr) + STEP));
    const most = Math.max(least + STEP, roundUp(balance / 3));
    return {
      label: 'Pay each month',
      from: least,
      to: most,
      step: STEP,
      start: Math.min(most, Math.max(least, roundUp(paymentFor36Months(balance, apr)))),
      write: money,
      answer: (payment) => {
        const quick = payoffByAmount(balance, payment, apr);
        if (!quick) return { words: 'That does not cover the interest.', bars: [] };
        return {
          words: `Paid off in ${spanText(quick.months)}, with ${money(quick.interest)} of interest: ${money(slow.interest - quick.interest)} less than by the minimum.`,
          bars: barsOf([
            { label: 'Interest by the minimum', amount: slow.interest, value: money(slow.interest) },
            { label: 'Interest this way', amount: quick.interest, value: money(quick.interest) },
          ]),
        };
      },
    };
  },
  next: { words: 'Try paying more on what you owe', to: '/forecasts/what-if?begin=extra-payment' },
  sources: [SOURCES.gracePeriod, SOURCES.minimumWarning],
  quiz: (facts) => {
    const money = moneyOf(facts);
    const { balance, apr } = cardOf(facts);
    const month = cycleInterest(balance * CYCLE_DAYS, apr);
    return [
      question(
        `A card carries ${money(balance)} at ${percentText(apr)} for a cycle of 30 days. How much interest is that?`,
        money(month),
        [money(Math.round((balance * apr) / 100)), money(Math.round(month / 2)), money(month * 3)],
        `${money(balance)} × 30 days × ${percentText(apr)} ÷ 365.`,
      ),
      question(
        'What ends the grace period?',
        'Leaving a part of the statement balance unpaid',
        ['Paying by autopay', 'Buying more than last month', 'Paying before the due date'],
        'As soon as a part is carried over, new purchases bear interest from their day.',
      ),
      question(
        'Why does paying the minimum take so long?',
        'The minimum shrinks together with the balance',
        ['The bank delays the payments', 'The APR rises every year', 'Payments go to rewards first'],
        'One percent of less is less. A payment that stays the same ends the debt years sooner.',
      ),
      question(
        `The APR is 24%. What is the effective rate?`,
        percentText(effectiveRate(24)),
        ['24%', '2%', '12%'],
        '1.02 twelve times is 1.268: interest is added each month and bears interest itself.',
      ),
      question(
        'Two cards, 18% and 27%. You have $200.00 beyond the minimums. Which order saves the most interest?',
        'All of it on the card at 27%',
        ['Half on each', 'All of it on the card at 18%', 'Keep it for the last month'],
        'Every dollar saves the rate of the debt it is paid on.',
      ),
    ];
  },
};
