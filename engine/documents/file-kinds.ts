/**
 * The file types that customers can upload. None of them is executable, and each can be recognized by its
 * content.
 */
export type FileKind = { mimeType: string; endings: readonly string[] };

const PDF: FileKind = { mimeType: 'application/pdf', endings: ['pdf'] };
const JPEG: FileKind = { mimeType: 'image/jpeg', endings: ['jpg', 'jpeg'] };
const PNG: FileKind = { mimeType: 'image/png', endings: ['png'] };
const GIF: FileKind = { mimeType: 'image/gif', endings: ['gif'] };
const WEBP: FileKind = { mimeType: 'image/webp', endings: ['webp'] };
const HEIC: FileKind = { mimeType: 'image/heic', endings: ['heic', 'heif'] };
const AVIF: FileKind = { mimeType: 'image/avif', endings: ['avif'] };
const TEXT: FileKind = { mimeType: 'text/plain', endings: ['txt', 'md', 'log'] };
const CSV: FileKind = { mimeType: 'text/csv', endings: ['csv', 'tsv'] };

export const FILE_KINDS: readonly FileKind[] = [PDF, JPEG, PNG, GIF, WEBP, HEIC, AVIF, TEXT, CSV];
export const LARGEST_FILE_BYTES = 10 * 1024 * 1024;

const HEIF_BRANDS = new Set(['heic', 'heix', 'hevc', 'heim', 'heis', 'mif1', 'msf1']);

/** Detects the file type from the content, regardless of the name. Returns null for unsupported types. */
export function getKind(bytes: Uint8Array): FileKind | null {
  if (startsWith(bytes, '%PDF-')) return PDF;
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return JPEG;
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return PNG;
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return GIF;
  if (startsWith(bytes, 'RIFF') && latin(bytes, 8, 12) === 'WEBP') return WEBP;
  if (latin(bytes, 4, 8) === 'ftyp') {
    const brand = latin(bytes, 8, 12);
    if (brand === 'avif' || brand === 'avis') return AVIF;
    return HEIF_BRANDS.has(brand) ? HEIC : null;
  }
  return isPlainText(bytes) ? TEXT : null;
}

/** Returns the file type for a name's last extension, or null if it is unknown. */
export function kindByName(name: string): FileKind | null {
  const ending = getEndings(name).at(-1);
  return FILE_KINDS.find(({ endings }) => ending !== undefined && endings.includes(ending)) ?? null;
}

/** Returns the lower-case extensions of a name: `tar` and `gz` for `a.tar.gz`. */
export const getEndings = (name: string): string[] => name.toLowerCase().split('.').slice(1);

/**
 * Returns true if the name and the content have the same type. Plain text content also matches a CSV file
 * name.
 */
export const agree = (named: FileKind, detected: FileKind): boolean =>
  named === detected || (named === CSV && detected === TEXT);

/** Decodes bytes as Latin-1 to search for ASCII markers in binary data. */
export function latin(bytes: Uint8Array, from: number, to: number): string {
  let text = '';
  for (let at = from; at < Math.min(to, bytes.length); at += 1) text += String.fromCharCode(bytes[at] ?? 0);
  return text;
}

const startsWith = (bytes: Uint8Array, text: string) => latin(bytes, 0, text.length) === text;

/** Returns true for valid UTF-8 text that has no control characters. */
function isPlainText(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte < 9 || (byte > 13 && byte < 32) || byte === 127) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
