import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** A comment, string, or passage of prose, with the number of its first line. */
export type Passage = { kind: 'comment' | 'string' | 'prose'; line: number; text: string };

export type TextFile = { path: string; text: string };

/** Reads all text files that belong to the repository, both tracked and new. */
export function readFiles(): TextFile[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return listed
    .split('\n')
    .filter((path) => /\.(?:tsx?|mts|mjs|js|sql|css|md|json|toml|html)$/.test(path))
    .flatMap((path) => {
      const text = readOrNull(path);
      return text === null ? [] : [{ path, text }];
    });
}

/** Reads a file. Returns null if it is deleted but still tracked. */
function readOrNull(path: string): string | null {
  try {
    return readFileSync(`${ROOT}${path}`, 'utf8');
  } catch {
    return null;
  }
}

/** Returns the comments and strings of a source file, or the prose of a document. */
export function getPassages({ path, text }: TextFile): Passage[] {
  if (/\.(?:md|json|toml|html)$/.test(path)) return [{ kind: 'prose', line: 1, text }];
  return path.endsWith('.sql') ? scan(text, SQL) : scan(text, SCRIPT);
}

type Syntax = { pattern: RegExp };

// Matches regular expression literals, so that their quotes don't start a string. The text of a JSX element
// counts as a string.
const SCRIPT: Syntax = {
  pattern:
    /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(?<string>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`)|(?<=[(,=:[!&|?{};\n]\s*)\/(?![*/])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*|(?<jsx>(?<=>)[^<>{}()=;]*[A-Za-z]{2}[^<>{}()=;]*(?=[<{]))/g,
};
const SQL: Syntax = { pattern: /(?<comment>--[^\n]*|\/\*[\s\S]*?\*\/)|(?<string>'(?:[^']|'')*')/g };

function scan(text: string, { pattern }: Syntax): Passage[] {
  const passages: Passage[] = [];
  let line = 1;
  let from = 0;
  for (const { 0: match, index, groups = {} } of text.matchAll(pattern)) {
    line += countLines(text.slice(from, index));
    from = index;
    if (groups.comment !== undefined) passages.push({ kind: 'comment', line, text: match });
    else if (groups.string !== undefined || groups.jsx !== undefined)
      passages.push({ kind: 'string', line, text: match });
  }
  return passages;
}

const countLines = (text: string) => text.split('\n').length - 1;

/** Matches URLs, escapes, and encoded data, which contain no words. */
const NO_WORDS = /\w+:\/\/\S+|\\(?:u\{?[\da-f]+\}?|x[\da-f]{2}|.)|[\w-]*\d[\w+/=-]*|[A-Za-z\d+/=_-]{40,}/gi;

/**
 * Returns the words in a text with their line numbers. Splits identifiers such as `openAccount` and
 * `open_account`.
 */
export function* getWords(text: string, firstLine = 1): Generator<{ word: string; line: number }> {
  let line = firstLine;
  for (const row of text.split('\n')) {
    for (const [word] of row.replace(NO_WORDS, ' ').matchAll(/[A-Z]?[a-z]+(?:[’'][a-z]+)?|[A-Z]+(?![a-z])/g))
      yield { word, line };
    line++;
  }
}
