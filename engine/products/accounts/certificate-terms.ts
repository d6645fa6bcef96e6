import { DAYS_A_YEAR, type DayNumber, isFirstOfMonth, parseDay } from '../../calendar/calendar.ts';
import { markMinor } from '../../money/minor.ts';
import type { AccountState, CertificateState } from '../../simulation/state.ts';
import { MICROS } from '../rates.ts';

/** The terms of a new CD: its length in months, its rate in percent per year, and its penalty. */
export type CertificateTerms = {
  months: number;
  rate: number;
  /** The days of simple interest that an early withdrawal costs. */
  penaltyDays: number;
};

/** The smallest amount of a CD, in minor units. */
export const MIN_CERTIFICATE = 50_000;

/** The days after maturity in which a CD that renewed can be withdrawn without a penalty. */
export const GRACE_DAYS = 10;

/** The days before maturity on which the bank notifies the customer (Regulation DD, 1030.5(b)). */
export const NOTICE_DAYS = 30;

const getPenaltyDays = (months: number) => (months <= 12 ? 90 : months <= 24 ? 180 : 365);
const offer = (rates: Record<number, number>): CertificateTerms[] =>
  Object.entries(rates).map(([months, rate]) => ({
    months: Number(months),
    rate,
    penaltyDays: getPenaltyDays(Number(months)),
  }));

/** The bank's CDs by effective date. `bank.cd_terms` has the same table. */
const CERTIFICATES: readonly { from: DayNumber; terms: readonly CertificateTerms[] }[] = [
  { from: parseDay('2000-01-01'), terms: offer({ 3: 3.6, 6: 4, 12: 4.25, 24: 4.05, 60: 3.9 }) },
  { from: parseDay('2026-07-01'), terms: offer({ 3: 3.35, 6: 3.75, 12: 4, 24: 3.8, 60: 3.7 }) },
];

/** Returns the CDs that can be opened on a day, shortest term first. */
export function getCertificateOffers(day: DayNumber): readonly CertificateTerms[] {
  return CERTIFICATES.findLast(({ from }) => from <= day)?.terms ?? [];
}

/**
 * Returns a day's interest on a CD in millionths of a minor unit. It compounds daily: interest that isn't
 * credited yet earns interest too. The basis is actual/365.
 */
export function computeCertificateInterestMicros(
  { balance, accruedMicros }: Pick<AccountState, 'balance' | 'accruedMicros'>,
  rate: number,
): number {
  return Math.round(((balance * MICROS + accruedMicros) * rate) / 100 / DAYS_A_YEAR);
}

/**
 * Returns the interest in minor units that a CD earns in a number of days if it stays in the CD, rounded to
 * the cent once.
 */
export function computeCertificateInterest(principal: number, rate: number, days: number): number {
  let accruedMicros = 0;
  for (let day = 0; day < days; day += 1)
    accruedMicros += computeCertificateInterestMicros({ balance: principal, accruedMicros }, rate);
  return Math.round(accruedMicros / MICROS);
}

/** Returns the annual percentage yield of a rate that compounds daily, in percent, rounded to hundredths. */
export function computeCertificateYield(rate: number): number {
  const principal = 100_000_000;
  return Math.round((computeCertificateInterest(principal, rate, DAYS_A_YEAR) * 10_000) / principal) / 100;
}

/**
 * Returns the penalty for withdrawing an amount early, in minor units: simple interest for a number of days.
 */
export function computeEarlyWithdrawalPenalty(amount: number, rate: number, days: number): number {
  return Math.round((amount * rate * days) / 100 / DAYS_A_YEAR);
}

/**
 * Projects a CD until it matures, from the start of a day, with all its interest until then. Amounts are in
 * minor units. `interest` is the interest that will be credited; `balance` is what the CD holds at maturity.
 */
export function projectCertificate(
  { balance, accruedMicros }: Pick<AccountState, 'balance' | 'accruedMicros'>,
  { rate, maturesOn, interestAccountId }: Pick<CertificateState, 'rate' | 'maturesOn' | 'interestAccountId'>,
  from: DayNumber,
) {
  let accrued = accruedMicros;
  let paid = 0;
  for (let day = from; day < maturesOn; day += 1) {
    accrued += computeCertificateInterestMicros({ balance, accruedMicros: accrued }, rate);
    if (interestAccountId === null || !isFirstOfMonth(day + 1)) continue;
    const amount = Math.round(accrued / MICROS);
    accrued -= amount * MICROS;
    paid += amount;
  }
  const rest = Math.round(accrued / MICROS);
  return {
    interest: markMinor(paid + rest),
    balance: markMinor(interestAccountId === null ? balance + rest : balance),
  };
}
