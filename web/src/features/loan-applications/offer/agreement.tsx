import { addMonths, dayText } from '@engine/calendar/calendar.ts';
import { listInstallments } from '@engine/credit/closing.ts';
import type { Offer } from '@engine/credit/decision.ts';
import { type Minor, subtractMinor, sumMinor, ZERO } from '@engine/money/minor.ts';
import { periodInterest } from '@engine/products/debts/debt-interest.ts';
import type { ReactNode } from 'react';
import { AprFigure, getCost } from '@/entities/debt/cost/apr';
import { formatMonths } from '@/entities/debt/data/terms';
import { formatTableDate } from '@/lib/dates';
import { formatExactRate, formatMinor, formatMoney } from '@/lib/money';
import { Description } from '@/ui/description';
import { getLoanName } from '../application-state';
import type { ApplicationRow } from '../queries';
import { Clause, getPolicy } from './clause';
import { type ChosenTerms, isMortgage } from './closing-choices';
import { getOfferCost } from './offer-cost';

export type AgreementProps = { application: ApplicationRow; offer: Offer; today: string };

type InstallmentProps = AgreementProps & {
  terms: ChosenTerms;
  /** The name of the account that pays or receives the money; undefined while it isn't known. */
  account: string | undefined;
};

/** Renders all terms of an offer with the disclosures of Regulation Z, 12 CFR 1026.18. */
export function Agreement({ application, offer, today, terms, account }: InstallmentProps) {
  const { closing, firstDue, oddDays, points } = terms;
  const isHome = isMortgage(application);
  const cost = getOfferCost(offer, application.collateral_value, points);
  const disclosure = getCost(cost);
  const installments = listInstallments(offer, closing, { firstDue, oddDays });
  const last = installments.at(-1)?.payment ?? ZERO;
  const dueOn = (number: number) => formatTableDate(dayText(addMonths(firstDue, number - 1)));
  const fees = sumMinor(Object.values(closing.fees), (fee) => fee);
  return (
    <section aria-label="Agreement" className="max-w-170">
      <p className="text-ink-2">
        {getLoanName(application)} between Sandbank and {application.applicant_name}, {formatTableDate(today)}
        . A simulation, not a bank document.
      </p>
      <dl className="mt-6 grid grid-cols-2 gap-x-8 gap-y-4 border-line border-y py-4 sm:grid-cols-4 [&_dd]:figures [&_dd]:font-semibold [&_dd]:text-lg [&_dt]:text-ink-3 [&_dt]:text-sm">
        <Description term="Annual percentage rate">
          <AprFigure debt={cost} currency="USD" />
        </Description>
        <Description term="Finance charge">{formatMinor(disclosure?.financeCharge ?? ZERO)}</Description>
        <Description term="Amount financed">{formatMinor(disclosure?.amountFinanced ?? ZERO)}</Description>
        <Description term="Total of payments">{formatMinor(disclosure?.totalOfPayments ?? ZERO)}</Description>
      </dl>
      {(closing.premium > 0 || closing.escrow) && <MonthlyParts terms={terms} />}
      {closing.cashToClose > 0 && <CashToClose offer={offer} terms={terms} account={account} />}
      <ol className="mt-8 flex list-decimal flex-col gap-4 pl-5 marker:text-ink-3">
        <Clause title="Loan">
          We lend you {formatMinor(offer.amount)} for {formatMonths(offer.term)}.{' '}
          {isHome
            ? `We pay this amount and your down payment of ${formatMinor(offer.downPayment)} to the seller of the home. The price is ${formatMoney(application.collateral_value ?? 0)}.`
            : 'We deposit it in your account as soon as you accept.'}{' '}
          {fees === 0
            ? "There's no fee."
            : `The fees are ${formatMinor(fees)}, paid ${isHome ? 'at closing' : 'from that account'}.`}
        </Clause>
        <Clause title="Interest">
          {formatExactRate(closing.rate)} a year, fixed, on your balance, charged monthly based on 30-day
          months.
          {oddDays > 0 &&
            ` The first period is ${oddDays} days longer than a month, so the first payment includes ${formatMinor(periodInterest(offer.amount * oddDays, closing.rate))} of interest for these days.`}
          {oddDays !== 0 &&
            ' The figures at the top count the first period as a month, as Regulation Z allows (12 CFR 1026.17(c)(4)).'}
        </Clause>
        <Clause title="Payments">
          {installments.length} monthly payments: {installments.length - 1} of {formatMinor(closing.payment)}{' '}
          and a final payment of {formatMinor(last)}. The first is due on {dueOn(1)}, the last on{' '}
          {dueOn(installments.length)}.
        </Clause>
        {closing.escrow && (
          <Clause title="Escrow">
            We collect {formatMinor(closing.escrow.payment)} with each payment, and pay your property tax and
            home insurance when they're due. We review the amount once a year. Autopay from{' '}
            {account ?? 'your account'} makes the payments.
          </Clause>
        )}
        {cost.insurance && (
          <Clause title="Mortgage insurance">
            You pay {formatMinor(cost.insurance.premium)} a month, because you borrow more than 80% of the
            home's value. It ends after payment {cost.insurance.last}, on{' '}
            {formatTableDate(dayText(addMonths(firstDue, cost.insurance.last - 1)))}, if every payment is on
            time. You can ask us to remove it when you owe 80% of the price. Without autopay, we add it to
            your balance.
          </Clause>
        )}
        <Clause title="Paying early">
          You can prepay at any time with no fee. Paying early saves interest.
        </Clause>
        <Clause title="Paying late">
          If a payment is more than 15 days late, we charge a late fee of 5% of the unpaid amount. We report
          late payments after 30, 60, and 90 days, which lowers your credit score.
        </Clause>
        {application.collateral_value !== null && (
          <Clause title="Collateral">
            The {isHome ? 'home' : 'car'} secures the loan until you pay it off.
          </Clause>
        )}
        <Clause title="How we decided">
          We decided under credit policy {getPolicy(application)} on{' '}
          {formatTableDate(application.decided_at ?? today)}. See the reasons in your application.
        </Clause>
      </ol>
    </section>
  );
}

