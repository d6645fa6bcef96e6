import { dayText } from '@engine/calendar/calendar.ts';
import { addMinor, fromMinor, type Minor, subtractMinor, toMinor, ZERO } from '@engine/money/minor.ts';
import type { Outcome, PlanRow } from '@engine/products/debts/debt-plans.ts';
import type { ReactNode } from 'react';
import { AprFigure, formatApr, getApr } from '@/entities/debt/cost/apr';
import { type Debt, formatMonths, getCostTerms } from '@/entities/debt/data/terms';
import { Explain } from '@/entities/explanation/explain';
import { formatAs, formatListDate, relativeDay } from '@/lib/dates';
import { formatExactRate, formatMinor, formatMoney } from '@/lib/money';
import { Description } from '@/ui/description';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';
import { levelPayment, PaymentFormula } from './payment-quote';

type NextPaymentProps = {
  debt: Debt;
  today: string;
  /** The debt's outcome with the current payments. */
  outcome: Outcome;
  /** The next payment; undefined if none is left. */
  next: PlanRow | undefined;
  /** The premium of mortgage insurance, which autopay pays in addition to the installment. */
  premium?: Minor;
  /** The escrow deposit, which autopay also pays. */
  escrow?: Minor;
};

/** Returns the amount to pay next in major units, at most the balance owed. */
export function getDueAmount({ owed, payment }: Debt, next: PlanRow | undefined): number {
  return Math.min(owed, next ? fromMinor(next.payment) : payment);
}

/** Renders the next payment with its interest and principal, and what remains afterward. */
export function NextPayment({ debt, today, outcome, next, premium = ZERO, escrow = ZERO }: NextPaymentProps) {
  if (!next || outcome.lastDay === null) return null;
  const { currency } = debt;
  const money = (amount: Minor) => formatMinor(amount, currency);
  const due = dayText(next.day);
  return (
    <Section title="Next payment" aside={`${formatListDate(due)}, ${relativeDay(due, today).toLowerCase()}`}>
      <Explain
        title="Next payment"
        lesson={debt.product === 'mortgage' ? 'mortgage-interest' : 'wait-or-borrow'}
        formula="Interest since the last due date is paid first. The rest is principal."
        inputs={[
          { name: 'Interest', value: money(next.interest) },
          { name: 'Principal', value: money(next.principal) },
          ...(debt.pastDue > 0
            ? [{ name: 'Past-due amount (included)', value: formatMoney(debt.pastDue, currency) }]
            : []),
          ...(premium > 0 ? [{ name: 'Mortgage insurance', value: money(premium) }] : []),
          ...(escrow > 0 ? [{ name: 'Escrow', value: money(escrow) }] : []),
          { name: 'Balance after payment', value: money(next.balance) },
        ]}
        ask={`How much interest did I pay on ${debt.name} this year?`}
        source={`${money(next.interest)} is the interest since the last due date at ${formatExactRate(next.rate)}.`}
      >
        <Money amount={fromMinor(addMinor(next.payment, premium, escrow))} currency={currency} size="panel" />
      </Explain>
      <PastDuePart debt={debt} />
      <Split next={next} premium={premium} escrow={escrow} currency={currency} />
      <p className="figures mt-3 text-ink-3 text-sm">{describeInterest(debt, next)}</p>
      <dl className="mt-6 grid grid-cols-2 gap-x-6 gap-y-4 [&_dd]:figures [&_dd]:font-semibold [&_dd]:text-lg [&_dt]:text-ink-3 [&_dt]:text-sm">
        <Description term="Payments left">{outcome.rows.length}</Description>
        <Description term="Last payment">{formatAs(dayText(outcome.lastDay), 'MMM yyyy')}</Description>
        <Description term="Remaining interest">{money(outcome.interest)}</Description>
        <Description term="Monthly payment">
          <MonthlyPayment debt={debt} />
        </Description>
        <Description term="Interest rate">{formatExactRate(debt.rate)}</Description>
        <Description term="APR">
          <AprFigure debt={getCostTerms(debt)} currency={currency} />
        </Description>
      </dl>
    </Section>
  );
}

