import { counted, money, percent, sumAmounts } from '../../../../../assistant/format.ts';
import type { TopicValues } from '../../../../../assistant/intent.ts';
import { figures, how, text } from '../../../../../assistant/parts.ts';
import { toMinor } from '../../../../../engine/money/minor.ts';
import { type Answer, lead } from '../../answer.ts';
import type { AnswerContext } from '../../answer-context.ts';
import { TIMES_PER_YEAR } from '../subscriptions.ts';
import type { TopicAnswers } from '../topics.ts';

const CALCULATION = 'A calculation with the amounts in your message.';

/** Answers by what percentage an amount changed. */
async function* answerPercentChange({ amounts }: TopicValues, context: AnswerContext): Answer {
  const [from, to] = amounts;
  if (!from || !to) return yield text('Enter two amounts, such as the percent change from 80 to 100.');
  const currency = from.currency ?? to.currency ?? context.baseCurrency;
  const [before, after] = [money(from.amount, currency), money(to.amount, currency)];
  if (from.amount <= 0) return yield text(`A change from ${before} can't be stated in percent.`);
  const difference = sumAmounts([to.amount, -from.amount]);
  const share = Math.round((toMinor(difference) / toMinor(from.amount)) * 10_000) / 100;
  yield lead(
    difference === 0
      ? `${before} and ${after} are the same, so the change is 0%.`
      : `From ${before} to ${after} is ${difference > 0 ? 'an increase' : 'a decrease'} of ${percent(Math.abs(share))} (${money(Math.abs(difference), currency)}).`,
  );
  yield figures(
    { label: 'Change', value: `${difference < 0 ? '\u2212' : ''}${percent(Math.abs(share))}` },
    { label: 'Difference', amount: difference, currency },
  );
  yield how(CALCULATION, { rule: `(${after} − ${before}) ÷ ${before}, rounded to two decimals.` });
}

const HOURS_A_DAY = 8;
const HOURS_A_WEEK = 40;

/** Answers how many hours of work an amount takes at an hourly pay: the smaller amount is the pay. */
async function* answerWorkHours({ amounts }: TopicValues, context: AnswerContext): Answer {
  const sorted = amounts.toSorted((a, b) => b.amount - a.amount);
  const [price, pay] = sorted;
  if (!price || !pay || pay.amount <= 0)
    return yield text('Enter the amount and the pay per hour, such as hours of work for 900 at 22 an hour.');
  const currency = price.currency ?? pay.currency ?? context.baseCurrency;
  const hours = Math.ceil((toMinor(price.amount) / toMinor(pay.amount)) * 10) / 10;
  const days = Math.ceil((hours / HOURS_A_DAY) * 10) / 10;
  yield lead(
    `${money(price.amount, currency)} takes ${counted(hours, 'hour')} of work at ${money(pay.amount, currency)} an hour, about ${counted(days, 'day')} of ${HOURS_A_DAY} hours.`,
  );
  yield figures(
    { label: 'Hours', value: String(hours) },
    { label: `Days of ${HOURS_A_DAY} hours`, value: String(days) },
  );
  yield how(CALCULATION, {
    rule: `${money(price.amount, currency)} ÷ ${money(pay.amount, currency)}, rounded up to a tenth of an hour. If the pay is before tax, it takes longer.`,
  });
}

const DAYS_A_YEAR = 365;
/** The times per year of each frequency. An hour is one of 40 hours a week. */
const TIMES: Readonly<Record<string, number>> = {
  ...TIMES_PER_YEAR,
  DAILY: DAYS_A_YEAR,
  HOURLY: HOURS_A_WEEK * TIMES_PER_YEAR.WEEKLY,
};
const UNITS: Readonly<Record<string, string>> = {
  HOURLY: 'an hour',
  DAILY: 'a day',
  WEEKLY: 'a week',
  BIWEEKLY: 'every two weeks',
  MONTHLY: 'a month',
  QUARTERLY: 'a quarter',
  ANNUALLY: 'a year',
};
const SHOWN_UNITS = ['ANNUALLY', 'MONTHLY', 'BIWEEKLY', 'WEEKLY', 'HOURLY'] as const;

/** Converts pay between years, months, weeks, and hours. */
async function* answerPayConversion(
  { amounts, frequencies = [] }: TopicValues,
  context: AnswerContext,
): Answer {
  const [stated] = amounts;
  const [from, to] = frequencies;
  const times = from === undefined ? undefined : TIMES[from];
  if (!stated || from === undefined || times === undefined)
    return yield text('Enter an amount and its period, such as 52,000 a year in monthly pay.');
  const currency = stated.currency ?? context.baseCurrency;
  const yearly = toMinor(stated.amount) * times;
  const convert = (unit: string) => Math.round(yearly / (TIMES[unit] ?? 1)) / 100;
  const targets =
    to !== undefined && to !== from ? [to] : SHOWN_UNITS.filter((unit) => unit !== from).slice(0, 2);
  const format = (unit: string) => `${money(convert(unit), currency)} ${UNITS[unit] ?? ''}`;
  yield lead(
    `${money(stated.amount, currency)} ${UNITS[from] ?? ''} is ${targets.map(format).join(', or ')}.`,
  );
  yield figures(
    ...SHOWN_UNITS.map((unit) => ({ label: `Pay ${UNITS[unit] ?? ''}`, amount: convert(unit), currency })),
  );
  yield how(CALCULATION, {
    rule: `12 months, 26 two-week periods, 52 weeks, 365 days, and ${HOURS_A_WEEK} hours a week in a year, rounded to the cent, before tax.`,
  });
}

/** Adds up an amount that is put aside again and again. */
async function* answerRepeated(values: TopicValues, context: AnswerContext): Answer {
  const { amounts, frequencies = [], months } = values;
  const [stated] = amounts;
  const [frequency] = frequencies;
  const times = frequency === undefined ? undefined : TIMES[frequency];
  if (!stated || frequency === undefined || times === undefined)
    return yield text('Enter an amount and how often, such as 25 a week for a year.');
  const currency = stated.currency ?? context.baseCurrency;
  const length = months[0] ?? TIMES_PER_YEAR.MONTHLY;
  const count = Math.max(1, Math.floor((times * length) / TIMES_PER_YEAR.MONTHLY));
  const total = (toMinor(stated.amount) * count) / 100;
  const years = length / TIMES_PER_YEAR.MONTHLY;
  const span = Number.isInteger(years)
    ? counted(years, 'year')
    : counted(Math.round(length * 10) / 10, 'month');
  yield lead(
    `${money(stated.amount, currency)} ${UNITS[frequency] ?? ''} is ${money(total, currency)} in ${span}, without interest.`,
  );
  yield figures({ label: 'Total', amount: total, currency }, { label: 'Times', value: String(count) });
  yield how(CALCULATION, { rule: `${money(stated.amount, currency)} × ${count}.` });
}

export const CALCULATION_ANSWERS: TopicAnswers = {
  'percent-change': answerPercentChange,
  'work-hours': answerWorkHours,
  'pay-conversion': answerPayConversion,
  'repeated-amount': answerRepeated,
};
