import { type Minor, markMinor } from '@engine/money/minor.ts';

export type DecimalSign = '.' | ',';

const MINOR_PER_MAJOR = 100;
const SYMBOL = /[$€£¥]/;
/** Matches a currency code before or after the digits. */
const CODE = /(?<![A-Z])[A-Z]{3}(?![A-Z])/i;
const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));
const MINUS = /[-\u2010-\u2015\u2212]/g;

/**
 * Parses an amount in the formats that banks use: `1.234,56`, `1,234.56`, `1 234,5`, `(12.00)`, `12.00-`,
 * `-$5`, `€ 7`, `+3`, `12.00 CR`, `1'234.50`. Returns null for other text. Drops extra decimals only if they
 * are zero.
 */
export function readAmount(text: string, decimal: DecimalSign): Minor | null {
  const marked = text.trim().replace(MINUS, '-');
  const credit = /\bCR$/i.test(marked);
  const debit = /\bDR$/i.test(marked);
  let bare = marked
    .replace(/\b(?:CR|DR)$/i, '')
    .replace(SYMBOL, '')
    .replace(CODE, (code) => (CURRENCIES.has(code.toUpperCase()) ? '' : code))
    .replace(/[\s\u00a0\u202f'’]/g, '');
  const bracketed = /^\(.*\)$/.test(bare);
  if (bracketed) bare = bare.slice(1, -1);
  const negative = bracketed || debit || bare.startsWith('-') || bare.endsWith('-');
  bare = bare.replace(/^[-+]|[-+]$/g, '');
  const size = readSize(bare, decimal);
  if (size === null) return null;
  return markMinor(size === 0 ? 0 : negative && !credit ? -size : size);
}

function readSize(text: string, decimal: DecimalSign): number | null {
  const point = text.lastIndexOf(decimal);
  const units = point < 0 ? text : text.slice(0, point);
  const cents = point < 0 ? '' : text.slice(point + 1);
  const separator = decimal === ',' ? '.' : ',';
  const grouped = units.split(separator);
  const isGrouped =
    grouped.length === 1 || grouped.every((part, index) => isGroup(part, index, grouped.length));
  const digits = grouped.join('');
  if (!isGrouped || !/^\d*$/.test(digits) || !/^\d*$/.test(cents) || digits + cents === '') return null;
  if (/[1-9]/.test(cents.slice(2)) || digits.replace(/^0+/, '').length > 12) return null;
  return Number(digits || '0') * MINOR_PER_MAJOR + Number(cents.slice(0, 2).padEnd(2, '0'));
}

/**
 * Returns true if a part is a valid group of digits. Groups have three digits, or two in the Indian system
 * (lakhs). The first group can be shorter, and the last group always has three digits.
 */
function isGroup(part: string, index: number, parts: number): boolean {
  if (index === 0) return /^\d{1,3}$/.test(part);
  return index === parts - 1 ? /^\d{3}$/.test(part) : /^\d{2,3}$/.test(part);
}

/**
 * Guesses a column's decimal separator. If amounts contain both separators, the last one is the decimal
 * separator. Otherwise, it is a separator that is followed by one or two final digits. Defaults to a point.
 */
export function guessDecimal(samples: readonly string[]): DecimalSign {
  let comma = 0;
  let point = 0;
  for (const sample of samples) {
    const text = sample.replace(/[^\d.,]/g, '');
    const lastComma = text.lastIndexOf(',');
    const lastPoint = text.lastIndexOf('.');
    if (lastComma >= 0 && lastPoint >= 0) {
      if (lastComma > lastPoint) comma += 3;
      else point += 3;
    } else if (/,\d{1,2}$/.test(text)) comma += 2;
    else if (/\.\d{1,2}$/.test(text)) point += 2;
    // Three digits after a single separator are a group of thousands, because currencies have two decimals.
    else if (lastComma >= 0) point += 1;
    else if (lastPoint >= 0) comma += 1;
  }
  return comma > point ? ',' : '.';
}
