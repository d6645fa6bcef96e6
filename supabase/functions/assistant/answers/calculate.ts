import { counted, money, monthsLong, percent, sumAmounts } from '../../../../assistant/format.ts';
import type { Calculation } from '../../../../assistant/intent.ts';
import { type Figure, figures, how, link } from '../../../../assistant/parts.ts';
import { monthlyPayment, schedule } from '../../../../engine/money/amortization.ts';
import { toMinor } from '../../../../engine/money/minor.ts';
import { type Answer, type IntentOf, lead } from '../answer.ts';
import type { AnswerContext } from '../answer-context.ts';

type Result = { sentence: string; shown: Figure[]; rule: string; href?: string };

/** Calculates with the amounts in the question, in whole cents. */
export async function* answerCalculate(
  { of }: IntentOf<'calculate'>,
  { baseCurrency }: AnswerContext,
): Answer {
  const { sentence, shown, rule } = compute(of, baseCurrency);
  yield lead(sentence);
  yield figures(...shown);
  const isShown = of.is === 'shown' || of.is === 'scaled';
  yield how(`A calculation with the amounts in ${isShown ? 'earlier answers' : 'your message'}.`, {
    rule,
  });
  if (of.is === 'loan') yield link('Apply for a loan', '/loans');
}

function compute(of: Calculation, currency: string): Result {
  const format = (amount: number) => money(amount, currency);
  const toFigure = (label: string, amount: number): Figure => ({ label, amount, currency });
  switch (of.is) {
    case 'percent': {
      const part = Math.round((toMinor(of.amount) * of.percent) / 100) / 100;
      return {
        sentence: `${percent(of.percent)} of ${format(of.amount)} is ${format(part)}.`,
        shown: [
          toFigure(percent(of.percent), part),
          toFigure(`Total with ${percent(of.percent)} added`, (toMinor(of.amount) + toMinor(part)) / 100),
          toFigure(`Total with ${percent(of.percent)} off`, (toMinor(of.amount) - toMinor(part)) / 100),
        ],
        rule: `${format(of.amount)} × ${of.percent} ÷ 100 = ${format(part)}, rounded to the cent.`,
      };
    }
    case 'split': {
      const total = toMinor(of.amount);
      const share = Math.floor(total / of.ways);
      const rest = total - share * of.ways;
      const remainder = rest > 0 ? ` ${counted(rest, 'cent')} ${rest === 1 ? 'is' : 'are'} left over.` : '';
      return {
        sentence: `${format(of.amount)} split ${of.ways} ways is ${format(share / 100)} each.${remainder}`,
        shown: [toFigure('Each', share / 100)],
        rule: `${format(of.amount)} ÷ ${of.ways}, rounded down to the cent.`,
      };
    }
    case 'operation':
      return computeOperation(of);
    case 'expression':
      return showResult(of.shown, of.result);
    case 'loan': {
      const amount = toMinor(of.amount);
      const payment = monthlyPayment(amount, of.rate, of.months);
      const interest = schedule(amount, of.rate, of.months).reduce((sum, row) => sum + row.interest, 0);
      return {
        sentence: `The payment on a ${format(of.amount)} loan at ${percent(of.rate)} for ${monthsLong(of.months)} is ${format(payment / 100)} a month, with ${format(interest / 100)} in total interest.`,
        shown: [
          toFigure('Monthly payment', payment / 100),
          toFigure('Total interest', interest / 100),
          toFigure('Total of all payments', (amount + interest) / 100),
        ],
        rule: 'Level monthly payments and a twelfth of the annual rate each month, as for our loans. Taxes and fees are not included.',
      };
    }
    case 'savings':
    case 'growth':
      return computeGrowth(of, currency);
    case 'shown':
      return computeShown(of);
    case 'scaled':
      return scaleShown(of);
  }
}

function computeOperation({ left, operator, right }: Extract<Calculation, { is: 'operation' }>): Result {
  const results = { '+': left + right, '-': left - right, '×': left * right, '÷': left / right };
  return showResult(`${formatNumber(left)} ${operator} ${formatNumber(right)}`, results[operator]);
}

/** Adds or subtracts amounts of one currency that earlier answers showed. */
function computeShown({ operator, terms }: Extract<Calculation, { is: 'shown' }>): Result {
  const [first, ...others] = terms;
  const currency = first?.currency ?? '';
  const isSum = operator === '+';
  const result = sumAmounts([first?.amount ?? 0, ...others.map(({ amount }) => (isSum ? amount : -amount))]);
  const sign = isSum ? ' + ' : ' \u2212 ';
  const shown = terms.map(({ label, amount }) => `${money(amount, currency)} (${label})`).join(sign);
  return {
    sentence: `${shown} is ${money(result, currency)}.`,
    shown: [{ label: isSum ? 'Total' : 'Difference', amount: result, currency }, ...terms],
    rule: `${terms.map(({ amount }) => money(amount, currency)).join(sign)} = ${money(result, currency)}.`,
  };
}

/** Multiplies or divides an amount that an answer showed. Rounds to the cent. */
function scaleShown({ of, operator, by, name }: Extract<Calculation, { is: 'scaled' }>): Result {
  const { label, amount, currency } = of;
  const minor = toMinor(amount);
  const result = Math.round(operator === '×' ? minor * by : minor / by) / 100;
  const factor = by < 1 ? percent(by * 100) : formatNumber(by);
  return {
    sentence: `${name} is ${money(result, currency)}: ${money(amount, currency)} (${label}) ${operator} ${factor}.`,
    shown: [{ label: name, amount: result, currency }, of],
    rule: `${money(amount, currency)} ${operator} ${factor} = ${money(result, currency)}, rounded to the cent.`,
  };
}

const formatNumber = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 6 });

/** Shows a result with up to six decimals. */
function showResult(calculation: string, value: number): Result {
  const result = formatNumber(Math.round(value * 1_000_000) / 1_000_000);
  return {
    sentence: `${calculation} = ${result}.`,
    shown: [{ label: 'Result', value: result }],
    rule: `${calculation}. Multiplication and division come first.`,
  };
}

/** Adds a twelfth of the annual rate each month. Monthly deposits are made at the end of each month. */
function computeGrowth(
  { is, amount, rate, months }: Extract<Calculation, { is: 'savings' | 'growth' }>,
  currency: string,
): Result {
  const format = (value: number) => money(value, currency);
  const monthly = rate / 100 / 12;
  const factor = (1 + monthly) ** months;
  const isSavings = is === 'savings';
  const paidIn = isSavings ? amount * months : amount;
  const grown = isSavings ? (monthly === 0 ? paidIn : (amount * (factor - 1)) / monthly) : amount * factor;
  const total = Math.round(grown * 100) / 100;
  const earned = (toMinor(total) - toMinor(paidIn)) / 100;
  const toFigure = (label: string, value: number): Figure => ({ label, amount: value, currency });
  return {
    sentence: isSavings
      ? `Saving ${format(amount)} a month for ${monthsLong(months)} at ${percent(rate)} a year would give you ${format(total)}, including ${format(earned)} in interest.`
      : `${format(amount)} at ${percent(rate)} a year would grow to ${format(total)} in ${monthsLong(months)}, including ${format(earned)} in interest.`,
    shown: [
      toFigure('At the end', total),
      toFigure(isSavings ? 'Your deposits' : 'Starting amount', paidIn),
      toFigure('Interest', earned),
    ],
    rule: `Interest is compounded monthly at ${percent(rate)} ÷ 12${isSavings ? ', with each deposit at the end of its month' : ''}, rounded to the cent at the end.`,
  };
}
