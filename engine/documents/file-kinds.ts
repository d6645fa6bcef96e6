/** The kinds of file a customer may keep: none of them can be run, and each is known by its first bytes. */
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

/** What a file is by its content, whatever it is called; null when it is nothing the bank keeps. */
export function kindOf(bytes: Uint8Array): FileKind | null {
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

/** The kind a name announces by its last ending; null for none and for unknown ones. */
export function kindByName(name: string): FileKind | null {
  const ending = endingsOf(name).at(-1);
  return FILE_KINDS.find(({ endings }) => ending !== undefined && endings.includes(ending)) ?? null;
}

/** The endings of a name in lower case: `a.tar.gz` has `tar` and `gz`. */
export const endingsOf = (name: string): string[] => name.toLowerCase().split('.').slice(1);

/** Whether what a name announces is what the content is; any plain text may call itself CSV. */
export const agree = (named: FileKind, found: FileKind): boolean =>
  named === found || (named === CSV && found === TEXT);

/** Reads bytes as Latin 1: for what is written in ASCII inside other bytes. */
export function latin(bytes: Uint8Array, from: number, to: number): string {
  let text = '';
  for (let at = from; at < Math.min(to, bytes.length); at += 1) text += String.fromCharCode(bytes[at] ?? 0);
  return text;
}

const startsWith = (bytes: Uint8Array, text: string) => latin(bytes, 0, text.length) === text;

/** UTF-8 without control characters: what a person could have written. */
function isPlainText(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte < 9 || (byte > 13 && byte < 32) || byte === 127) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
