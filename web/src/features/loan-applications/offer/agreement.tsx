import { addMonths, dayText, parseDay } from '@engine/calendar/calendar.ts';
import type { Offer } from '@engine/credit/decision.ts';
import { schedule } from '@engine/money/amortization.ts';
import type { ReactNode } from 'react';
import { formatMonths, formatRate } from '@/entities/debt/data/terms';
import { formatTableDate } from '@/lib/dates';
import { addMinor, formatMinor, formatMoney, type Minor } from '@/lib/money';
import { getLoanName } from '../application-state';
import type { ApplicationRow } from '../queries';

type Props = { application: ApplicationRow; offer: Offer; today: string };

/** All terms of an offer with the disclosures of Regulation Z, 12 CFR 1026.18. */
export function Agreement({ application, offer, today }: Props) {
  const isHome = application.loan_type === 'HOME' && application.collateral_value !== null;
  const installments = schedule(offer.amount, offer.rate, offer.term);
  const last = installments.at(-1)?.payment ?? 0;
  const dueOn = (number: number) => dayText(addMonths(parseDay(today), number));
  const money = (amount: number) => formatMinor(amount as Minor);
  return (
    <section aria-label="Agreement" className="max-w-170">
      <p className="text-ink-2">
        {getLoanName(application)} between Sandbank and {application.applicant_name}, {formatTableDate(today)}
        . A simulation, not a bank document.
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
        <Clause title="Loan">
          We lend you {money(offer.amount)} for {formatMonths(offer.term)}
          {isHome
            ? ` and pays it, with your down payment of ${money(offer.downPayment)}, to the seller of the home, whose price is ${formatMoney(application.collateral_value ?? 0)}.`
            : ' and pays it out to your account as soon as you accept.'}{' '}
          There's no fee.
        </Clause>
        <Clause title="Interest">
          {formatRate(offer.rate)} fixed APR on your balance, charged monthly on 30-day months.
        </Clause>
        <Clause title="Payments">
          {installments.length} monthly payments: {installments.length - 1} of {money(offer.payment)} and a
          final payment of {money(last)}. The first is due on {formatTableDate(dueOn(1))}, the last on{' '}
          {formatTableDate(dueOn(installments.length))}.
        </Clause>
        <Clause title="Paying early">
          You can prepay at any time with no fee. Paying early saves interest.
        </Clause>
        <Clause title="Paying late">
          A payment more than 15 days late costs 5% of the unpaid amount. We report late payments after 30,
          60, and 90 days, which lowers your credit score.
        </Clause>
        {application.collateral_value !== null && (
          <Clause title="Security">
            The {isHome ? 'home' : 'car'} secures the loan until you pay it off.
          </Clause>
        )}
        <Clause title="How we decided">
          By credit policy {getPolicy(application)} on {formatTableDate(application.decided_at ?? today)}. See
          the reasons in your application.
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

function getPolicy({ decision }: ApplicationRow): string {
  return typeof decision === 'object' && decision !== null && 'version' in decision
    ? String(decision.version)
    : '';
}
