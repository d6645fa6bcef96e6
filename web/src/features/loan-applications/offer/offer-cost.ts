import type { Offer } from '@engine/credit/decision.ts';
import { fromMinor, toMinor, ZERO } from '@engine/money/minor.ts';
import { pointsFee, rateWithPoints } from '@engine/products/debts/apr.ts';
import { getInsuranceCost } from '@engine/products/debts/mortgage-insurance.ts';
import type { CostOfDebt } from '@/entities/debt/cost/apr';

type Terms = Pick<Offer, 'amount' | 'rate' | 'term' | 'originationFee' | 'underwritingFee' | 'pmiRate'>;

/** Returns what an offer costs with a number of points. The value of the home is in major units. */
export function getOfferCost(offer: Terms, homeValue: number | null, points = 0): CostOfDebt {
  const { amount, term, originationFee = ZERO, underwritingFee = ZERO, pmiRate } = offer;
  const rate = rateWithPoints(offer.rate, points);
  return {
    amount: fromMinor(amount),
    percent: rate,
    months: term,
    fees: {
      origination: fromMinor(originationFee),
      underwriting: fromMinor(underwritingFee),
      points: fromMinor(pointsFee(amount, points)),
    },
    insurance:
      pmiRate !== undefined && homeValue !== null
        ? getInsuranceCost({ borrowed: amount, value: toMinor(homeValue), rate, term }, pmiRate)
        : undefined,
  };
}
