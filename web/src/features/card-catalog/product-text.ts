import { SCORE_BANDS } from '@engine/credit/terms.ts';
import { markMinor } from '@engine/money/minor.ts';
import { CARD_PRODUCTS, type CardProduct, type CardProductId } from '@engine/products/cards/card-catalog.ts';
import { describeRewards } from '@/entities/card/rewards-text';
import { formatExactRate, formatMinor } from '@/lib/money';

const dollars = (minor: number) => formatMinor(markMinor(minor)).replace(/\.00$/, '');

/** One sentence per card that says what it is for. */
export const TAGLINES: Readonly<Record<CardProductId, string>> = {
  anchor_secured: 'Build credit with a deposit that you get back.',
  campus: 'A first card for students.',
  tide_cash: 'Cash back on everyday purchases, with an introductory APR.',
  quarter_five: '5% back in two categories that change every quarter.',
  voyage: 'Points on trips and food, and no foreign transaction fee.',
};

/** The rows of the catalog and the comparison, in order. */
export const TERMS: readonly { name: string; describe: (product: CardProduct) => string }[] = [
  { name: 'Purchase APR', describe: describeApr },
  { name: 'Rewards', describe: describeRewards },
  { name: 'Annual fee', describe: describeAnnualFee },
  {
    name: 'Foreign transactions',
    describe: ({ foreignFee }) => (foreignFee > 0 ? `${foreignFee}% fee` : 'No fee'),
  },
  { name: 'Initial limit', describe: describeLimit },
  { name: 'Eligibility', describe: describeEligibility },
];

/** Describes the APR range: `0% for 12 months, then 18.99% to 24.49%`. */
export function describeApr({ aprs, intro, penaltyApr }: CardProduct): string {
  const rates = aprs.filter((apr) => apr !== null);
  const [least = 0, most = 0] = [Math.min(...rates), Math.max(...rates)];
  const range =
    least === most ? formatExactRate(least) : `${formatExactRate(least)} to ${formatExactRate(most)}`;
  const text = intro ? `${formatExactRate(intro.apr)} for ${intro.months} months, then ${range}` : range;
  return penaltyApr === undefined ? text : `${text}. Penalty APR ${formatExactRate(penaltyApr)}`;
}

export function describeAnnualFee({ annualFee, freeYears }: CardProduct): string {
  if (annualFee === 0) return 'None';
  return freeYears > 0 ? `${dollars(annualFee)}, first year free` : dollars(annualFee);
}

function describeLimit({ kind, limits: { least, most } }: CardProduct): string {
  const range = `${dollars(least)} to ${dollars(most)}`;
  return kind === 'secured' ? `Your deposit, ${range}` : range;
}

export function describeEligibility({ kind, aprs, aprWithoutScore }: CardProduct): string {
  if (kind === 'secured') return 'Any credit score';
  const lowest = SCORE_BANDS[aprs.findLastIndex((apr) => apr !== null)];
  const score = lowest && aprWithoutScore === null ? `a score of ${lowest.from} or higher` : 'any score';
  return kind === 'student'
    ? `Students with ${score}`
    : `${score.replace(/^a/, 'A')} (${lowest?.text ?? 'any'})`;
}

/** Returns the product's id if the text names one; otherwise null. */
export const readProduct = (text: string | null | undefined): CardProductId | null =>
  text && text in CARD_PRODUCTS ? (text as CardProductId) : null;
