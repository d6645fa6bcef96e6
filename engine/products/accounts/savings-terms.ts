import { MONTHS_A_YEAR } from '../../calendar/calendar.ts';
import { type Minor, markMinor, ZERO } from '../../money/minor.ts';
import type { Tier } from '../rates.ts';

/** A balance in minor units that is so large that the top tier's yield is close to its limit. */
const LARGE_BALANCE = 100_000_000_000;

/** A tier as banks disclose it. Balances are in minor units, rates in percent. */
export type SavingsTier = ReturnType<typeof savingsDisclosure>[number];

/** Returns the tiers with all rates shifted by a number of percentage points. No rate falls below zero. */
export function shiftTiers(tiers: readonly Tier[], shift: number): Tier[] {
  return tiers.map(({ above, percent }) => ({ above, percent: Math.max(0, percent + shift) }));
}

/**
 * Returns a balance's annual percentage yield in percent, rounded to hundredths: 100 × interest for 365 days
 * ÷ balance. Each part of the balance is compounded monthly (Regulation DD, appendix A, part I). A balance
 * below one major unit gets the first tier's yield.
 */
export function annualPercentageYield(balance: number, tiers: readonly Tier[]): number {
  const principal = balance >= 100 ? balance : Math.max(100, tiers[1]?.above ?? LARGE_BALANCE);
  return Math.round((computeYearlyInterest(principal, tiers) * 10_000) / principal) / 100;
}

/** Returns the interest that a balance earns in a year at unchanged rates, in minor units. */
export function yearlyInterest(balance: Minor, tiers: readonly Tier[]): Minor {
  return markMinor(Math.round(computeYearlyInterest(balance, tiers)));
}

/** Returns a year's interest. Each part of the balance earns its tier's rate, compounded monthly. */
function computeYearlyInterest(balance: number, tiers: readonly Tier[]): number {
  return tiers.reduce((interest, { above, percent }, index) => {
    const top = tiers[index + 1]?.above ?? Number.POSITIVE_INFINITY;
    const part = Math.max(0, Math.min(balance, top) - above);
    const monthly = 1 + percent / 100 / MONTHS_A_YEAR;
    let growth = 1;
    for (let month = 0; month < MONTHS_A_YEAR; month += 1) growth *= monthly;
    return interest + part * (growth - 1);
  }, 0);
}

/**
 * Returns the disclosure for each tier. Each part of a balance earns its own tier's rate, so the yield of a
 * higher tier is a range (Regulation DD, appendix A, part I.D, tiering method B).
 */
export function savingsDisclosure(tiers: readonly Tier[]) {
  return tiers.map(({ above, percent }, index) => {
    const next = tiers[index + 1]?.above;
    const highest = annualPercentageYield(next ?? LARGE_BALANCE, tiers);
    const lowest = index === 0 ? highest : annualPercentageYield(above, tiers);
    return {
      from: index === 0 ? ZERO : markMinor(above + 1),
      /** The upper limit of the balance; null for the top tier. */
      to: next === undefined ? null : markMinor(next),
      rate: percent,
      /** The lowest and highest annual percentage yield for balances in this tier. */
      apy: { from: lowest, to: highest },
    };
  });
}
