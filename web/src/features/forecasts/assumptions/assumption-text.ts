import { everyWords } from '@/entities/payment/frequencies';
import { formatTextDate } from '@/lib/dates';
import { formatMinor, negateMinor } from '@/lib/money';
import type { Layer, LayerFrequency, LayerKind } from './assumptions';

export const KIND_LABELS: Record<LayerKind, string> = {
  income: 'Income',
  bill: 'Bill',
  purchase: 'Purchase',
};

export const layerFrequency = (frequency: LayerFrequency) =>
  frequency === 'ONCE' ? 'Once' : everyWords(frequency);

/** `−$500.00` for what goes, `+$500.00` for what comes. */
export function layerAmount({ kind, amount }: Layer, currency: string): string {
  return formatMinor(kind === 'income' ? amount : negateMinor(amount), currency, true);
}

/** `every month from Dec 1, 2026`; `once on Dec 1, 2026`. */
export function layerRhythm({ frequency }: Layer, day: string): string {
  const when = formatTextDate(day);
  return frequency === 'ONCE' ? `once on ${when}` : `${everyWords(frequency).toLowerCase()} from ${when}`;
}
