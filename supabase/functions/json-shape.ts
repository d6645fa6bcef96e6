/** The maximum nesting depth and the maximum number of values in a JSON document. */
export type Shape = { depth: number; values: number };

/**
 * Checks the nesting depth and the number of values of a JSON text. Makes one pass and allocates no memory,
 * so that malicious text is rejected before it is parsed. Doesn't check that the text is valid JSON.
 */
export function isWithinShape(text: string, { depth: deepest, values: most }: Shape): boolean {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
    } else if (code === OPENING_BRACE || code === OPENING_BRACKET) {
      depth += 1;
      if (depth > deepest) return false;
    } else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) {
      depth -= 1;
    } else if (code === COMMA) {
      values += 1;
      if (values > most) return false;
    }
  }
  return true;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** Returns the position of the closing quote of the string that starts at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
