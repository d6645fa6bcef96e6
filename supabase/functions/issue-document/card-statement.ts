import { counted, getMonth } from '../../../assistant/format.ts';
import { dayText, parseDay } from '../../../engine/calendar/calendar.ts';
import { monthlyInterest } from '../../../engine/money/amortization.ts';
import { moneyText } from '../../../engine/money/amount-text.ts';
import { toMinor } from '../../../engine/money/minor.ts';
import { cycleInterest, LATE_FEE } from '../../../engine/products/cards/card.ts';
import { getStatementPayoffRates, getStatementRate } from '../../../engine/products/cards/card-rates.ts';
import { minimumWarning } from '../../../engine/products/cards/minimum-payment-warning.ts';
import type { CardStatement, Line } from './facts.ts';
import { formatDocumentDate, masked, percent } from './format.ts';
import { amountColumn, Paper, quietColumn, textColumn } from './paper.ts';
import { NOT_A_BANK } from './sheet.ts';
import { addPending } from './statement.ts';

/** Renders a card statement with the content that Regulation Z requires. */
export function cardStatementPaper(statement: CardStatement): Paper {
  const { period_from: from, period_to: to, issued_at, terms, facts } = statement;
  const { currency } = terms;
  const show = (amount: number) => moneyText(toMinor(amount), currency);
  const paper = new Paper({
    title: `${terms.name}, statement of ${getMonth(to)}`,
    label: `Card statement, ${getMonth(to)}`,
    at: new Date(issued_at),
    heading: terms.name,
    subtitle: `Statement from ${formatDocumentDate(from)} to ${formatDocumentDate(to)}, for ${terms.holder}`,
  });
  paper.amount('New balance', show(terms.closing_balance));
  paper.facts([
    ['Minimum payment', show(terms.minimum_payment)],
    ['Payment due', formatDocumentDate(terms.due_date)],
    ['Credit limit', show(terms.credit_limit)],
    ['Card', masked(terms.number)],
  ]);
  paper.heading('Summary');
  paper.table(
    [textColumn('Item', 4), amountColumn('Amount', 2)],
    [
      ['Previous balance', show(terms.opening_balance)],
      ['Payments and credits', moneyText(-toMinor(terms.payments), currency)],
      ['Purchases and other charges', moneyText(toMinor(terms.charges), currency, true)],
      ['Fees', moneyText(toMinor(terms.fees), currency, true)],
      ['Interest', moneyText(toMinor(terms.interest), currency, true)],
    ],
    [['New balance', show(terms.closing_balance)]],
  );
  addPending(paper, terms);
  if (terms.minimum_payment > 0) writeWarnings(paper, statement);
  writeInterest(paper, statement);
  paper.heading('Rewards');
  paper.paragraph(`Earned in this period: ${show(terms.rewards)}.`);
  writeLines(paper, facts.lines, currency);
  paper.note(
    `${NOT_A_BANK}. Sandbank is a banking simulator. No one owes this money, and no real card has this number.`,
  );
  return paper;
}

function writeWarnings(paper: Paper, { period_to: to, terms }: CardStatement): void {
  const { currency } = terms;
  paper.note(
    `Late Payment Warning: If we do not receive your minimum payment by ${formatDocumentDate(terms.due_date)}, you may have to pay a late fee of up to ${moneyText(LATE_FEE.repeated, currency)}.`,
  );
  const warning = minimumWarning({
    balance: toMinor(terms.closing_balance),
    minimum: toMinor(terms.minimum_payment),
    rates: getStatementPayoffRates(terms, parseDay(to)),
  });
  if (!warning) return;
  const { minimum, time, in36 } = warning;
  const show = (amount: number) => moneyText(amount, currency);
  paper.heading('Minimum Payment Warning');
  paper.paragraph(
    'If you make only the minimum payment each period, you will pay more in interest and it will take you longer to pay off your balance. With no additional charges:',
  );
  paper.table(
    [
      textColumn('Each month you pay', 3),
      textColumn('Paid off in about', 2.4),
      amountColumn('Estimated total', 2),
      amountColumn('Savings', 1.6),
    ],
    [
      ['Only the minimum payment', counted(time.count, time.unit), show(minimum.total), ''],
      ...(in36 ? [[show(in36.payment), '3 years', show(in36.total), show(in36.saving)]] : []),
    ],
  );
}

function writeInterest(
  paper: Paper,
  { period_from: from, period_to: to, terms, facts }: CardStatement,
): void {
  const { currency } = terms;
  const interest = toMinor(terms.interest);
  const apr = getStatementRate(terms);
  paper.heading('Interest');
  if (interest === 0) {
    paper.paragraph(
      `No interest was charged. Your APR is ${percent(apr)}. You pay no interest on purchases if you pay each statement in full by its due date.`,
    );
    return;
  }
  const opening = toMinor(terms.opening_balance);
  const { days, balanceDays } = dailyBalances(opening, facts.lines, from, to);
  const average = Math.round(balanceDays / days);
  paper.table(
    [
      textColumn('APR', 2),
      amountColumn('Average daily balance', 2.4),
      amountColumn('Days', 1),
      amountColumn('Interest', 2),
    ],
    [],
    [[percent(apr), moneyText(average, currency), String(days), moneyText(interest, currency)]],
  );
  paper.paragraph(
    cycleInterest(balanceDays, apr) === interest
      ? `Sum of the daily balances over ${days} days × ${percent(apr)} ÷ 365.`
      : monthlyInterest(opening, apr) === interest
        ? `Previous balance of ${moneyText(opening, currency)} × ${percent(apr)} ÷ 12.`
        : "You paid the previous statement in full during this period, so interest was charged only until that payment: each day's ending balance × APR ÷ 365.",
  );
}

/**
 * Returns the sum of the daily balances. A transaction posted at the end of a day counts starting the next
 * day.
 */
function dailyBalances(opening: number, lines: readonly Line[], from: string, to: string) {
  const changes = new Map<string, number>();
  for (const { posted, amount } of lines) changes.set(posted, (changes.get(posted) ?? 0) - toMinor(amount));
  let owed = opening;
  let balanceDays = 0;
  const last = parseDay(to);
  for (let day = parseDay(from); day <= last; day += 1) {
    owed += changes.get(dayText(day)) ?? 0;
    balanceDays += Math.max(0, owed);
  }
  return { days: last - parseDay(from) + 1, balanceDays };
}

function writeLines(paper: Paper, lines: readonly Line[], currency: string): void {
  paper.heading(counted(lines.length, 'transaction'));
  if (lines.length === 0) {
    paper.paragraph('No activity in this period.');
    return;
  }
  paper.table(
    [
      quietColumn('Date', 1.3),
      textColumn('Description', 4),
      amountColumn('Charged', 1.8),
      amountColumn('Paid or credited', 1.8),
    ],
    lines.map(({ day, text, amount }) => {
      const shown = moneyText(Math.abs(toMinor(amount)), currency);
      return [formatDocumentDate(day), text, amount < 0 ? shown : '', amount > 0 ? shown : ''];
    }),
  );
}
