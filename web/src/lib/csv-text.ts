/**
 * Text that a spreadsheet would run as a formula: one of these signs at the start, also after spaces or in
 * full-width form. A negative number is safe, `-1+cmd` is not.
 */
export const FORMULA = /^\s*(?:[=+@\uff1d\uff0b\uff0d\uff20]|-(?!\d+(?:\.\d+)?$))|^[\t\r\n]/;

/** One cell of a line as RFC 4180 wants it. A leading apostrophe keeps what looks like a formula a text. */
export function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
