import type { CreditFacts, CreditLine } from '@engine/credit/facts.ts';
import { scoreIf } from '@engine/credit/history.ts';
import { getCreditScore, getUtilization } from '@engine/credit/score.ts';
import {
  borrowedPrice,
  deductiblePaysAfter,
  depositFor,
  effectiveRate,
  feeDrag,
  getFall,
  growth,
  incomeSwing,
  installmentSplit,
  insuredPart,
  mixAfterFall,
  monthsCovered,
  monthsUntil,
  overdraftDay,
  payrollTax,
  realRaise,
  runway,
  savingsRate,
  yearOfSavings,
  yearsToDouble,
} from '@engine/insights/lesson-figures.ts';
import { schedule } from '@engine/money/amortization.ts';
import { cycleInterest } from '@engine/products/cards/card.ts';
import {
  paymentFor36Months,
  payoffByAmount,
  payoffByMinimum,
} from '@engine/products/cards/minimum-payment-warning.ts';
import { formatCount } from '@/lib/count';
import { formatAs } from '@/lib/dates';
import { finePercentText, getMoney, percentText, shareText, spanText } from './format';
import type { LessonFacts } from './lesson';

type Row = Readonly<Record<string, unknown>>;

const MINOR_UNITS = 100;

const numberIn = (row: Row, key: string) => Number(row[key]);

/**
 * The functions that lessons can use in `{braces}` and in `[values]`. Amounts are in minor units, which
 * lessons write as `amount(1200)`. Rates are in percent per year. docs/lessons.md lists the functions.
 */
const FIGURES = {
  borrowedPrice: (price: number, rate: number, months: number) => {
    const { installment, ...rest } = borrowedPrice(price, rate, months);
    return { ...rest, installment };
  },
  creditScore: (credit: CreditFacts) => getCreditScore(credit),
  cycleInterest: (sumOfDailyBalances: number, apr: number) => cycleInterest(sumOfDailyBalances, apr),
  deductiblePaysAfter,
  depositFor,
  effectiveRate,
  feeDrag,
  growth,
  incomeSwing: (incomes: readonly (number | LessonFacts['months'][number])[]) =>
    incomeSwing(incomes.map((income) => (typeof income === 'number' ? income : income.earned))),
  installmentSplit,
  insuredPart,
  interestForYear: yearOfSavings,
  largestCategory: ({ length }: LessonFacts['months'], categories: LessonFacts['categories']) => {
    const months = Math.max(1, length);
    const all = categories.reduce((sum, { spent }) => sum + spent, 0);
    const [first] = categories;
    return {
      name: first?.name ?? '',
      monthly: Math.round((first?.spent ?? 0) / months),
      all: Math.round(all / months),
      share: all > 0 && first ? first.spent / all : 0,
    };
  },
  marketFall: getFall,
  mixAfterFall,
  monthsCovered,
  monthsUntil,
  overdraftDay: (start: number, first: number, second: number, third: number, fourth: number) =>
    overdraftDay(start, first, second, third, fourth),
  openCards: (credit: CreditFacts | null) =>
    (credit?.lines ?? []).filter(
      ({ kind, closed, limit }) => kind === 'card' && closed === null && limit > 0,
    ),
  owedOn: (lines: readonly CreditLine[]) => lines.reduce((sum, { balance }) => sum + Math.max(0, balance), 0),
  paymentFor36Months: (balance: number, apr: number) => paymentFor36Months(balance, apr),
  payoffByAmount: (balance: number, payment: number, apr: number) => payoffByAmount(balance, payment, apr),
  payoffByMinimum: (balance: number, minimum: number, apr: number) => payoffByMinimum(balance, minimum, apr),
  payrollTax,
  realRaise,
  runway: (money: number, spending: number) => runway(money, spending, 0),
  savingsRate,
  schedule: (borrowed: number, rate: number, months: number) => schedule(borrowed, rate, months),
  scoreAfterPayment: (credit: CreditFacts, lineId: string, amount: number) =>
    scoreIf(credit, { kind: 'pay', lineId, amount }),
  utilization: (cards: readonly CreditLine[]) => getUtilization(cards)?.all ?? 0,
  utilizationPoints: (credit: CreditFacts) =>
    getCreditScore(credit).parts.find(({ name }) => name === 'utilization') ?? { points: 0, most: 0 },
  yearsToDouble,
};

const ARITHMETIC = {
  /** Converts major units, such as dollars, to minor units. */
  amount: (units: number) => Math.round(units * MINOR_UNITS),
  first: (list: readonly unknown[], count: number) => list.slice(0, count),
  floor: (value: number) => Math.floor(value),
  largest: (rows: readonly Row[], key: string) =>
    rows.toSorted((left, right) => numberIn(right, key) - numberIn(left, key))[0],
  max: (first: number, second: number) => Math.max(first, second),
  min: (first: number, second: number) => Math.min(first, second),
  round: (value: number) => Math.round(value),
  roundUp: (value: number, step: number) => Math.ceil(value / step) * step,
  total: (rows: readonly Row[], key: string) => rows.reduce((sum, row) => sum + numberIn(row, key), 0),
};

/** Returns every function that a lesson's expressions can call. */
export function lessonFunctions(facts: LessonFacts) {
  return {
    ...FIGURES,
    ...ARITHMETIC,
    count: formatCount,
    finePercent: finePercentText,
    money: getMoney(facts),
    monthName: (day: string) => formatAs(day, 'MMMM'),
    percent: percentText,
    share: shareText,
    span: spanText,
  };
}
