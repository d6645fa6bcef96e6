import { toMinor } from '@engine/money/minor.ts';
import { formatMinor } from '@/lib/money';

export type ExportFormat = 'csv' | 'ofx' | 'qif' | 'json';

export type ExportedRow = {
  id: string;
  /** `yyyy-MM-dd` in the customer's time zone. */
  day: string;
  /** In major units, negative for money out. */
  amount: number;
  currency: string;
  place: string;
  description: string;
  merchant: string;
  category: string;
  kind: string;
  tags: readonly string[];
  note: string;
};

/** An exported account or card. Its balance is the statement's closing balance. */
export type ExportedPlace = {
  id: string;
  name: string;
  number: string;
  kind: 'bank' | 'card';
  currency: string;
  balance: number;
};

export type Exported = {
  /** The simulated day of the export. */
  today: string;
  places: readonly ExportedPlace[];
  /** The transactions with their account or card, newest first. */
  rows: readonly (ExportedRow & { placeId: string })[];
};

/** Formats an exact amount without thousands separators, such as `-1234.50`. */
export function decimalText(amount: number): string {
  const size = formatMinor(toMinor(Math.abs(amount))).replace(/[^\d.]/g, '');
  return amount < 0 ? `-${size}` : size;
}
