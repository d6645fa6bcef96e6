const PICTURE = 'This is a picture. Ask your bank for a CSV, OFX, or QIF file.';

/** The first bytes of unsupported file types, with advice for the customer. */
const BEGINNINGS: readonly { bytes: readonly number[]; words: string }[] = [
  {
    bytes: [0x25, 0x50, 0x44, 0x46],
    words: 'This is a PDF. Ask your bank for a CSV, OFX, or QIF file.',
  },
  {
    bytes: [0x50, 0x4b, 0x03, 0x04],
    words:
      'This is a workbook or a ZIP file. Save the workbook as CSV or unzip the file, and then choose the new file.',
  },
  {
    bytes: [0xd0, 0xcf, 0x11, 0xe0],
    words: 'This workbook format is too old. Save the workbook as CSV and choose the CSV file.',
  },
  { bytes: [0x1f, 0x8b], words: 'This is a compressed file. Unzip it and choose the file inside.' },
  { bytes: [0x89, 0x50, 0x4e, 0x47], words: PICTURE },
  { bytes: [0xff, 0xd8, 0xff], words: PICTURE },
];

/**
 * Returns the reason why a file can't be a statement, regardless of its name; null if it could be a
 * statement.
 */
export function whyNoStatement(bytes: Uint8Array): string | null {
  if (bytes.length === 0) return 'The file is empty. Export it from your bank again.';
  const format = BEGINNINGS.find((beginning) =>
    beginning.bytes.every((byte, index) => bytes[index] === byte),
  );
  return format?.words ?? null;
}
