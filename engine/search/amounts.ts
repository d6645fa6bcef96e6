import { formatPlain, minorIn } from '../money/amount-text.ts';

/** Limits in major units. `from` and `to` are inclusive, `above` and `below` are exclusive. */
export type AmountBounds = { from?: number; to?: number; above?: number; below?: number };
export type AmountMeaning = { label: string; bounds: AmountBounds };

/** Parses `>50`, `<=20`, `10..20`, `10..`, or `12.50`. Returns null for other text. */
export function getAmount(value: string): AmountMeaning | null {
  return comparedAmount(value) ?? rangedAmount(value);
}

const COMPARISONS: Record<string, { key: 'from' | 'to' | 'above' | 'below'; label: string }> = {
  '>': { key: 'above', label: 'Over' },
  '>=': { key: 'from', label: 'At least' },
  '<': { key: 'below', label: 'Under' },
  '<=': { key: 'to', label: 'At most' },
};

function comparedAmount(value: string): AmountMeaning | null {
  const [, sign = '', number = ''] = /^([<>]=?)(.*)$/.exec(value.trim()) ?? [];
  const comparison = COMPARISONS[sign];
  const amount = minorIn(number);
  if (!comparison || amount === null) return null;
  const major = amount / 100;
  return {
    label: `${comparison.label} ${formatPlain(major)}`,
    bounds: { [comparison.key]: major },
  };
}

function rangedAmount(value: string): AmountMeaning | null {
  const ends = value.split('..');
  const [from = null, to = null] = ends.map((end) => (end.trim() === '' ? undefined : minorIn(end)));
  const isRange = ends.length === 2;
  const isMistaken = ends.some((end) => end.trim() !== '' && minorIn(end) === null);
  if (ends.length > 2 || isMistaken || (from === null && to === null)) return null;
  const [low, high] = [from === null ? null : from / 100, to === null ? null : to / 100];
  if (!isRange && low !== null)
    return { label: `Exactly ${formatPlain(low)}`, bounds: { from: low, to: low } };
  if (low !== null && high !== null)
    return low > high
      ? null
      : {
          label: `${formatPlain(low)} to ${formatPlain(high)}`,
          bounds: { from: low, to: high },
        };
  return low !== null
    ? { label: `At least ${formatPlain(low)}`, bounds: { from: low } }
    : { label: `At most ${formatPlain(high ?? 0)}`, bounds: { to: high ?? 0 } };
}
