import { DAYS_A_YEAR, MONTHS_A_YEAR } from '../calendar/calendar.ts';
import { monthlyInterest, roundHalfAway, schedule } from '../money/amortization.ts';
import { findSmallest } from '../money/bisect.ts';
import { OVERDRAFT_PRODUCTS } from '../products/accounts/overdraft-terms.ts';
import { dailyInterestMicros, MICROS, type Tier } from '../products/rates.ts';

/**
 * Computes the figures in lessons. Amounts are integers in minor units, rates are in percent (6.4 means
 * 6.4%), and shares are from 0 to 1. For amortization, cards, minimum payments, and the credit score, lessons
 * use the bank's own modules.
 */

export type MonthOfMoney = { month: string; earned: number; spent: number };

const PERCENT = 100;

/**
 * Returns the savings and the savings rate: (earned − spent) ÷ earned. The rate is null if there is no
 * income.
 */
export function savingsRate({ earned, spent }: Pick<MonthOfMoney, 'earned' | 'spent'>) {
  return { stayed: earned - spent, share: earned > 0 ? (earned - spent) / earned : null };
}

/**
 * Returns the employee's Social Security tax (6.2%) and Medicare tax (1.45%): IRS, Topic no. 751. Assumes
 * annual pay below the Social Security wage base, above which no more Social Security tax is due.
 */
export function payrollTax(gross: number) {
  const socialSecurity = roundHalfAway((gross * 6.2) / PERCENT);
  const medicare = roundHalfAway((gross * 1.45) / PERCENT);
  return { socialSecurity, medicare, left: gross - socialSecurity - medicare };
}

/**
 * Returns how much an income varies. The cushion is the amount needed to withdraw the average income every
 * month. It is the largest cumulative shortfall from the average, in chronological order.
 */
export function incomeSwing(incomes: readonly number[]) {
  const sum = incomes.reduce((total, income) => total + income, 0);
  const average = incomes.length > 0 ? roundHalfAway(sum / incomes.length) : 0;
  let level = 0;
  let cushion = 0;
  for (const income of incomes) {
    level += income - average;
    cushion = Math.max(cushion, -level);
  }
  return { average, lowest: Math.min(...incomes), highest: Math.max(...incomes), cushion };
}

/** Returns the real value of a raise: (1 + raise) ÷ (1 + inflation) − 1, in percent. */
export function realRaise(raise: number, inflation: number): number {
  return ((PERCENT + raise) / (PERCENT + inflation) - 1) * PERCENT;
}

/** Returns the number of months of spending that an amount covers. Returns null if there is no spending. */
export function monthsCovered(amount: number, monthlySpending: number): number | null {
  return monthlySpending > 0 ? Math.max(0, amount) / monthlySpending : null;
}

/**
 * Returns the number of whole months until a target is reached with constant monthly savings, ignoring
 * interest. Returns null if it is never reached.
 */
export function monthsUntil(target: number, saved: number, monthly: number): number | null {
  if (saved >= target) return 0;
  return monthly > 0 ? Math.ceil((target - saved) / monthly) : null;
}

/**
 * Returns the number of whole months until the money runs out if spending exceeds income. Returns null if it
 * never runs out.
 */
export function runway(money: number, spending: number, income: number): number | null {
  const gap = spending - income;
  return gap > 0 ? Math.floor(Math.max(0, money) / gap) : null;
}

/**
 * Returns a year's savings interest with the bank's tiers. Interest accrues daily (actual/365, Regulation DD,
 * appendix A) and is credited and compounded monthly.
 */
export function yearOfSavings(balance: number, tiers: readonly Tier[]): number {
  let held = balance;
  for (let month = 1; month <= MONTHS_A_YEAR; month += 1) {
    const days =
      Math.round((DAYS_A_YEAR * month) / MONTHS_A_YEAR) -
      Math.round((DAYS_A_YEAR * (month - 1)) / MONTHS_A_YEAR);
    held += roundHalfAway((dailyInterestMicros(held, tiers) * days) / MICROS);
  }
  return held - balance;
}

/**
 * Returns the balance after a number of months at an annual rate with monthly compounding. Deposits are added
 * at the end of each month.
 */
function balanceAfter(start: number, monthly: number, percent: number, months: number): number {
  let balance = start;
  for (let month = 0; month < months; month += 1) balance += monthlyInterest(balance, percent) + monthly;
  return balance;
}

/**
 * Returns the future value of an amount and a monthly deposit at an annual rate with monthly compounding.
 * Deposits are added at the end of each month.
 */
