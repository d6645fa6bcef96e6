import { borrowedPrice, monthsUntil } from '@engine/insights/lesson-figures.ts';
import { barsOf, moneyOf, percentText, question, spanText, usualMonth } from './lesson-numbers';
import { SOURCES } from './lesson-sources';
import type { Lesson, LessonFacts } from './lesson-types';

const PRICE = 120_000;
const TERM = 24;
/** What a card costs where the customer owes nothing on one. */
const USUAL_APR = 20;
const NO_MONTH = { earned: 0, spent: 0 };

function standing(facts: LessonFacts) {
  const { earned, spent } = usualMonth(facts) ?? NO_MONTH;
  return {
    stays: earned - spent,
    apr: facts.card?.apr ?? USUAL_APR,
    card: facts.card?.name ?? 'a card',
  };
}

export const waitOrBorrow: Lesson = {
  id: 'wait-or-borrow',
  topic: 'spending',
  title: 'Save first, or pay later',
  summary: 'The same thing has two prices: one for who waits, one for who does not.',
  needs: (facts) => standing(facts).stays > 0,
  parts: [
    {
      text: [
        'A large purchase can be paid in two orders. You save first and buy then, or you buy first and pay then. The thing is the same. The price is not: who pays later also pays for the time in between, at the [APR](apr) of the card or the loan.',
        'Before you look at one instalment, look at the sum of all. One instalment answers whether you can bear it. The sum answers what it costs.',
      ],
    },
    'figure',
    {
      heading: 'What waiting gives you',
      text: [
        'Waiting saves the interest, and something else. After some months you know whether you still want it. What you do not buy after all is the largest saving there is.',
        'Waiting is not always right. A car that brings you to work earns its interest, and so does a repair that keeps a small damage small. Ask what one month without the thing costs you. If it is more than a month of interest, borrow; if it is nothing but patience, wait. The money has other uses, too: that is the [opportunity cost](opportunity-cost) of buying at all.',
      ],
    },
    'tool',
    {
      heading: 'In four parts without interest',
      text: [
        'Shops offer to divide a price into a few equal payments, often four, without interest. That is a loan as well, only a short one. It is cheap when every part is paid on its day. A part that is late can cost a [late fee](late-fee), and if the goods are wrong or never come you may have fewer rights to a [dispute](dispute) than with a credit card.',
        'The danger is not in the first of these loans. It is in the fifth, when parts of several purchases fall due in the same week. Put each of them down as a bill with its date before you agree to the next.',
        'A credit card is free of interest, too, for who pays the whole statement: that is the [grace period](grace-period). Use it as a way to pay, not as a way to have more.',
      ],
    },
  ],
  figure: (facts) => {
    const money = moneyOf(facts);
    const { stays, apr, card } = standing(facts);
    const { instalment, interest, total } = borrowedPrice(PRICE, apr, TERM);
    const wait = monthsUntil(PRICE, 0, stays);
    return {
      value: money(interest),
      label: `more for ${money(PRICE)} paid later`,
      words: `${money(stays)} stays in a usual month, so ${money(PRICE)} is saved after ${spanText(wait ?? 0)}. On ${card} at ${percentText(apr)}, repaid in ${spanText(TERM)}, it costs ${money(total)}.`,
      formula: `${TERM} equal instalments; each month’s interest is what is still owed × ${percentText(apr)} ÷ 12`,
      inputs: [
        { name: 'Stays in a usual month', value: money(stays) },
        { name: 'Instalment', value: money(instalment) },
        { name: 'Interest together', value: money(interest) },
      ],
    };
  },
  tool: (facts) => {
    const money = moneyOf(facts);
    const { stays, apr } = standing(facts);
    return {
      label: 'The price',
      from: 20_000,
      to: 500_000,
      step: 10_000,
      start: PRICE,
      write: money,
      answer: (price) => {
        const { instalment, total } = borrowedPrice(price, apr, TERM);
        return {
          words: `Saved first, it is yours after ${spanText(monthsUntil(price, 0, stays) ?? 0)}. Paid later, it is ${money(instalment)} a month for ${spanText(TERM)} and ${money(total - price)} of interest.`,
          bars: barsOf([
            { label: 'Saved first', amount: price, value: money(price) },
            { label: `Paid later at ${percentText(apr)}`, amount: total, value: money(total) },
          ]),
        };
      },
    };
  },
  next: { words: 'Try saving $200.00 more a month', to: '/forecasts/what-if?begin=save-more' },
  sources: [SOURCES.buyNowPayLater, SOURCES.gracePeriod],
  quiz: (facts) => {
    const money = moneyOf(facts);
    const year = borrowedPrice(PRICE, 24, 12);
    return [
      question(
        `${money(PRICE)} at 24%, repaid in twelve equal instalments. How much interest is it?`,
        money(year.interest),
        [money(28_800), money(2_400), money(0)],
        `Not 24% of ${money(PRICE)}: with each instalment less is owed, so it is about half of that.`,
      ),
      question(
        `You can put ${money(25_000)} away each month. When have you saved ${money(PRICE)}?`,
        spanText(monthsUntil(PRICE, 0, 25_000) ?? 0),
        ['4 months', '6 months', '1 year'],
        `After four months ${money(20_000)} is still missing, so it takes a fifth.`,
      ),
      question(
        'When is borrowing for a purchase sound?',
        'When a month without it costs more than a month of interest',
        ['When the instalment is small', 'When the shop offers it', 'When the price may rise'],
        'Compare what waiting costs with what the loan costs. A small instalment says only that there are many of them.',
      ),
      question(
        'A price in four parts without interest: what can make it dear?',
        'A part that is paid late',
        ['Paying it back early', 'A grace period', 'A high income'],
        'Late fees are how such a loan costs money, and several of them at once are easy to lose sight of.',
      ),
    ];
  },
};
