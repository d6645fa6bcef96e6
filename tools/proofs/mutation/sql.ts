import type { Edit } from './workspace.ts';

export type SqlMutant = Edit & { kind: SqlKind; what: string };
export type SqlKind =
  | 'guard'
  | 'posting'
  | 'lock'
  | 'where'
  | 'decision'
  | 'boundary'
  | 'sign'
  | 'default'
  | 'bound'
  | 'rounding';

type Token = { text: string; start: number; end: number; kind: 'word' | 'number' | 'string' | 'mark' };

const TOKENS =
  /(?<space>\s+|--[^\n]*|\/\*[\s\S]*?\*\/)|(?<string>[eE]?'(?:[^']|'')*'|\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$)|(?<word>[a-z_][\w]*|"[^"]*")|(?<number>\d+(?:\.\d+)?)|(?<mark>:=|=>|<=|>=|<>|!=|->>|->|#>>|#>|@>|<@|\|\||::|\.\.|&&|[-+*/%<>=~!@#&|?^.,;:()[\]])/giy;

const BEFORE_A_STATEMENT = new Set([';', 'begin', 'then', 'else', 'loop']);
const STATEMENTS = new Set(['perform', 'insert', 'update', 'delete', 'raise']);
const AFTER_WHERE = new Set([
  ...['group', 'order', 'limit', 'for', 'returning', 'union', 'having', 'window', 'loop', 'then', 'except'],
  ...['offset', 'intersect', 'fetch', 'left', 'join', 'else', 'when'],
]);
/** The tokens after which a minus sign starts a number. */
const BEFORE_AN_OPERAND = new Set([
  ...['(', '[', ',', ':=', '=>', '=', '<', '>', '<=', '>=', '<>', '*', '/', '||'],
  ...['then', 'else', 'return', 'select', 'and', 'or', 'when', 'by', 'in'],
]);
const BOUNDARIES: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '<>': '=' };
const BOUNDS: Record<string, string> = { least: 'greatest', greatest: 'least' };

/** Returns all mutants of a function from the output of pg_get_functiondef. */
export function mutantsOfFunction(definition: string): SqlMutant[] {
  const from = definition.indexOf('AS $function$') + 'AS $function$'.length;
  const tokens = getTokens(definition, from, definition.lastIndexOf('$function$'));
  const mutants: SqlMutant[] = [];
  const add = (kind: SqlKind, first: Token, last: Token, text: string) => {
    const removedSql = definition.slice(first.start, last.end).replace(/\s+/g, ' ');
    mutants.push({
      kind,
      start: first.start,
      end: last.end,
      text,
      what: `${shortened(removedSql)} → ${shortened(text) || '∅'}`,
    });
  };
  tokens.forEach((token, index) => {
    const before = tokens[index - 1];
    const after = tokens[index + 1];
    if (!before || !after) return;
    if (STATEMENTS.has(token.text) && BEFORE_A_STATEMENT.has(before.text)) {
      const last = tokens[getEnd(tokens, index, (text) => text === ';')];
      const reports = token.text === 'raise' && /^(notice|log|debug|warning)$/.test(after.text);
      const statement = definition.slice(token.start, last?.start);
      const guards =
        token.text === 'raise' || /^perform\s+bank\.(check|refuse|require|expect)_/.test(statement);
      // The mutant has no semicolon, because the original semicolon follows.
      const previous = last && tokens[tokens.indexOf(last) - 1];
      if (previous && !reports) add(guards ? 'guard' : 'posting', token, previous, 'null');
    }
    if ((token.text === 'if' && before.text !== 'end') || token.text === 'elsif') {
      const last = tokens[getEnd(tokens, index + 1, (text) => text === 'then') - 1];
      if (last) {
        add('decision', after, last, `coalesce(not (${definition.slice(after.start, last.end)}), true)`);
        for (const word of tokens.slice(index + 1, tokens.indexOf(last))) {
          if (word.text === 'or') add('decision', word, word, 'and');
          if (word.text === 'and' && !isOfBetween(tokens, word)) add('decision', word, word, 'or');
        }
      }
    }
    if (token.text === 'where') {
      for (const [first, last] of conjunctsFrom(tokens, index + 1)) add('where', first, last, 'true');
    }
    if (token.text === 'for' && /^(update|share|no)$/.test(after.text)) {
      const last =
        tokens[getEnd(tokens, index, (text) => text === ';' || text === ')' || text === 'loop') - 1];
      if (last) add('lock', token, last, '');
    }
    const boundary = token.kind === 'mark' ? BOUNDARIES[token.text] : undefined;
    if (boundary) add('boundary', token, token, boundary);
    if (token.text === '-' || token.text === '+') {
      const unary = BEFORE_AN_OPERAND.has(before.text);
      if (unary && token.text === '-') add('sign', token, token, '');
      if (!unary) add('sign', token, token, token.text === '-' ? '+' : '-');
    }
    if (after.text === '(') {
      const bound = BOUNDS[token.text];
      if (bound) add('bound', token, token, bound);
      if (token.text === 'round') add('rounding', token, token, 'trunc');
      if (token.text === 'coalesce') {
        const [first, last] = lastArgument(tokens, index + 2);
        if (first && last) add('default', first, last, /^\d/.test(first.text) ? `${first.text} + 1` : 'null');
      }
    }
  });
  return mutants;
}

