import { addBusinessDays } from '../calendar/bank-holidays.ts';
import { DAY_MS, type Instant, type Zone } from '../calendar/calendar.ts';
import { roundHalfAway } from '../money/amortization.ts';
import { Draws, hashKey } from './draws.ts';
import type { HoldState, HoldStep, PurchaseType } from './state.ts';

/** The local time at which charges post on a business day, in minutes after midnight. */
const CLEARS_AT_MINUTES = 5 * 60;
/** The local time at which hotels charge on the day of checkout, in minutes after midnight. */
const CHECKOUT_AT_MINUTES = 11 * 60;
const PUMP_CLEARS_AFTER_MS = 2 * 3_600_000;
/** The hold of a gas pump, which is the maximum of the card networks, in minor units. */
export const PUMP_HOLD = 17_500;
/** The hold of a hotel as a percentage of the price, for extras. */
const HOTEL_HOLD_PERCENT = 115;

/**
 * The number of calendar days after which a hold expires, at the start of the day. A hold of a gas pump
 * expires after 24 hours. `bank.hold_expiry` has the same rule.
 */
const EXPIRES_AFTER_DAYS: Record<PurchaseType, number> = {
  store: 5,
  online: 10,
  subscription: 5,
  restaurant: 5,
  gas_pump: 1,
  hotel: 30,
};

/**
 * The highest charge that a hold covers, in percent of the hold. Anything above needs a new authorization.
 */
const HIGHEST_CHARGE_PERCENT: Record<PurchaseType, number> = {
  store: 100,
  online: 100,
  subscription: 100,
  restaurant: 120,
  gas_pump: 100,
  hotel: 115,
};

export function getHoldExpiry(purchase: PurchaseType, placedAt: Instant, zone: Zone): Instant {
  if (purchase === 'gas_pump') return placedAt + DAY_MS;
  return zone.getStart(zone.getDay(placedAt) + EXPIRES_AFTER_DAYS[purchase]);
}

/** Returns the highest total charge that the customer has approved with a hold. */
export function getHighestCharge({ amount, purchase = 'store' }: Pick<HoldState, 'amount' | 'purchase'>) {
  return Math.floor((amount * HIGHEST_CHARGE_PERCENT[purchase]) / 100);
}

/** The draws of a purchase. Each purchase draws the same numbers, whatever its kind. */
type Drawn = { days: number; laterDays: number; nights: number; parts: number; share: number; tip: number };

const TIPS = [0, 10, 15, 18, 20];
/** The share of restaurants, in percent, that charge a higher tip than the customer approved. */
const OVERCHARGED_PERCENT = 4;
/** The tip that these restaurants charge, in percent of the bill. */
const OVERCHARGED_TIP = 25;

function draw(seed: number, key: string): Drawn {
  const draws = new Draws(seed, 'clearing', hashKey(key));
  return {
    days: draws.between(1, 2),
    laterDays: draws.between(1, 2),
    nights: draws.between(1, 4),
    parts: draws.between(1, 100),
    share: draws.between(40, 70),
    tip: draws.pick(TIPS) ?? 0,
  };
}

type Purchase = Pick<HoldState, 'key' | 'placedAt'> & {
  purchase: PurchaseType;
  /** The currency whose bank holidays delay the charge. Undefined if only weekends count. */
  holidayCurrency: string | undefined;
};

/** Returns the hold for an everyday purchase, of which the final price is known, and its schedule. */
export function planPurchase(seed: number, zone: Zone, purchase: Purchase, price: number) {
  const drawn = draw(seed, purchase.key);
  return {
    // The bill before the tip is rounded up, so that the tip never exceeds its share.
    amount:
      purchase.purchase === 'restaurant'
        ? Math.ceil((price * 100) / (100 + drawn.tip))
        : getHoldAmount(purchase.purchase, price),
    schedule: schedule(zone, purchase, drawn, price),
  };
}

/** Returns the amount that a merchant holds for a price. `bank.hold_amount` has the same rule. */
export function getHoldAmount(purchase: PurchaseType, price: number): number {
  if (purchase === 'gas_pump') return Math.max(PUMP_HOLD, price);
  return purchase === 'hotel' ? roundHalfAway((price * HOTEL_HOLD_PERCENT) / 100) : price;
}

/**
 * Returns the charges that a merchant will send for a hold that the customer placed. `final` is the total
 * charge; if it is null, the tip is drawn.
 */
export function planCharges(
  seed: number,
  zone: Zone,
  purchase: Purchase,
  { amount, final }: { amount: number; final: number | null },
): HoldStep[] {
  const drawn = draw(seed, purchase.key);
  const percent = drawn.parts <= OVERCHARGED_PERCENT ? OVERCHARGED_TIP : drawn.tip;
  const tip = purchase.purchase === 'restaurant' ? Math.floor((amount * percent) / 100) : 0;
  return schedule(zone, purchase, drawn, final ?? amount + tip);
}

function schedule(zone: Zone, purchase: Purchase, drawn: Drawn, total: number): HoldStep[] {
  const { placedAt, holidayCurrency } = purchase;
  const day = zone.getDay(placedAt);
  const clearsAfter = (days: number) =>
    zone.at(addBusinessDays(day, days, holidayCurrency), CLEARS_AT_MINUTES);
  switch (purchase.purchase) {
    case 'gas_pump':
      return [{ at: placedAt + PUMP_CLEARS_AFTER_MS, amount: total }];
    case 'hotel':
      return [{ at: zone.at(day + drawn.nights, CHECKOUT_AT_MINUTES), amount: total }];
    case 'subscription':
      return [{ at: clearsAfter(1), amount: total }];
    case 'online':
      return ship(drawn, total).map((amount, part) => ({
        at: clearsAfter(drawn.days + part * drawn.laterDays),
        amount,
      }));
    default:
      return [{ at: clearsAfter(drawn.days), amount: total }];
  }
}

/** Returns the shipments of an online order. One order in twenty is not shipped completely. */
function ship({ parts, share }: Drawn, total: number): number[] {
  const first = roundHalfAway((total * share) / 100);
  if (parts <= 70 || first === 0 || first === total) return [total];
  return parts <= 95 ? [first, total - first] : [first];
}
