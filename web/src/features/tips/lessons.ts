import { cardInterest } from './lesson-card-interest';
import { compoundInterest } from './lesson-compound-interest';
import { deductibles } from './lesson-deductibles';
import { depositInsurance } from './lesson-deposit-insurance';
import { fallsAndRecoveries } from './lesson-falls-and-recoveries';
import { goalWithADate } from './lesson-goal-with-a-date';
import { ifPayStops } from './lesson-if-pay-stops';
import { monthsCovered } from './lesson-months-covered';
import { mortgageInterest } from './lesson-mortgage-interest';
import { raiseAndInflation } from './lesson-raise-and-inflation';
import { theMix } from './lesson-the-mix';
import type { Lesson, TopicId } from './lesson-types';
import { unevenIncome } from './lesson-uneven-income';
import { utilisation } from './lesson-utilisation';
import { waitOrBorrow } from './lesson-wait-or-borrow';
import { whatFeesTake } from './lesson-what-fees-take';
import { whatStays } from './lesson-what-stays';
import { whereMoneyGoes } from './lesson-where-money-goes';
import { yearlyPrice } from './lesson-yearly-price';

/** The topics of the National Standards for Personal Financial Education, in their order. */
export const TOPICS: readonly { id: TopicId; name: string; words: string }[] = [
  { id: 'earning', name: 'Earning income', words: 'Pay, tax and what stays' },
  { id: 'spending', name: 'Spending', words: 'Where money goes, and choosing it' },
  { id: 'saving', name: 'Saving', words: 'For what is planned and what is not' },
  { id: 'investing', name: 'Investing', words: 'Growth, risk and costs' },
  { id: 'credit', name: 'Managing credit', words: 'What borrowing costs' },
  { id: 'risk', name: 'Managing risk', words: 'What could go wrong, and who pays' },
];

/** All lessons in the order in which they are best read. */
export const LESSONS: readonly Lesson[] = [
  whatStays,
  unevenIncome,
  raiseAndInflation,
  whereMoneyGoes,
  yearlyPrice,
  waitOrBorrow,
  monthsCovered,
  goalWithADate,
  compoundInterest,
  fallsAndRecoveries,
  whatFeesTake,
  theMix,
  cardInterest,
  utilisation,
  mortgageInterest,
  ifPayStops,
  deductibles,
  depositInsurance,
];

export const lessonOf = (id: string | undefined) => LESSONS.find((lesson) => lesson.id === id);

export const topicName = (id: TopicId) => TOPICS.find((topic) => topic.id === id)?.name ?? '';

const WORDS_A_MINUTE = 200;

/** How long a lesson takes to read, in whole minutes. */
export function minutesOf({ parts }: Lesson): number {
  const words = parts
    .flatMap((part) => (typeof part === 'string' ? [] : part.text))
    .reduce((sum, text) => sum + text.split(/\s+/).length, 0);
  return Math.max(1, Math.ceil(words / WORDS_A_MINUTE));
}