/** Renders the parts of the monthly payment. */
function MonthlyParts({ terms: { closing } }: { terms: ChosenTerms }) {
  return (
    <Parts
      title="Monthly payment"
      total={closing.monthly}
      parts={[
        { name: 'Principal and interest', amount: closing.payment },
        { name: 'Escrow', amount: closing.escrow?.payment ?? ZERO },
        { name: 'Mortgage insurance (PMI)', amount: closing.premium },
      ]}
    />
  );
}

type CashToCloseProps = { offer: Offer; terms: ChosenTerms; account: string | undefined };

/** Renders what the account pays when the loan opens. */
function CashToClose({ offer, terms: { closing }, account }: CashToCloseProps) {
  const { origination, underwriting, points } = closing.fees;
  return (
    <Parts
      title={offer.downPayment > 0 ? 'Cash to close' : 'Fees'}
      note={account && `From ${account}`}
      total={closing.cashToClose}
      parts={[
        { name: 'Down payment', amount: offer.downPayment },
        { name: 'Origination fee', amount: origination },
        { name: 'Underwriting fee', amount: underwriting },
        { name: 'Points', amount: points },
        { name: 'Deposit into escrow', amount: closing.escrow?.target ?? ZERO },
      ]}
    />
  );
}

type PartsProps = {
  title: string;
  note?: ReactNode;
  parts: readonly { name: string; amount: Minor }[];
  total: Minor;
};

/** Renders amounts and their total. Parts of zero are left out. */
function Parts({ title, note, parts, total }: PartsProps) {
  return (
    <div className="mt-6">
      <h2 className="font-semibold text-base">{title}</h2>
      {note && <p className="text-ink-3 text-sm">{note}</p>}
      <dl className="mt-2 flex flex-col gap-2 [&_dd]:figures [&_dd]:font-medium [&_dt]:text-ink-2 [&>div]:flex [&>div]:justify-between [&>div]:gap-4">
        {parts.map(
          ({ name, amount }) =>
            amount > 0 && (
              <Description key={name} term={name}>
                {formatMinor(amount)}
              </Description>
            ),
        )}
        <div className="border-line border-t pt-2 font-semibold">
          <dt>Total</dt>
          <dd>{formatMinor(total)}</dd>
        </div>
      </dl>
    </div>
  );
}

/** Returns by how much the account's balance changes when the customer accepts. */
export function getBalanceChange(offer: Offer, { closing }: ChosenTerms, isHome: boolean): Minor {
  return subtractMinor(isHome ? ZERO : offer.amount, closing.cashToClose);
}
