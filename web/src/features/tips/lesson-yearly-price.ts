import { growth } from '@engine/insights/lesson-figures.ts';
import { barsOf, moneyOf, question, shareText, usualMonth } from './lesson-numbers';
import { SOURCES } from './lesson-sources';
import type { Lesson, LessonFacts } from './lesson-types';

const RATE = 5;
const YEARS = 10;

function standing(facts: LessonFacts) {
  const monthly = facts.bills.reduce((sum, bill) => sum + bill.monthly, 0);
  const earned = usualMonth(facts)?.earned ?? 0;
  return { monthly, share: earned > 0 ? monthly / earned : null };
}

export const yearlyPrice: Lesson = {
  id: 'yearly-price',
  topic: 'spending',
  title: 'The yearly price of a monthly bill',
  summary: 'What repeats is larger than it looks.',
  needs: ({ bills }) => bills.length > 0,
  parts: [
    {
      text: [
        'A price of $14.99 a month is made to look small. It is $179.88 a year, and it comes again without anybody deciding it again. That is the point of a [subscription](subscription): you decide once, and the seller hopes that you do not decide a second time.',
        'So read a [recurring payment](recurring-payment) as its yearly price, and ask the question you would ask in a shop: would I pay this amount today, at once, for a year of it?',
      ],
    },
    'figure',
    {
      heading: 'What else it could have been',
      text: [
        'Money that is spent cannot do anything else. The best of the other things it could have done is its [opportunity cost](opportunity-cost). It need not be an investment; it can be two days off, or a debt that ends earlier. But an amount that repeats for years is easiest to judge against savings that grow for as long.',
      ],
    },
    'tool',
    {
      heading: 'Going through the list',
      text: [
        'Once a year, look at everything that leaves by itself. Strike out what you have not used in two months: you can subscribe again if you miss it. Look for the same thing twice, such as two stores for music. Ask whether paying yearly is cheaper than monthly, and write the date of renewal down before you choose it.',
        'A seller on the internet whose free trial turns into a subscription must say so clearly before you give your card, and must offer a simple way to stop the charges. If a company goes on charging after you have ended it, tell the bank. For payments taken electronically from an account you may stop one by telling the bank at least three business days before it is due.',
        'Prices of insurance, phone and internet change for those who ask. A new offer from another company is worth an hour a year.',
      ],
    },
  ],
  figure: (facts) => {
    const money = moneyOf(facts);
    const { monthly, share } = standing(facts);
    return {
      value: money(monthly * 12),
      label: 'a year leaves by itself',
      words: `Your scheduled bills are ${money(monthly)} a month${share === null ? '' : `, ${shareText(share)} of what you earn in a usual month`}.`,
      formula:
        'each bill × how often it comes in a year; transfers to yourself and debt payments are not bills',
      inputs: facts.bills
        .slice(0, 8)
        .map((bill) => ({ name: bill.name, value: `${money(bill.monthly)} a month` })),
    };
  },
  tool: (facts) => {
    const money = moneyOf(facts);
    return {
      label: 'A monthly price',
      from: 500,
      to: 20_000,
      step: 100,
      start: 1_500,
      write: money,
      answer: (price) => {
        const { balance } = growth(0, price, RATE, YEARS);
        return {
          words: `${money(price * 12)} a year. Put away instead at ${RATE}%, it would be ${money(balance)} after ten years.`,
          bars: barsOf([
            { label: 'Paid in ten years', amount: price * 12 * YEARS, value: money(price * 12 * YEARS) },
            { label: 'Put away instead', amount: balance, value: money(balance) },
          ]),
        };
      },
    };
  },
  next: { words: 'Look at what repeats', to: '/scheduled-payments' },
  sources: [SOURCES.negativeOption, SOURCES.stopPayment],
  quiz: (facts) => {
    const money = moneyOf(facts);
    const [first] = facts.bills;
    const price = first?.monthly ?? 1_500;
    return [
      question(
        `${first?.name ?? 'A bill'} costs ${money(price)} a month. What is that in a year?`,
        money(price * 12),
        [money(price * 10), money(price * 52), money(price * 6)],
        'Twelve times the monthly price.',
      ),
      question(
        `$10.00 a month, put away at ${RATE}% for ten years. What does it become?`,
        money(growth(0, 1_000, RATE, YEARS).balance),
        [money(120_000), money(126_000), money(growth(0, 1_000, RATE, 20).balance)],
        'The deposits alone are $1,200.00; the rest is interest, credited each month.',
      ),
      question(
        'What is an opportunity cost?',
        'The best other thing the money could have done',
        ['A fee for changing your mind', 'The price after a discount', 'The cost of looking for offers'],
        'Choosing one thing means giving up another. What you give up is the cost.',
      ),
      question(
        'How long before a preauthorized transfer can you tell the bank to stop it?',
        'At least three business days',
        ['On the day itself', 'At least thirty days', 'It cannot be stopped'],
        'Regulation E gives that right for transfers taken electronically from an account.',
      ),
    ];
  },
};
