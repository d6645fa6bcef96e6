import type { DayNumber } from '../../calendar/calendar.ts';
import type { AccountState, CertificateState } from '../../simulation/state.ts';
import { MICROS } from '../rates.ts';
import { computeEarlyWithdrawalPenalty, GRACE_DAYS, MIN_CERTIFICATE } from './certificate-terms.ts';

/** The payout and the cost of a withdrawal from a CD, in minor units. */
export type WithdrawalQuote = {
  amount: number;
  interest: number;
  penalty: number;
  payout: number;
  /** The amount that stays in the CD. */
  remaining: number;
};

/**
 * Returns what a withdrawal from a CD pays and costs on a day. Without an amount, everything is withdrawn with
 * the accrued interest, minus the penalty. Otherwise, the penalty is also charged to the CD. Returns null if less
 * than the smallest amount of a CD would stay. `bank.quote_cd` has the same rules.
 */
export function quoteWithdrawal(
  { balance, accruedMicros }: Pick<AccountState, 'balance' | 'accruedMicros'>,
  certificate: Pick<
    CertificateState,
    'maturesOn' | 'renewals' | 'startedOn' | 'principal' | 'rate' | 'penaltyDays'
  >,
  day: DayNumber,
  requested?: number,
): WithdrawalQuote | null {
  const { maturesOn, renewals, startedOn, principal, rate, penaltyDays } = certificate;
  const isInGrace = day >= maturesOn || (renewals > 0 && day < startedOn + GRACE_DAYS);
  const amount = requested ?? balance;
  const penalty = isInGrace
    ? 0
    : computeEarlyWithdrawalPenalty(Math.min(amount, principal), rate, penaltyDays);
  if (requested !== undefined) {
    const remaining = balance - amount - penalty;
    return remaining < MIN_CERTIFICATE ? null : { amount, interest: 0, penalty, payout: amount, remaining };
  }
  const interest = Math.max(0, Math.round(accruedMicros / MICROS));
  const charged = Math.min(penalty, amount + interest);
  return { amount, interest, penalty: charged, payout: amount + interest - charged, remaining: 0 };
}

/** Withdraws from a CD to another account. An empty CD closes. */
export function withdrawFromCertificate(
  account: AccountState,
  certificate: CertificateState,
  to: AccountState,
  { amount, interest, payout, remaining }: WithdrawalQuote,
): void {
  to.balance += payout;
  account.balance = remaining;
  account.accruedMicros = Math.max(0, account.accruedMicros - interest * MICROS);
  certificate.principal = Math.max(0, Math.min(certificate.principal - amount, remaining));
  if (remaining === 0) account.closed = true;
}
