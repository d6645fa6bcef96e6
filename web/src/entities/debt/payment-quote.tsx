import { addMonths, dayText, parseDay } from '@engine/calendar/calendar.ts';
import { monthlyPayment, schedule, totalInterest } from '@engine/money/amortization.ts';
import { addMinor, fromMinor, toMinor } from '@engine/money/minor.ts';
import type { ReactNode } from 'react';
import { AprFigure, type CostOfDebt, getCost, hasCharges } from '@/entities/debt/cost/apr';
import { Explain } from '@/entities/explanation/explain';
import { formatCount } from '@/lib/count';
import { formatAs } from '@/lib/dates';
import { formatExactRate, formatMinor, formatMoney } from '@/lib/money';
import { Description } from '@/ui/description';
import { Money } from '@/ui/money';
import { Well } from '@/ui/panel';

/** A loan's amount in major units, rate in percent per year, and term in months. */
export type QuotedLoan = CostOfDebt;

type DebtQuoteProps = {
  /** If null, the component asks the customer to enter the missing values. */
  loan: QuotedLoan | null;
  /** The simulated day (`yyyy-MM-dd`) on which the loan starts. */
  today: string;
  currency?: string;
  /** Additional results, each as a term with its value. */
  children?: ReactNode;
};

/** Renders a loan's monthly payment, total cost, and end date while the customer types. */
export function DebtQuote({ loan, today, currency = 'USD', children }: DebtQuoteProps) {
  if (!loan)
    return <Well className="text-ink-2">Enter an amount, rate, and term to see the monthly payment.</Well>;
  const amount = toMinor(loan.amount);
  const payment = monthlyPayment(amount, loan.percent, loan.months);
  const installments = schedule(amount, loan.percent, loan.months);
  const interest = totalInterest(installments);
  const cost = hasCharges(loan) ? getCost(loan) : null;
  const last = dayText(addMonths(parseDay(today), installments.length));
  return (
    <Well>
      <p className="text-ink-3 text-sm">Monthly payment</p>
      <p aria-live="polite">
        <PaymentFormula loan={loan} currency={currency}>
          <Money amount={fromMinor(payment)} currency={currency} size="panel" />
        </PaymentFormula>
      </p>
      <p className="mt-1 text-ink-2 text-sm">
        {formatCount(installments.length, 'payment')}, the last in {formatAs(last, 'MMMM yyyy')}.
      </p>
      {loan.insurance && (
        <p className="mt-1 text-ink-2 text-sm">
          Plus {formatMinor(loan.insurance.premium, currency)} a month for mortgage insurance, through{' '}
          {formatAs(dayText(addMonths(parseDay(today), loan.insurance.last)), 'MMMM yyyy')}.
        </p>
      )}
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 text-sm [&_dd]:figures [&_dd]:font-medium [&_dd]:text-base [&_dt]:text-ink-3">
        <Description term="Total interest">{formatMinor(interest, currency)}</Description>
        <Description term="Total repaid">
          {formatMinor(cost?.totalOfPayments ?? addMinor(amount, interest), currency)}
        </Description>
        <Description term="APR">
          <AprFigure debt={loan} currency={currency} />
        </Description>
        {cost && (
          <>
            <Description term="Amount financed">{formatMinor(cost.amountFinanced, currency)}</Description>
            <Description term="Finance charge">{formatMinor(cost.financeCharge, currency)}</Description>
          </>
        )}
        {children}
      </dl>
    </Well>
  );
}

type PaymentFormulaProps = { loan: QuotedLoan; currency: string; children: ReactNode };

/** Renders a level payment that shows its formula when pressed. */
export function PaymentFormula({ loan, currency, children }: PaymentFormulaProps) {
  const monthly = formatExactRate(Math.round((loan.percent / 12) * 1e6) / 1e6);
  return (
    <Explain
      title="Monthly payment"
      formula={
        loan.percent === 0
          ? 'amount ÷ n: equal payments, no interest.'
          : 'amount × r ÷ (1 − (1 + r)^−n), where r is the monthly rate and n is the number of months.'
      }
      inputs={[
        { name: 'Amount', value: formatMoney(loan.amount, currency) },
        { name: 'r, the annual rate ÷ 12', value: monthly },
        { name: 'n', value: `${loan.months} months` },
      ]}
      source="Rounded to the cent, using 30-day months. The last payment covers any rounding difference."
    >
      {children}
    </Explain>
  );
}

/** Returns the level payment in major units, using the bank's formula. */
export function levelPayment({ amount, percent, months }: QuotedLoan): number {
  return fromMinor(monthlyPayment(toMinor(amount), percent, months));
}
