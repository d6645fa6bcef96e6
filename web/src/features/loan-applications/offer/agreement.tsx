import { addMonths, dayText, parseDay } from '@engine/calendar/calendar.ts';
import type { Offer } from '@engine/credit/decision.ts';
import { schedule } from '@engine/money/amortization.ts';
import type { ReactNode } from 'react';
import { formatMonths, formatRate } from '@/entities/debt/data/terms';
import { formatTableDate } from '@/lib/dates';
import { addMinor, formatMinor, formatMoney, type Minor } from '@/lib/money';
import { loanNameOf } from '../application-state';
import type { ApplicationRow } from '../queries';

type Props = { application: ApplicationRow; offer: Offer; today: string };

/** All terms of an offer in words, with the disclosures of Regulation Z, 12 CFR 1026.18. */
export function Agreement({ application, offer, today }: Props) {
  const isHome = application.loan_type === 'HOME' && application.collateral_value !== null;
  const installments = schedule(offer.amount, offer.rate, offer.term);
  const last = installments.at(-1)?.payment ?? 0;
  const dueOn = (number: number) => dayText(addMonths(parseDay(today), number));
  const money = (amount: number) => formatMinor(amount as Minor);
  return (
    <section aria-label="The agreement" className="max-w-170">
      <p className="text-ink-2">
        {loanNameOf(application)} between Sandbank and {application.applicant_name}, {formatTableDate(today)}.
        A simulation, not a bank document.
      </p>
      <dl className="mt-6 grid grid-cols-2 gap-x-8 gap-y-4 border-line border-y py-4 sm:grid-cols-4 [&_dd]:figures [&_dd]:font-semibold [&_dd]:text-lg [&_dt]:text-ink-3 [&_dt]:text-sm">
        <Disclosure term="Annual percentage rate">{formatRate(offer.rate)}</Disclosure>
        <Disclosure term="Finance charge">{money(offer.interest)}</Disclosure>
        <Disclosure term="Amount financed">{money(offer.amount)}</Disclosure>
        <Disclosure term="Total of payments">
          {formatMinor(addMinor(offer.amount as Minor, offer.interest as Minor))}
        </Disclosure>
      </dl>
      <ol className="mt-8 flex list-decimal flex-col gap-4 pl-5 marker:text-ink-3">
        <Clause title="What is lent">
          The bank lends {money(offer.amount)} for {formatMonths(offer.term)}
          {isHome
            ? ` and pays it, with your down payment of ${money(offer.downPayment)}, to the seller of the home, whose price is ${formatMoney(application.collateral_value ?? 0)}.`
            : ' and pays it out to your account as soon as you accept.'}{' '}
          There is no fee for that.
        </Clause>
        <Clause title="Interest">
          {formatRate(offer.rate)} a year, fixed, on what is owed: a twelfth of it each month, on every month
          of thirty days.
        </Clause>
        <Clause title="Payments">
          {installments.length} monthly payments: {installments.length - 1} of {money(offer.payment)} and a
          last one of {money(last)}, which takes up what rounding left. The first is due on{' '}
          {formatTableDate(dueOn(1))}, the last on {formatTableDate(dueOn(installments.length))}.
        </Clause>
        <Clause title="Paying early">
          You may pay more, or all of it, at any time. Nothing is charged for that, and it saves the interest
          of the time that is left.
        </Clause>
        <Clause title="Paying late">
          A payment that is missing fifteen days after it was due costs 5% of what is missing. After 30, 60
          and 90 days it is marked, and the mark lowers your credit score.
        </Clause>
        {application.collateral_value !== null && (
          <Clause title="Security">
            The {isHome ? 'home' : 'car'} stands for the loan until it is paid back.
          </Clause>
        )}
        <Clause title="How it was decided">
          By credit policy {policyOf(application)} on {formatTableDate(application.decided_at ?? today)}. The
          reasons stand with the application.
        </Clause>
      </ol>
    </section>
  );
}

function Disclosure({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Clause({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li>
      <h2 className="inline font-semibold text-base">{title}.</h2> <span>{children}</span>
    </li>
  );
}

function policyOf({ decision }: ApplicationRow): string {
  return typeof decision === 'object' && decision !== null && 'version' in decision
    ? String(decision.version)
    : '';
}