/** Names the past-due part of a debt's next payment. Renders nothing if no amount is past due. */
export function PastDuePart({ debt: { pastDue, currency } }: { debt: Debt }) {
  if (pastDue === 0) return null;
  return (
    <span className="figures block text-negative text-sm">
      includes {formatMoney(pastDue, currency)} past due
    </span>
  );
}

type SplitProps = { next: PlanRow; premium: Minor; escrow: Minor; currency: string };

function Split({ next: { interest, principal }, premium, escrow, currency }: SplitProps) {
  return (
    <>
      <div aria-hidden className="mt-4 flex h-2.5 gap-0.5">
        <span className="rounded-1 bg-chart-2" style={{ flexGrow: Math.max(0, interest) }} />
        <span className="rounded-1 bg-chart-1" style={{ flexGrow: Math.max(0, principal) }} />
        {premium > 0 && <span className="rounded-1 bg-info" style={{ flexGrow: premium }} />}
        {escrow > 0 && <span className="rounded-1 bg-ink-2" style={{ flexGrow: escrow }} />}
      </div>
      <dl className="mt-3 space-y-1.5">
        <Part className="bg-chart-2" name="Interest" amount={interest} currency={currency} />
        <Part className="bg-chart-1" name="Principal" amount={principal} currency={currency} />
        {premium > 0 && (
          <Part className="bg-info" name="Mortgage insurance" amount={premium} currency={currency} />
        )}
        {escrow > 0 && <Part className="bg-ink-2" name="Escrow" amount={escrow} currency={currency} />}
      </dl>
    </>
  );
}

type PartProps = { className: string; name: string; amount: Minor; currency: string };

function Part({ className, name, amount, currency }: PartProps) {
  return (
    <div className="flex items-center gap-2">
      <span aria-hidden className={`size-2.5 rounded-1 ${className}`} />
      <dt className="flex-1">{name}</dt>
      <dd className="figures font-semibold">{formatMinor(amount, currency)}</dd>
    </div>
  );
}

const MONTHS_A_YEAR = 12;
const PERCENT = 100;

/**
 * Shows how a month's interest follows from the balance, if the balance didn't change since the last due
 * date.
 */
function describeInterest({ owed, currency }: Debt, { rate, interest }: PlanRow): string {
  const month = toMinor(Math.round((owed * rate) / MONTHS_A_YEAR) / PERCENT);
  const money = formatMinor(interest, currency);
  if (subtractMinor(month, interest) !== 0)
    return `${money} of interest since the last due date at ${formatExactRate(rate)} a year.`;
  return `${formatMoney(owed, currency)} × ${formatExactRate(rate)} ÷ 12 = ${money} interest.`;
}

/** The tolerance in major units. The bank's installment can differ from the formula by a cent. */
const PAYMENT_LEEWAY = 0.015;

/** Renders the installment with its formula, unless a recast or a reset changed it since. */
function MonthlyPayment({ debt }: { debt: Debt }): ReactNode {
  const payment = formatMoney(debt.payment, debt.currency);
  const loan = { amount: debt.borrowed, percent: debt.rate, months: debt.months };
  if (Math.abs(levelPayment(loan) - debt.payment) > PAYMENT_LEEWAY) return payment;
  return (
    <PaymentFormula loan={loan} currency={debt.currency}>
      {payment}
    </PaymentFormula>
  );
}

/**
 * Describes a debt's terms, such as `6.4% fixed, 6.512% APR, 60 payments, autopay from Everyday Checking`.
 */
export function describeTerms(debt: Debt, payingAccount: string | undefined): string {
  const { rate, home, months, autopay } = debt;
  const kind = home?.rateType === 'variable' ? 'variable' : 'fixed';
  const term = home ? formatMonths(months) : `${months} payments`;
  const pays = autopay ? `autopay from ${payingAccount ?? 'an account'}` : 'no autopay';
  const apr = formatApr(getApr(getCostTerms(debt)));
  return `${formatExactRate(rate)} ${kind}, ${apr} APR, ${term}, ${pays}`;
}
