import type { Offer } from '@engine/credit/decision.ts';
import { monthlyInterest } from '@engine/money/amortization.ts';
import { fromMinor, ZERO } from '@engine/money/minor.ts';
import { AprFigure, getCost } from '@/entities/debt/cost/apr';
import { NO_FEES, totalFees } from '@/entities/debt/cost/fees';
import { formatMonths } from '@/entities/debt/data/terms';
import { PaymentFormula } from '@/entities/debt/payment-quote';
import { formatExactRate, formatMinor } from '@/lib/money';
import { classNames } from '@/ui/class-names';
import { Description } from '@/ui/description';
import { LinkButton } from '@/ui/link';
import { Money } from '@/ui/money';
import type { ApplicationRow } from '../queries';
import { getOfferCost } from './offer-cost';

export const OFFER_LABELS: Record<Offer['kind'], string> = {
  asked: 'As requested',
  shorter: 'Shorter term',
  longer: 'Lower payments',
  less: 'A smaller loan',
};

type Props = { application: ApplicationRow; offers: readonly Offer[]; isOpen: boolean };

/** Renders offers side by side, or stacked on phones. */
export function OfferComparison({ application, offers, isOpen }: Props) {
  const cheapest = Math.min(...offers.map(({ interest }) => interest));
  const lowest = Math.min(...offers.map(({ payment }) => payment));
  const isLine = application.loan_type === 'HOME_EQUITY';
  return (
    <ul
      className={classNames(
        'grid divide-line border-line border-y max-md:divide-y md:divide-x',
        ['', 'md:grid-cols-1', 'md:grid-cols-2', 'md:grid-cols-3'][offers.length],
      )}
    >
      {offers.map((offer, index) => (
        <li
          // Offers have no id. Their kind, amount, and term identify them.
          key={`${offer.kind} ${offer.amount} ${offer.term}`}
          className="flex flex-col gap-4 py-5 md:px-6 md:first:pl-0 md:last:pr-0"
        >
          <div>
            <h3 className="font-semibold text-base">
              {isLine && offer.kind === 'less' ? 'A lower limit' : OFFER_LABELS[offer.kind]}
            </h3>
            <p className="mt-2">
              <PaymentFormula
                loan={{
                  amount: fromMinor(offer.amount),
                  percent: offer.rate,
                  months: offer.term - (offer.drawMonths ?? 0),
                }}
                currency="USD"
              >
                <Money amount={fromMinor(offer.payment)} size="panel" expected />
              </PaymentFormula>
            </p>
            <p className="text-ink-3 text-sm">
              {isLine
                ? 'a month to repay the full limit'
                : `a month${describeAdvantage(offer, { cheapest, lowest, count: offers.length })}`}
            </p>
          </div>
          <dl className="flex flex-col gap-2 text-sm [&_dd]:figures [&_dd]:font-medium [&_dt]:text-ink-3 [&>div]:flex [&>div]:justify-between [&>div]:gap-4">
            <Description term={isLine ? 'Credit limit' : 'Amount'}>{formatMinor(offer.amount)}</Description>
            {offer.downPayment > 0 && (
              <Description term="Down payment">{formatMinor(offer.downPayment)}</Description>
            )}
            <Description term="Term">{formatMonths(offer.term)}</Description>
            <Description term="Interest rate">{formatExactRate(offer.rate)}</Description>
            {isLine ? (
              <>
                <Description term="Above the prime rate">{formatExactRate(offer.margin ?? 0)}</Description>
                <Description term="Highest rate">{formatExactRate(offer.rateCap ?? 0)}</Description>
                <Description term="Monthly interest on the full limit">
                  {formatMinor(monthlyInterest(offer.amount, offer.rate))}
                </Description>
              </>
            ) : (
              <OfferCosts offer={offer} homeValue={application.collateral_value} />
            )}
          </dl>
          {isOpen && (
            <LinkButton
              to={`/applications/${application.id}/accept/${index}`}
              variant={index === 0 ? 'primary' : 'secondary'}
              className="mt-auto"
            >
              Review and accept
            </LinkButton>
          )}
          {application.offer_index === index && (
            <p className="font-medium text-positive text-sm">You accepted this offer.</p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Renders what an offer costs, with the same figures as its agreement. */
function OfferCosts({ offer, homeValue }: { offer: Offer; homeValue: number | null }) {
  const cost = getOfferCost(offer, homeValue);
  const { insurance } = cost;
  const fees = totalFees(cost.fees ?? NO_FEES);
  return (
    <>
      <Description term="APR">
        <AprFigure debt={cost} currency="USD" />
      </Description>
      {fees > 0 && <Description term="Upfront fees">{formatMinor(fees)}</Description>}
      {insurance && (
        <Description term="Mortgage insurance (PMI)">{formatMinor(insurance.premium)} a month</Description>
      )}
      <Description term="Total interest">{formatMinor(offer.interest)}</Description>
      <Description term="Total repaid">{formatMinor(getCost(cost)?.totalOfPayments ?? ZERO)}</Description>
    </>
  );
}

function describeAdvantage(
  { interest, payment }: Offer,
  { cheapest, lowest, count }: Record<'cheapest' | 'lowest' | 'count', number>,
) {
  if (count < 2) return '';
  if (interest === cheapest) return ', lowest interest';
  return payment === lowest ? ', lowest payment' : '';
}
