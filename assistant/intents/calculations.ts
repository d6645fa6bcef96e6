import type { Calculation } from '../intent.ts';
import { getCount } from '../parser/amounts.ts';
import { evaluateExpression } from '../parser/arithmetic.ts';
import { defineIntent } from '../parser/define-intent.ts';
import type { MatchedSpans } from '../parser/matched-spans.ts';
import type { NameItem } from '../parser/parsed-message.ts';
import { toMonths } from './what-if/what-if-slots.ts';

const NUMBER = '\\$?\\s?(\\d[\\d,]*(?:\\.\\d+)?)(k)?';
const OPERATION = new RegExp(
  `^\\s*(?:what(?:'s| is)?|whats|calculate|how much is)?\\s*${NUMBER}\\s*(plus|minus|times|divided by|multiplied by|x|\\*|\\+| - | \\/ |\u00d7|\u00f7)\\s*${NUMBER}\\s*[?=.]*\\s*$`,
  'i',
);
const OPERATORS: Readonly<Record<string, '+' | '-' | '\u00d7' | '\u00f7'>> = {
  plus: '+',
  '+': '+',
  minus: '-',
  '-': '-',
  '/': '\u00f7',
  '\u00f7': '\u00f7',
  'divided by': '\u00f7',
};
const BEFORE_EXPRESSION = /^\s*(?:what(?:'s| is)?|whats|calculate|compute|solve|how much is)?\s*/i;
const MAX_RATE = 40;
const MAX_MONTHS = 600;
const MORTGAGE_MONTHS = 360;

/** Matches "15% of 230", "87.40 split 4 ways", "250 a month for 5 years at 4%", "a 20k loan at 6% for 4 years". */
export const calculate = defineIntent({
  unless: 'whatif budget goal transfer send afford request',
  matches: (spans) =>
    !spans.items.some((item) => item.is === 'name' && item.generic === null && !isGenericLoan(spans, item)),
  build: (spans) => {
    const of =
      matchOperation(spans) ??
      matchExpression(spans) ??
      matchPercent(spans) ??
      matchSplit(spans) ??
      matchTerm(spans);
    return of && { kind: 'calculate', of };
  },
});

/** Returns true for a loan in general ("a car loan"), not the customer's ("my car loan"). */
const isGenericLoan = (spans: MatchedSpans, { refs }: NameItem) =>
  !spans.matches(/\bmy\b/i) && refs.some(({ is }) => is === 'loan' || is === 'mortgage');

function matchOperation(spans: MatchedSpans): Calculation | null {
  const [match, left = '', leftScale, operator = '', right = '', rightScale] =
    OPERATION.exec(spans.text) ?? [];
  if (match === undefined) return null;
  const toNumber = (digits: string, scale: string | undefined) =>
    Number(digits.replaceAll(',', '')) * (scale ? 1000 : 1);
  const [first, second] = [toNumber(left, leftScale), toNumber(right, rightScale)];
  const sign = OPERATORS[operator.trim().toLowerCase()] ?? '\u00d7';
  if (sign === '\u00f7' && second === 0) return null;
  spans.matchAll();
  return { is: 'operation', left: first, operator: sign, right: second };
}

/** Matches "(1250+389.5)/3". */
function matchExpression(spans: MatchedSpans): Calculation | null {
  const expression = evaluateExpression(spans.text.replace(BEFORE_EXPRESSION, '').replace(/[\s?=.!]+$/, ''));
  if (!expression || expression.operators < 2) return null;
  spans.matchAll();
  return { is: 'expression', shown: expression.shown, result: expression.value };
}

function matchPercent(spans: MatchedSpans): Calculation | null {
  const [percent, another] = spans.unmatched('percent');
  const [amount, otherAmount] = spans.unmatched('amount');
  if (!percent || !amount || another || otherAmount || spans.unmatched('duration').length > 0) return null;
  if (amount.value.alternative !== null || !spans.matches(/(?:%|percent) (?:of|off|tip|on|for)\b/i))
    return null;
  spans.matchItem(percent);
  spans.matchItem(amount);
  spans.matchWords(/^(?:tip|calculate|bill|dinner)$/);
  return { is: 'percent', percent: percent.percent, amount: amount.value.amount };
}

const WAYS =
  /\b(?:split|divided?)\b.*?\b(?:by |into |between |among )?(\d{1,2}|two|three|four|five|six|seven|eight) ?(?:ways?|people|persons|friends|of us|parts)?[\s?.!]*$/i;

function matchSplit(spans: MatchedSpans): Calculation | null {
  const ways = getCount(WAYS.exec(spans.text)?.[1]?.toLowerCase());
  const amounts = spans.unmatched('amount');
  const [amount] = amounts.filter(({ value }) => value.amount !== ways || value.isMoney);
  if (!ways || ways < 2 || !amount || amounts.length > 2) return null;
  for (const item of amounts) spans.matchItem(item);
  spans.match('split category');
  spans.matchWords(/^(?:ways?|people|persons|friends|parts|divided?|bill)$/);
  return { is: 'split', amount: amount.value.amount, ways };
}

/** Matches a loan, monthly savings, or an amount that earns interest: an amount, a rate, and a term. */
function matchTerm(spans: MatchedSpans): Calculation | null {
  const amounts = spans.unmatched('amount');
  const percent = spans.matchKind('percent');
  const stated = amounts.find(
    ({ preposition, value }) => preposition === 'at' && !value.isMoney && value.amount <= MAX_RATE,
  );
  const rate = percent?.percent ?? stated?.value.amount;
  const [amount, another] = amounts.filter((item) => percent || item !== stated);
  const length = spans.matchKind('duration');
  if (rate === undefined || rate > MAX_RATE || !amount || another) return null;
  const isMortgage = spans.mentions('mortgage');
  if (!length && !isMortgage) return null;
  if (!length) spans.assume('months', 'over 30 years');
  const months = length ? toMonths(length) : MORTGAGE_MONTHS;
  if (months > MAX_MONTHS || amount.value.alternative !== null) return null;
  for (const item of stated ? [amount, stated] : [amount]) spans.matchItem(item);
  const names = spans.matchNames(['loan', 'mortgage']);
  const [every] = spans.unmatched('frequency');
  // "Monthly on 25k" asks for the payment on a loan.
  const isLoan =
    names.length > 0 ||
    spans.has('payment borrow pay') ||
    (every !== undefined && amount.preposition === 'on');
  if (every && (every.frequency !== 'MONTHLY' || every.from !== null)) return null;
  if (every) spans.matchItem(every);
  spans.match(
    'interest rate will be payment borrow pay if save much have put cost earn networth money make monthly lower home max above all when',
  );
  spans.matchWords(
    /^(?:compounded|compounding|compound|monthly|car|auto|new|used|end|term|grow|grows|becomes?|turn|give|work|terms|later|personal)$/,
  );
  const values = { amount: amount.value.amount, rate, months };
  if (isLoan) return { is: 'loan', ...values };
  // "Compounded monthly" is not a monthly deposit.
  const isDeposit = every && !spans.matches(/\bcompound(?:ed|ing|s)? (?:monthly|every month)\b/i);
  return { is: isDeposit ? 'savings' : 'growth', ...values };
}
