/** An arithmetic expression as it is shown, and its value. */
export type Expression = { shown: string; value: number; operators: number };

const TOKEN =
  /\s*(?:[$\u20ac\u00a3]?\s?(\d[\d,]*(?:\.\d+)?|\.\d+)(k\b)?|(divided by|multiplied by|plus|minus|times|over|[-+*/x\u00d7\u00f7\u2212()]))/iy;
const OPERATORS: Readonly<Record<string, string>> = {
  plus: '+',
  minus: '\u2212',
  '-': '\u2212',
  times: '\u00d7',
  'multiplied by': '\u00d7',
  x: '\u00d7',
  '*': '\u00d7',
  'divided by': '\u00f7',
  over: '\u00f7',
  '/': '\u00f7',
};
/** Dates such as 2026-11-22 and 11/22/2026 look like expressions. */
const DATE = /^\s*\d{1,4}([-/])\d{1,2}\1\d{1,4}\s*$/;

/**
 * Evaluates an expression with the four operations and parentheses: multiplication and division first. Returns null if
 * the text isn't one, or divides by zero.
 */
export function evaluateExpression(text: string): Expression | null {
  const tokens = DATE.test(text) ? null : tokenize(text.trim());
  return tokens && new Parser(tokens).parse();
}

/** Splits a text into numbers, operators, and parentheses. Returns null if it contains anything else. */
function tokenize(text: string): string[] | null {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const [, digits, thousands, sign] = TOKEN.exec(text) ?? [];
    if (digits !== undefined)
      tokens.push(String(Number(digits.replaceAll(',', '')) * (thousands ? 1000 : 1)));
    else if (sign !== undefined) tokens.push(OPERATORS[sign.toLowerCase()] ?? sign);
    else return null;
  }
  return tokens;
}

class Parser {
  private at = 0;

  constructor(private readonly tokens: readonly string[]) {}

  parse(): Expression | null {
    const value = this.sum();
    if (value === null || this.at < this.tokens.length || !Number.isFinite(value)) return null;
    const operators = this.tokens.filter((token) => /[+\u2212\u00d7\u00f7]/.test(token)).length;
    const shown = this.tokens
      .map((token) =>
        /^\d/.test(token) ? Number(token).toLocaleString('en-US', { maximumFractionDigits: 6 }) : token,
      )
      .join(' ')
      .replaceAll('( ', '(')
      .replaceAll(' )', ')');
    return { shown, value, operators };
  }

  private sum(): number | null {
    let value = this.product();
    while (value !== null && (this.is('+') || this.is('\u2212'))) {
      const isSum = this.tokens[this.at++] === '+';
      const next = this.product();
      value = next === null ? null : isSum ? value + next : value - next;
    }
    return value;
  }

  private product(): number | null {
    let value = this.factor();
    while (value !== null && (this.is('\u00d7') || this.is('\u00f7'))) {
      const isProduct = this.tokens[this.at++] === '\u00d7';
      const next = this.factor();
      value = next === null || (!isProduct && next === 0) ? null : isProduct ? value * next : value / next;
    }
    return value;
  }

  private factor(): number | null {
    if (this.is('\u2212')) {
      this.at += 1;
      const value = this.factor();
      return value === null ? null : -value;
    }
    if (this.is('(')) {
      this.at += 1;
      const value = this.sum();
      if (!this.is(')')) return null;
      this.at += 1;
      return value;
    }
    const token = this.tokens[this.at] ?? '';
    if (!/^\d/.test(token)) return null;
    this.at += 1;
    return Number(token);
  }

  private is(token: string): boolean {
    return this.tokens[this.at] === token;
  }
}
