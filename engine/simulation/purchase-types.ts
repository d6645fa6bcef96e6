import type { PurchaseType } from './state.ts';

/** The kinds of purchases at merchants of everyday spending. All other merchants are stores. */
const TYPES: Record<string, PurchaseType> = {
  'Bayside Fuel': 'gas_pump',
  'Crossroads Fuel': 'gas_pump',
  'Juniper Kitchen': 'restaurant',
  'Noodle Wharf': 'restaurant',
  'The Copper Pan': 'restaurant',
  'Pizza Harbor': 'restaurant',
  'Basil & Stone': 'restaurant',
  'Maison Verte': 'restaurant',
  'Garden Tearoom': 'restaurant',
  'The Half Note': 'restaurant',
  'Taproom 9': 'restaurant',
  'Hail & Ride': 'restaurant',
  'Oak Street Barber': 'restaurant',
  'Salon Marigold': 'restaurant',
  'Paper Lantern Books': 'online',
  'Linden & Wool': 'online',
  'Volt Electronics': 'online',
  'Thread & Tonic': 'online',
  'Tumble Toys': 'online',
  'Coastline Rail': 'online',
  'Skylark Air': 'online',
  'Atelier Nord': 'online',
  'Driftwood Furniture': 'online',
  'Seaview Inn': 'hotel',
  'Alpine Lodge': 'hotel',
  'Pinewood Cabins': 'hotel',
};

/** Returns the kind of a purchase at a merchant. Taxis, salons, and barbers count as restaurants, because of tips. */
export function getPurchaseType(merchant: string): PurchaseType {
  return Object.hasOwn(TYPES, merchant) ? (TYPES[merchant] ?? 'store') : 'store';
}
