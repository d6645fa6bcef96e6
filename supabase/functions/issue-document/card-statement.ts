import { counted, getMonth } from '../../../assistant/format.ts';
import { dayText, parseDay } from '../../../engine/calendar/calendar.ts';
import { monthlyInterest } from '../../../engine/money/amortization.ts';
import { moneyText } from '../../../engine/money/amount-text.ts';
import { toMinor } from '../../../engine/money/minor.ts';
import { cycleInterest, LATE_FEE } from '../../../engine/products/card.ts';
import { minimumWarning } from '../../../engine/products/minimum-payment-warning.ts';
import type { CardStatement, Line } from './facts.ts';
import { formatDocumentDate, masked, percent } from './format.ts';
import { Paper } from './paper.ts';
import { NOT_A_BANK } from './sheet.ts';

/** Renders a card statement as Regulation Z requires. */
export function cardStatementPaper(statement: CardStatement): Paper {
  const { period_from: from, period_to: to, issued_at, terms, facts } = statement;
  const { currency } = terms;
  const show = (amount: number) => moneyText(toMinor(amount), currency);
  const paper = new Paper({
    title: `${terms.name}, statement of ${getMonth(to)}`,
    label: `Card statement, ${getMonth(to)}`,
    at: new Date(issued_at),
  });
  paper.title(
    terms.name,
    `Statement from ${formatDocumentDate(from)} to ${formatDocumentDate(to)}, for ${terms.holder}`,
  );
  paper.amount('New balance', show(terms.closing_balance));
  paper.facts([
    ['Minimum payment', show(terms.minimum_payment)],
    ['Payment due', formatDocumentDate(terms.due_date)],
    ['Credit limit', show(terms.credit_limit)],
    ['Card', masked(terms.number)],
  ]);
  paper.heading('Summary');
  paper.table(
    [
      { title: 'Item', width: 4 },
      { title: 'Amount', width: 2, align: 'right' },
    ],
    [
      { cells: ['Previous balance', show(terms.opening_balance)] },
      { cells: ['Payments and credits', moneyText(-toMinor(terms.payments), currency)] },
      { cells: ['Purchases and other charges', moneyText(toMinor(terms.charges), currency, true)] },
      { cells: ['Fees', moneyText(toMinor(terms.fees), currency, true)] },
      { cells: ['Interest', moneyText(toMinor(terms.interest), currency, true)] },
      { cells: ['New balance', show(terms.closing_balance)], strong: true },
    ],
  );
  if (terms.minimum_payment > 0) writeWarnings(paper, statement);
  writeInterest(paper, statement);
  paper.heading('Rewards');
  paper.paragraph(`Earned in this period: ${show(terms.rewards)}.`);
  writeLines(paper, facts.lines, currency);
  paper.note(
    `${NOT_A_BANK}. Sandbank is a banking simulator: nobody owes this money, and the card number is outside all real ranges.`,
  );
  return paper;
}

function writeWarnings(paper: Paper, { terms }: CardStatement): void {
  const { currency } = terms;
  paper.note(
    `Late Payment Warning: If we do not receive your minimum payment by ${formatDocumentDate(terms.due_date)}, you may have to pay a late fee of up to ${moneyText(LATE_FEE.repeated, currency)}.`,
  );
  const warning = minimumWarning({
    balance: toMinor(terms.closing_balance),
    minimum: toMinor(terms.minimum_payment),
    apr: terms.apr,
  });
  if (!warning) return;
  const { minimum, time, in36 } = warning;
  paper.heading('Minimum Payment Warning');
  paper.paragraph(
    'If you make only the minimum payment each period, you will pay more in interest and it will take you longer to pay off your balance. With no additional charges:',
  );
  paper.table(
    [
      { title: 'Each month you pay', width: 3 },
      { title: 'Paid off in about', width: 2.4 },
      { title: 'Estimated total', width: 2, align: 'right' },
      { title: 'Savings', width: 1.6, align: 'right' },
    ],
    [
      {
        cells: [
          'Only the minimum payment',
          counted(time.count, time.unit),
          moneyText(minimum.total, currency),
          '',
        ],
      },
      ...(in36
        ? [
            {
              cells: [
                moneyText(in36.payment, currency),
                '3 years',
                moneyText(in36.total, currency),
                moneyText(in36.saving, currency),
              ],
            },
          ]
        : []),
    ],
  );
}

function writeInterest(
  paper: Paper,
  { period_from: from, period_to: to, terms, facts }: CardStatement,
): void {
  const { currency } = terms;
  const interest = toMinor(terms.interest);
  paper.heading('Interest');
  if (interest === 0) {
    paper.paragraph(
      `No interest was charged. Your APR is ${percent(terms.apr)}. You pay no interest on purchases if you pay each statement in full by its due date.`,
    );
    return;
  }
  const opening = toMinor(terms.opening_balance);
  const { days, balanceDays } = dailyBalances(opening, facts.lines, from, to);
  const average = Math.round(balanceDays / days);
  paper.table(
    [
      { title: 'APR', width: 2 },
      { title: 'Average daily balance', width: 2.4, align: 'right' },
      { title: 'Days', width: 1, align: 'right' },
      { title: 'Interest', width: 2, align: 'right' },
    ],
    [
      {
        cells: [
          percent(terms.apr),
          moneyText(average, currency),
          String(days),
          moneyText(interest, currency),
        ],
        strong: true,
      },
    ],
  );
  paper.paragraph(
    cycleInterest(balanceDays, terms.apr) === interest
      ? `Sum of the daily balances over ${days} days × ${percent(terms.apr)} ÷ 365.`
      : monthlyInterest(opening, terms.apr) === interest
        ? `Previous balance of ${moneyText(opening, currency)} × ${percent(terms.apr)} ÷ 12.`
        : "You paid the previous statement in full during this period, so interest was charged only until that payment: each day's ending balance × APR ÷ 365.",
  );
}

/** Sums the daily balances. Postings at the end of a day bear interest from the next day. */
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
  paper.heading(counted(lines.length, 'movement'));
  if (lines.length === 0) {
    paper.paragraph('No activity in this period.');
    return;
  }
  paper.table(
    [
      { title: 'Date', width: 1.3, quiet: true },
      { title: 'Description', width: 4 },
      { title: 'Charged', width: 1.8, align: 'right' },
      { title: 'Paid or credited', width: 1.8, align: 'right' },
    ],
    lines.map(({ day, words, amount }) => {
      const shown = moneyText(Math.abs(toMinor(amount)), currency);
      return { cells: [formatDocumentDate(day), words, amount < 0 ? shown : '', amount > 0 ? shown : ''] };
    }),
  );
}
