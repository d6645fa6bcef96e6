/**
 * What a spreadsheet runs instead of showing it: a formula begins with one of these signs, behind blanks too and in the wide
 * form of East Asian keyboards. A negative number is none, `-1+cmd` is.
 */
export const FORMULA = /^\s*(?:[=+@\uff1d\uff0b\uff0d\uff20]|-(?!\d+(?:\.\d+)?$))|^[\t\r\n]/;

/** One cell of a line as RFC 4180 wants it. A leading apostrophe keeps what looks like a formula a text. */
export function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
