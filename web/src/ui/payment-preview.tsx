import { monthlyPayment, schedule, totalInterest } from '@engine/amortization.ts';
import { formatMinor, fromMinor, type Minor, toMinor } from '@/lib/money';
import { Money } from './money';
import { Well } from './panel';

/** What a loan costs a month and over its life, while its numbers are typed; null asks for the missing ones. */
export function PaymentPreview({
  loan,
}: {
  loan: { amount: number; percent: number; months: number } | null;
}) {
  if (!loan)
    return <Well className="text-ink-2">Enter amount, rate and term to see the monthly payment.</Well>;
  const amount = toMinor(loan.amount);
  const payment = monthlyPayment(amount, loan.percent, loan.months) as Minor;
  const interest = totalInterest(schedule(amount, loan.percent, loan.months)) as Minor;
  return (
    <Well>
      <p className="text-ink-3 text-sm">Monthly payment</p>
      <p aria-live="polite">
        <Money amount={fromMinor(payment)} size="panel" />
      </p>
      <p className="mt-1 text-ink-2 text-sm">
        {loan.months} payments, {formatMinor(interest)} of interest in all.
      </p>
    </Well>
  );
}

/** The level payment in major units, as the bank computes it. */
export function levelPayment({
  amount,
  percent,
  months,
}: {
  amount: number;
  percent: number;
  months: number;
}): number {
  return fromMinor(monthlyPayment(toMinor(amount), percent, months) as Minor);
}
