import { formatTextDate } from '../engine/calendar/format-date.ts';
import { monthlyInterest } from '../engine/money/amortization.ts';
import { toMinor } from '../engine/money/minor.ts';
import { daysIn, money, percent, sumAmounts } from './format.ts';

/** The explanation of a posted interest amount. Amounts are in major units, rates in percent per year. */
export type Arithmetic = {
  /** The reason in one sentence. */
  sentence: string;
  /** The calculation, which notes any difference between its result and the posted amount. */
  rule: string;
  /** The computed amount. */
  amount: number;
};

/**
 * The balance at the end of a day in a billing cycle. `repaid` is the part that was repaid within a grace
 * period and therefore bears no interest (12 CFR 1026.54(a)(1)(ii)).
 */
export type DayBalance = { day: string; balance: number; repaid?: number };

/**
 * Explains a card's interest, which is 1/365 of the annual rate on each daily balance of the cycle. If the
 * previous statement was paid in full during the cycle, `until` is the last day that bears interest (residual
 * interest).
 */
export function cardInterest(
  days: readonly DayBalance[],
  { apr, currency, until, today }: { apr: number; currency: string; until: string | null; today: string },
): Arithmetic {
  const counted = until === null ? days : days.filter(({ day }) => day < until);
  const sum = sumAmounts(
    counted.map(({ balance, repaid = 0 }) => Math.max(0, sumAmounts([balance, -repaid]))),
  );
  const isPartRepaid = counted.some(({ repaid = 0 }) => repaid > 0);
  const amount = Math.round((toMinor(sum) * apr) / 100 / 365) / 100;
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? ''];
  const average = counted.length === 0 ? 0 : Math.round(toMinor(sum) / counted.length) / 100;
  const span = `${counted.length} days`;
  const residual =
    until === null
      ? ''
      : ` Interest stopped on ${formatTextDate(until, today)}, when you paid the previous statement in full.`;
  const spared = isPartRepaid ? ' You pay no interest on the part you repaid by the due date.' : '';
  return {
    amount,
    sentence: `You didn't pay the previous statement in full by its due date. Interest accrued from ${formatTextDate(first, today)} to ${formatTextDate(last, today)} on an average balance of ${money(average, currency)} at ${percent(apr)} APR.${residual}${spared}`,
    rule: `The daily ending balances for ${span}${isPartRepaid ? ', minus the part repaid by the due date,' : ''} add up to ${money(sum, currency)} (${money(average, currency)} on average). ${money(sum, currency)} × ${percent(apr)} ÷ 365 = ${money(amount, currency)}.`,
  };
}

/**
 * Explains the monthly interest in an imported history, which is one twelfth of the annual rate on the
 * balance.
 */
export function monthOfInterest(
  owed: number,
  { apr, currency }: { apr: number; currency: string },
): Arithmetic {
  const amount = monthlyInterest(toMinor(owed), apr) / 100;
  return {
    amount,
    sentence: `You owed ${money(owed, currency)} at ${percent(apr)} APR and didn't pay it in full.`,
    rule: `One twelfth of the APR: ${money(owed, currency)} × ${percent(apr)} ÷ 12 = ${money(amount, currency)}.`,
  };
}

/** The balance of a debt between two transactions, and the number of days that the customer owed it. */
export type Held = { from: string; balance: number; days: number };

type InterestTerms = { rate: number; currency: string; today: string };

const sumProducts = (held: readonly Held[]) =>
  held.reduce((sum, { balance, days }) => sum + toMinor(balance) * days, 0);

const formatHeld = (held: readonly Held[], { currency, today }: InterestTerms) =>
  held
    .map(
      ({ balance, days, from }) =>
        `${money(balance, currency)} for ${days} days from ${formatTextDate(from, today)}`,
    )
    .join(', ');

/** Explains the interest of a line of credit, which accrues on actual days of a 365-day year. */
export function lineInterest(held: readonly Held[], terms: InterestTerms): Arithmetic {
  const { rate, currency } = terms;
  const amount = Math.round((sumProducts(held) * rate) / 100 / 365) / 100;
  return {
    amount,
    sentence: `You were charged interest on each day’s balance, at an annual rate of ${percent(rate)}.`,
    rule: `Interest uses actual days and 365-day years: ${formatHeld(held, terms)}. Each balance × days × ${percent(rate)} ÷ 365 adds up to ${money(amount, currency)}.`,
  };
}

/** Explains a loan's monthly interest on a 30/360 basis. */
export function loanInterest(held: readonly Held[], terms: InterestTerms): Arithmetic {
  const { rate, currency } = terms;
  const amount = monthlyInterest(sumProducts(held) / 30, rate) / 100;
  const [only] = held;
  if (held.length === 1 && only)
    return {
      amount,
      sentence: `You owed ${money(only.balance, currency)} during the month at an annual rate of ${percent(rate)}.`,
      rule: `Interest uses 30-day months and 360-day years: ${money(only.balance, currency)} × ${percent(rate)} ÷ 12 = ${money(amount, currency)}.`,
    };
  return {
    amount,
    sentence: `Your balance changed during the month. Each balance accrued interest for the days you owed it, at an annual rate of ${percent(rate)}.`,
    rule: `Interest uses 30-day months and 360-day years: ${formatHeld(held, terms)}. Each balance × days ÷ 30 × ${percent(rate)} ÷ 12 adds up to ${money(amount, currency)}.`,
  };
}

/** Explains a month of savings interest by day and tier. Fractions of a cent carry over to the next month. */
export function savingsInterest(
  days: readonly (DayBalance & { micros: number })[],
  { posted, currency }: { posted: number; currency: string },
): Arithmetic {
  const micros = days.reduce((sum, day) => sum + day.micros, 0);
  const amount = Math.round(micros / 1_000_000) / 100;
  const average =
    days.length === 0
      ? 0
      : Math.round((sumAmounts(days.map(({ balance }) => balance)) / days.length) * 100) / 100;
  const yearly = average > 0 ? (micros / 1_000_000 / 100 / average / days.length) * 365 * 100 : 0;
  const carried = sumAmounts([posted, -amount]);
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? ''];
  return {
    amount,
    sentence: `Your average balance over ${daysIn(first, last)} days was ${money(average, currency)}, and it earned about ${percent(Math.round(yearly * 100) / 100)} a year.`,
    rule: `Each day's balance earns 1/365 of the annual rate for its tiers. The daily interest adds up to ${money(amount, currency)}${carried === 0 ? '' : `. With ${money(Math.abs(carried), currency)} carried over from the previous month, the total is ${money(posted, currency)}`}.`,
  };
}