function getTokens(text: string, from: number, to: number): Token[] {
  const tokens: Token[] = [];
  TOKENS.lastIndex = from;
  while (TOKENS.lastIndex < to) {
    const start = TOKENS.lastIndex;
    const groups = TOKENS.exec(text)?.groups;
    if (!groups) throw new Error(`Unknown SQL token in the function: ${text.slice(start, start + 40)}`);
    if (groups['space'] !== undefined) continue;
    const end = TOKENS.lastIndex;
    const kind = (['string', 'word', 'number'] as const).find((name) => groups[name] !== undefined) ?? 'mark';
    const match = text.slice(start, end);
    tokens.push({ text: kind === 'string' ? match : match.toLowerCase(), start, end, kind });
  }
  return tokens;
}

/**
 * Returns the position of the token that ends an expression. Skips tokens inside nested brackets and `case`
 * expressions.
 */
function getEnd(tokens: Token[], from: number, ends: (text: string) => boolean): number {
  let depth = 0;
  for (let index = from; index < tokens.length; index += 1) {
    const text = tokens[index]?.text ?? '';
    if (depth === 0 && ends(text)) return index;
    if (text === '(' || text === '[' || text === 'case') depth += 1;
    if (text === ')' || text === ']' || text === 'end') depth -= 1;
    if (depth < 0) return index;
  }
  return tokens.length;
}

/** Splits a condition at `and`. */
function conjunctsFrom(tokens: Token[], from: number): [Token, Token][] {
  const parts: [Token, Token][] = [];
  const end = getEnd(tokens, from, (text) => text === ';' || AFTER_WHERE.has(text));
  let first = from;
  while (first < end) {
    let next = first;
    do {
      next = getEnd(tokens, next, (text) => text === 'and' || text === ';' || AFTER_WHERE.has(text));
      const word = tokens[next];
      if (next < end && word && isOfBetween(tokens, word)) next += 1;
      else break;
    } while (next < end);
    const [firstToken, lastToken] = [tokens[first], tokens[Math.min(next, end) - 1]];
    if (firstToken && lastToken) parts.push([firstToken, lastToken]);
    first = next + 1;
  }
  return parts;
}

/** Returns true if this `and` is part of a `between`. */
function isOfBetween(tokens: Token[], word: Token): boolean {
  if (word.text !== 'and') return false;
  const place = tokens.indexOf(word);
  for (let index = place - 1; index >= Math.max(0, place - 12); index -= 1) {
    const text = tokens[index]?.text;
    if (text === 'between') return true;
    if (text === 'and' || text === 'or' || text === ';') return false;
  }
  return false;
}

function lastArgument(tokens: Token[], from: number): [Token?, Token?] {
  let first = from;
  for (;;) {
    const end = getEnd(tokens, first, (text) => text === ',' || text === ')');
    if (tokens[end]?.text !== ',') return [tokens[first], tokens[end - 1]];
    first = end + 1;
  }
}

const shortened = (text: string) => (text.length > 110 ? `${text.slice(0, 107)}…` : text);
