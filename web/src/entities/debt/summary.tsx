import { dayText } from '@engine/calendar/calendar.ts';
import { fromMinor, type Minor, ZERO } from '@engine/money/minor.ts';
import type { Outcome } from '@engine/products/debt-plans.ts';
import type { ReactNode } from 'react';
import { type Debt, formatMonths, paidShare } from '@/entities/debt/data/terms';
import { Explain } from '@/entities/explanation/explain';
import { formatAs, formatListDate, relativeDay } from '@/lib/dates';
import { formatExactRate, formatMinor, formatMoney, sumAmounts } from '@/lib/money';
import { Bar } from '@/ui/bar';
import { Description } from '@/ui/description';
import { Money } from '@/ui/money';
import { levelPayment, PaymentFormula } from './payment-quote';

type DebtSummaryProps = {
  debt: Debt;
  today: string;
  /** The debt's outcome with the current payments. */
  outcome: Outcome;
};

/** Renders a debt's status: the balance, the next payment with its parts, and the payoff date. */
export function DebtSummary({ debt, today, outcome }: DebtSummaryProps) {
  const { currency } = debt;
  const share = paidShare(debt);
  const next = outcome.rows.find(({ kind, payment }) => kind === 'installment' && payment > 0);
  const money = (amount: Minor) => formatMinor(amount, currency);
  return (
    <header>
      <p className="text-ink-3 text-sm">{debt.owed === 0 ? 'Paid off' : 'You owe'}</p>
      <p aria-live="polite">
        <Explain
          title={debt.owed === 0 ? 'Paid off' : 'You owe'}
          formula="Amount borrowed minus principal paid. Interest doesn't lower your balance."
          inputs={[
            { name: 'Borrowed', value: formatMoney(debt.borrowed, currency) },
            {
              name: debt.owed > debt.borrowed ? 'Added since' : 'Principal paid',
              value: formatMoney(sumAmounts([debt.owed, -debt.borrowed]), currency),
            },
            { name: 'Owed', value: formatMoney(debt.owed, currency) },
          ]}
        >
          <Money amount={debt.owed} currency={currency} size="page" />
        </Explain>
      </p>
      <Bar label={`${debt.name} paid off`} share={share} className="mt-6" />
      <p className="figures mt-2 flex flex-wrap justify-between gap-x-6 text-ink-3 text-sm">
        <span className="font-semibold text-ink">{Math.floor(share * 100)}% paid off</span>
        <span>borrowed {formatMoney(debt.borrowed, currency)}</span>
      </p>
      <dl className="mt-6 grid grid-cols-2 gap-x-8 gap-y-5 md:grid-cols-4 [&_dt]:text-ink-3 [&_dt]:text-sm">
        {next && (
          <Figure
            term={debt.pastDue > 0 ? 'Next payment, including past-due amount' : 'Next payment'}
            detail={describeDueDate(dayText(next.day), today)}
          >
            <Explain
              title="Next payment"
              formula="Interest since the last due date is paid first. The rest is principal."
              inputs={[
                { name: 'Interest', value: money(next.interest) },
                { name: 'Principal', value: money(next.principal) },
                ...(debt.pastDue > 0
                  ? [{ name: 'Past-due amount (included)', value: formatMoney(debt.pastDue, currency) }]
                  : []),
                { name: 'Balance after payment', value: money(next.balance) },
              ]}
              ask={`How much interest did I pay on ${debt.name} this year?`}
              source={`${money(outcome.rows[0]?.interest ?? ZERO)} is one month of interest at ${formatExactRate(next.rate)} on your balance.`}
            >
              <Money amount={fromMinor(next.payment)} currency={currency} size="balance" expected />
            </Explain>
          </Figure>
        )}
        {next && (
          <Figure term="Interest portion" detail={`${money(next.principal)} principal`}>
            <Money amount={fromMinor(next.interest)} currency={currency} size="balance" expected />
          </Figure>
        )}
        {outcome.lastDay !== null && (
          <Figure
            term="Paid off"
            detail={`in ${formatMonths(outcome.months)}, ${money(outcome.interest)} remaining interest`}
          >
            <span className="font-medium text-lg">{formatAs(dayText(outcome.lastDay), 'MMM yyyy')}</span>
          </Figure>
        )}
        <Figure term="Rate and payment" detail={<RateDetail debt={debt} />}>
          <span className="figures font-medium text-lg">{formatExactRate(debt.rate)}</span>
        </Figure>
      </dl>
    </header>
  );
}

/** The tolerance in major units. The bank's installment can differ from the formula by a cent. */
const PAYMENT_LEEWAY = 0.015;

function RateDetail({ debt }: { debt: Debt }) {
  const payment = `${formatMoney(debt.payment, debt.currency)} a month`;
  // After a recast or a reset, the installment no longer follows from the original terms.
  const loan = { amount: debt.borrowed, percent: debt.rate, months: debt.months };
  if (debt.home?.rateType === 'variable') return `${payment}, variable`;
  if (Math.abs(levelPayment(loan) - debt.payment) > PAYMENT_LEEWAY) return `${payment}, recalculated`;
  return (
    <PaymentFormula loan={loan} currency={debt.currency}>
      {payment}
    </PaymentFormula>
  );
}

function Figure({ term, detail, children }: { term: string; detail: ReactNode; children: ReactNode }) {
  return (
    <Description term={term}>
      {children}
      <span className="figures block text-ink-2 text-sm">{detail}</span>
    </Description>
  );
}

const describeDueDate = (day: string, today: string) =>
  `${formatListDate(day)}, ${relativeDay(day, today).toLowerCase()}`;
