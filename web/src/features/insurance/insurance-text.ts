import { fromMinor, markMinor } from '@engine/money/minor.ts';
import { formatMoney } from '@/lib/money';

/** Formats an amount in minor units. */
export const formatCents = (amount: number, currency: string): string =>
  formatMoney(fromMinor(markMinor(amount)), currency);
