import { Zone } from './calendar.ts';

/** The time zones of the Federal Reserve, the Eurosystem, and the Bank of England. */
const BANK_ZONES: Record<string, string> = {
  USD: 'America/New_York',
  EUR: 'Europe/Berlin',
  GBP: 'Europe/London',
};

const CACHE = new Map<string, Zone>();

/** Returns the bank's time zone for a currency, or the customer's if the currency has no payment system here. */
export function getBankZone(currency: string, customerZone: string): Zone {
  const name = BANK_ZONES[currency] ?? customerZone;
  let zone = CACHE.get(name);
  if (!zone) {
    zone = new Zone(name);
    CACHE.set(name, zone);
  }
  return zone;
}
