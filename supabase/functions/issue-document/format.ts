/** Formats amounts and days for documents. The result is the same on every machine. */

/** Formats a rate, such as `6.4%`. */
export const percent = (rate: number) => `${Math.round(rate * 1_000_000) / 1_000_000}%`;

/** Formats a day (`2026-10-31`) as `10/31/2026`. */
export function formatDocumentDate(day: string): string {
  const [year, month, date] = day.split('-');
  return `${month}/${date}/${year}`;
}

/** Formats the last four digits of an account or card number, or `closed` if there is no number. */
export const masked = (number: string | undefined) => (number ? `•••• ${number.slice(-4)}` : 'closed');
