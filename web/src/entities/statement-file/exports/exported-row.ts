import { formatMinor, toMinor } from '@/lib/money';

export type ExportFormat = 'csv' | 'ofx' | 'qif' | 'json';

/** A row as it leaves the bank. */
export type ExportedRow = {
  id: string;
  /** `yyyy-MM-dd` in the customer's zone. */
  day: string;
  /** Major units, below zero for money out. */
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

/** An account or card whose rows are exported; its balance is what a statement ends with. */
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
  /** Newest first, with the place they belong to. */
  rows: readonly (ExportedRow & { placeId: string })[];
};

/** `-1234.50`: exact, a hyphen, a point, no separators. */
export function decimalText(amount: number): string {
  const size = formatMinor(toMinor(Math.abs(amount))).replace(/[^\d.]/g, '');
  return amount < 0 ? `-${size}` : size;
}
