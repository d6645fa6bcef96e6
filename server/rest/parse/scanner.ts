import { malformed, type RestError } from '../rest-error.ts';

/** Reads a query parameter from left to right. All errors are PGRST100 and include the parameter's name. */
export class Scanner {
  position = 0;

  /** `subject` describes the text in error messages, such as `select parameter`. */
  constructor(
    readonly text: string,
    readonly subject: string,
  ) {}

  get done(): boolean {
    return this.position >= this.text.length;
  }

  /** Returns true if the given text comes next. Does not consume it. */
  sees(expected: string): boolean {
    return this.text.startsWith(expected, this.position);
  }

  /** Consumes the given text if it comes next. Returns true if the text was consumed. */
  take(expected: string): boolean {
    if (!this.sees(expected)) return false;
    this.position += expected.length;
    return true;
  }

  expect(expected: string): void {
    if (!this.take(expected)) throw this.failure(`"${expected}"`);
  }

  /** Consumes a match of a pattern at this position. The pattern must have the sticky flag. */
  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.position;
    const result = pattern.exec(this.text);
    if (result) this.position = pattern.lastIndex;
    return result;
  }

  rest(): string {
    const rest = this.text.slice(this.position);
    this.position = this.text.length;
    return rest;
  }

  /** Reads a name, which is in double quotes if it contains reserved characters. */
  name(): string {
    this.match(SPACES);
    if (this.sees('"')) {
      const quoted = this.quoted();
      this.match(SPACES);
      return quoted;
    }
    const name = this.match(NAME)?.[0].trim();
    if (!name) throw this.failure('a name');
    return name;
  }

  /** Reads text in double quotes, with backslash escapes. */
  quoted(): string {
    const match = this.match(QUOTED);
    if (!match) throw this.failure('a closing double quote');
    return (match[1] ?? '').replace(/\\([\s\S])/g, '$1');
  }

  list<Item>(read: () => Item): Item[] {
    const items = [read()];
    while (this.take(',')) items.push(read());
    return items;
  }

  finish(): void {
    if (!this.done) throw this.failure('the end');
  }

  failure(expected: string): RestError {
    const match = this.done
      ? 'end of input'
      : `"${String.fromCodePoint(this.text.codePointAt(this.position) ?? 0)}"`;
    const shown =
      this.text.length > SHOWN_CHARACTERS ? `${this.text.slice(0, SHOWN_CHARACTERS)}…` : this.text;
    return malformed(
      `"failed to parse ${this.subject} (${shown})" (line 1, column ${this.position + 1})`,
      `unexpected ${match} expecting ${expected}`,
    );
  }
}

const SHOWN_CHARACTERS = 200;
const SPACES = /\s*/y;
const NAME = /(?:[^.,:()!"\->]|-(?!>))+/y;
const QUOTED = /"((?:[^"\\]|\\[\s\S])*)"/y;
