export type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1252';
export type DecodedText = { text: string; encoding: Encoding };

/** The number of bytes that are read to detect UTF-16 without a byte order mark. */
const LOOKED_AT_BYTES = 2_000;

/**
 * Decodes a file according to its byte order mark. Without one, a file in which every other byte is zero is
 * decoded as UTF-16, a valid UTF-8 file as UTF-8, and any other file as Windows-1252, which accepts any byte.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return utf8(bytes) ?? windows(bytes);
  if (first === 0xff && second === 0xfe) return utf16(bytes, 'utf-16le');
  if (first === 0xfe && second === 0xff) return utf16(bytes, 'utf-16be');
  const zeros = zerosIn(bytes.subarray(0, LOOKED_AT_BYTES));
  if (zeros.odd > 0.3) return utf16(bytes, 'utf-16le');
  if (zeros.even > 0.3) return utf16(bytes, 'utf-16be');
  return utf8(bytes) ?? windows(bytes);
}

function utf8(bytes: Uint8Array): DecodedText | null {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    return null;
  }
}

function utf16(bytes: Uint8Array, label: 'utf-16le' | 'utf-16be'): DecodedText {
  return { text: new TextDecoder(label).decode(bytes), encoding: 'UTF-16' };
}

function windows(bytes: Uint8Array): DecodedText {
  return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' };
}

/** Returns the share of zero bytes at even positions and at odd positions. */
function zerosIn(bytes: Uint8Array): { even: number; odd: number } {
  const pairs = Math.floor(bytes.length / 2);
  if (pairs === 0) return { even: 0, odd: 0 };
  let even = 0;
  let odd = 0;
  for (let index = 0; index < pairs * 2; index += 2) {
    if (bytes[index] === 0) even += 1;
    if (bytes[index + 1] === 0) odd += 1;
  }
  return { even: even / pairs, odd: odd / pairs };
}

/**
 * Shortens text and removes characters that the bank can't store: null characters, and halves of surrogate
 * pairs, one of which can remain where the text is cut.
 */
export const toStorable = (text: string, longest: number) =>
  text.slice(0, longest).replace(/\0|\p{Surrogate}/gu, '');

/** Trims spaces, tabs, and no-break spaces, and collapses runs of them. */
export const tidy = (text: string) => text.replace(/[\s\u00a0\u202f]+/g, ' ').trim();
