/**
 * Matches text that a spreadsheet would run as a formula. A formula starts with one of these characters,
 * possibly after spaces or in full-width form. Negative numbers are safe, but `-1+cmd` isn't.
 */
export const FORMULA = /^\s*(?:[=+@\uff1d\uff0b\uff0d\uff20]|-(?!\d+(?:\.\d+)?$))|^[\t\r\n]/;

/** Returns true if a cell needs a leading apostrophe, or has one before a formula. */
const isFormula = (text: string) => FORMULA.test(text.replace(/^'+/, ''));

/** Removes the apostrophe that `csvCell` put before a formula. */
export const readCsvCell = (cell: string) => (cell.startsWith("'") && isFormula(cell) ? cell.slice(1) : cell);

/** Formats a cell according to RFC 4180. A leading apostrophe keeps a formula as text. */
export function csvCell(text: string): string {
  const safe = isFormula(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
