const PICTURE = 'This is a picture. Ask your bank for a CSV, OFX, or QIF file.';

/** The first bytes (hexadecimal) of unsupported file types, with advice for the customer. */
const BEGINNINGS = [
  ['25504446', 'This is a PDF. Ask your bank for a CSV, OFX, or QIF file.'],
  [
    '504b0304',
    'This is a workbook or a ZIP file. Save the workbook as CSV or unzip the file, and then choose the new file.',
  ],
  ['d0cf11e0', 'This workbook format is too old. Save the workbook as CSV and choose the CSV file.'],
  ['1f8b', 'This is a compressed file. Unzip it and choose the file inside.'],
  ['89504e47', PICTURE],
  ['ffd8ff', PICTURE],
] as const;

/**
 * Returns the reason why a file can't be a statement, regardless of its name; null if it could be a
 * statement.
 */
export function whyNoStatement(bytes: Uint8Array): string | null {
  if (bytes.length === 0) return 'The file is empty. Export it from your bank again.';
  const start = Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return BEGINNINGS.find(([beginning]) => start.startsWith(beginning))?.[1] ?? null;
}