export function growth(start: number, monthly: number, percent: number, years: number) {
  const balance = balanceAfter(start, monthly, percent, years * MONTHS_A_YEAR);
  const paidIn = start + monthly * years * MONTHS_A_YEAR;
  return { balance, paidIn, grown: balance - paidIn };
}

/**
 * Returns the smallest monthly deposit that reaches a target within a number of months, including interest.
 */
export function depositFor(target: number, percent: number, months: number): number {
  const isEnough = (monthly: number) => balanceAfter(0, monthly, percent, months) >= target;
  return findSmallest(0, target, isEnough) ?? target;
}

/** Returns the total cost of a purchase that is financed with level monthly installments. */
export function borrowedPrice(price: number, percent: number, months: number) {
  const installments = schedule(price, percent, months);
  const interest = installments.reduce((sum, installment) => sum + installment.interest, 0);
  return { installment: installments[0]?.payment ?? 0, interest, total: price + interest };
}

/**
 * Returns a mix of stocks and safe assets after a market fall: its value, the share of stocks, and the amount
 * to move into stocks to rebalance. `stocks` is in percent.
 */
export function mixAfterFall(held: number, stocks: number, fall: number) {
  const inStocks = roundHalfAway((held * stocks) / PERCENT);
  const { lost, left: stocksLeft } = getFall(inStocks, fall);
  const left = held - lost;
  return {
    inStocks,
    lost,
    left,
    share: left > 0 ? stocksLeft / left : 0,
    toMove: roundHalfAway((left * stocks) / PERCENT) - stocksLeft,
  };
}

/**
 * Returns the number of years until money doubles with yearly compounding, rounded to a tenth. Returns null
 * if the rate is zero or negative.
 */
export function yearsToDouble(percent: number): number | null {
  if (percent <= 0) return null;
  let worth = 1;
  let years = 0;
  while (worth < 2) {
    const next = worth * (1 + percent / PERCENT);
    if (next >= 2) return Math.round((years + (2 - worth) / (next - worth)) * 10) / 10;
    worth = next;
    years += 1;
  }
  return years;
}

/** Returns the loss in a market fall, and the percentage gain that recovers it: fall ÷ (1 − fall). */
export function getFall(amount: number, percent: number) {
  const lost = roundHalfAway((amount * percent) / PERCENT);
  return { lost, left: amount - lost, riseNeeded: (percent / (PERCENT - percent)) * PERCENT };
}

/** Returns how much annual fees reduce the growth of an investment. */
export function feeDrag(start: number, monthly: number, percent: number, fee: number, years: number) {
  const free = growth(start, monthly, percent, years).balance;
  const costly = growth(start, monthly, percent - fee, years).balance;
  return { free, costly, taken: free - costly };
}

/** Returns the effective annual rate with monthly compounding: (1 + r ÷ 12)¹² − 1, in percent. */
export function effectiveRate(apr: number): number {
  let worth = 1;
  for (let month = 0; month < MONTHS_A_YEAR; month += 1) worth *= 1 + apr / PERCENT / MONTHS_A_YEAR;
  return (worth - 1) * PERCENT;
}

/** Splits an installment into one month's interest and principal. */
export function installmentSplit(balance: number, rate: number, payment: number) {
  const interest = Math.min(payment, monthlyInterest(balance, rate));
  return { interest, principal: payment - interest, share: payment > 0 ? interest / payment : 0 };
}

/**
 * Federal deposit insurance covers $250,000 per depositor, bank, and ownership category (FDIC, "Deposit
 * Insurance at a Glance").
 */
export const INSURED_MOST = 25_000_000;

export function insuredPart(deposits: number) {
  const insured = Math.min(Math.max(0, deposits), INSURED_MOST);
  return { insured, beyond: Math.max(0, deposits) - insured };
}

/**
 * Returns the number of claim-free months after which a higher deductible pays off. Returns null if the
 * higher deductible saves nothing.
 */
export function deductiblePaysAfter(lower: number, higher: number, savedMonthly: number): number | null {
  return savedMonthly > 0 ? Math.ceil((higher - lower) / savedMonthly) : null;
}

/**
 * Returns the fees of the Standard overdraft product for a day's debits in their posting order, if no money
 * arrives by the next business day: the number of fees, their sum, and the balance after them.
 */
export function overdraftDay(start: number, ...debits: readonly number[]) {
  const { fee, feesPerDay, freeItem, freeBalance } = OVERDRAFT_PRODUCTS.standard;
  let [balance, items] = [start, 0];
  for (const debit of debits) {
    balance -= debit;
    if (balance < 0 && debit > freeItem) items += 1;
  }
  const count = balance < freeBalance ? Math.min(items, feesPerDay) : 0;
  return { count, fees: count * fee, balance: balance - count * fee };
}
