import { markMinor } from '@engine/money/minor.ts';
import { formatMinor } from '@/lib/money';

/** Formats an amount in minor units. */
export const formatCents = (amount: number, currency: string): string =>
  formatMinor(markMinor(amount), currency);
