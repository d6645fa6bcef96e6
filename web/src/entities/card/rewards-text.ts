import { markMinor } from '@engine/money/minor.ts';
import type { CardProduct } from '@engine/products/cards/card-catalog.ts';
import { formatMinor } from '@/lib/money';

type Rewards = Pick<CardProduct, 'rewards' | 'rotating' | 'points'>;

/** Describes a card's rewards: `3% on Food, 2% on Transportation and Entertainment, 1% on everything else`. */
export function describeRewards({ rewards: { base, categories }, rotating, points }: Rewards): string {
  const byRate = new Map<number, string[]>();
  for (const [name, rate] of Object.entries(categories))
    byRate.set(rate, [...(byRate.get(rate) ?? []), name]);
  const special = [...byRate].map(
    ([rate, names]) => `${rate}${points ? ' points per dollar' : '%'} on ${names.join(' and ')}`,
  );
  if (rotating)
    special.unshift(
      `${rotating.percent}% on two categories each quarter, up to ${formatMinor(markMinor(rotating.cap))} spent`,
    );
  const rest = special.length > 0 ? 'everything else' : 'everything';
  return [...special, `${base}${points ? ' point' : '%'} on ${rest}`].join(', ');
}
