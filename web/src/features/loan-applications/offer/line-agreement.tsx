import { addMonths, dayText, parseDay } from '@engine/calendar/calendar.ts';
import { monthlyInterest, monthlyPayment } from '@engine/money/amortization.ts';
import { toMinor } from '@engine/money/minor.ts';
import { formatMonths } from '@/entities/debt/data/terms';
import { formatTextDate } from '@/lib/dates';
import { formatExactRate, formatMinor } from '@/lib/money';
import { Description } from '@/ui/description';
import type { AgreementProps } from './agreement';
import { Clause, getPolicy } from './clause';

/** Regulation Z uses an outstanding balance of $10,000 in its examples (12 CFR 1026.40(d)(5)(iii)). */
const EXAMPLE = toMinor(10_000);

/** Renders the terms of a line of credit with the disclosures of Regulation Z, 12 CFR 1026.40(d). */
export function LineAgreement({ application, offer, today }: AgreementProps) {
  const { amount, rate, term, margin = 0, drawMonths = 0, rateCap = 0 } = offer;
  const repaymentMonths = term - drawMonths;
  const dueOn = (number: number) => formatTextDate(dayText(addMonths(parseDay(today), number)));
  return (
    <section aria-label="Agreement" className="max-w-170">
      <p className="text-ink-2">
        Home equity line of credit between Sandbank and {application.applicant_name}, {formatTextDate(today)}.
        A simulation, not a bank document.
      </p>
      <dl className="mt-6 grid grid-cols-2 gap-x-8 gap-y-4 border-line border-y py-4 sm:grid-cols-4 [&_dd]:figures [&_dd]:font-semibold [&_dd]:text-lg [&_dt]:text-ink-3 [&_dt]:text-sm">
        <Description term="Annual percentage rate">{formatExactRate(rate)}</Description>
        <Description term="Credit limit">{formatMinor(amount)}</Description>
        <Description term="Highest rate">{formatExactRate(rateCap)}</Description>
        <Description term="Fees">None</Description>
      </dl>
      <ol className="mt-8 flex list-decimal flex-col gap-4 pl-5 marker:text-ink-3">
        <Clause title="Line of credit">
          You can draw up to {formatMinor(amount)} for {formatMonths(drawMonths)}. Principal that you repay
          becomes available again.
        </Clause>
        <Clause title="Interest">
          The rate is the prime rate plus {formatExactRate(margin)}, now {formatExactRate(rate)} a year. It
          can change each month and never exceeds {formatExactRate(rateCap)}. Interest accrues on each day’s
          balance at 1/365 of the rate.
        </Clause>
        <Clause title="Payments">
          We bill you each month, first on {dueOn(1)}. In the draw period, the minimum payment is the
          interest. It doesn’t reduce what you owe. From {dueOn(drawMonths + 1)}, {repaymentMonths} level
          payments repay the balance, the last on {dueOn(term)}.
        </Clause>
        <Clause title="Example">
          For a balance of {formatMinor(EXAMPLE)}, a month’s interest is about{' '}
          {formatMinor(monthlyInterest(EXAMPLE, rate))}, and later payments are{' '}
          {formatMinor(monthlyPayment(EXAMPLE, rate, repaymentMonths))}. At the highest rate, they are{' '}
          {formatMinor(monthlyInterest(EXAMPLE, rateCap))} and{' '}
          {formatMinor(monthlyPayment(EXAMPLE, rateCap, repaymentMonths))}. That rate could apply from the
          first month.
        </Clause>
        <Clause title="Paying early">You can pay any amount at any time with no fee.</Clause>
        <Clause title="Paying late">
          If a payment is more than 15 days late, we charge a late fee of 5% of the unpaid amount. While a
          payment is past due, you can’t draw. We report late payments after 30, 60, and 90 days.
        </Clause>
        <Clause title="Collateral">
          Your home secures the line. You could lose your home if you don’t repay what you owe.
        </Clause>
        <Clause title="How we decided">
          We decided under credit policy {getPolicy(application)} on{' '}
          {formatTextDate(application.decided_at ?? today)}. See the reasons in your application.
        </Clause>
      </ol>
    </section>
  );
}
