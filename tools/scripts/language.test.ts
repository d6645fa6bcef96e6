import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { getPassages, getWords, type Passage, readFiles, type TextFile } from './language/read-text.ts';
import { loadDictionary } from './language/spelling.mjs';

type Exception = { path: string; reason: string };
type RetiredWords = {
  british: Record<string, string>;
  retired: Record<string, string>;
  /** Words that names, comments, and strings of product code must not contain, with their replacements. */
  words: Record<string, string>;
  exceptions: Exception[];
  /** Lines that may contain a retired word. `path` and `line` are patterns. */
  allowed: (Exception & { line: string })[];
};

const { british, retired, words, exceptions, allowed }: RetiredWords = JSON.parse(
  readFileSync(new URL('./language/retired-words.json', import.meta.url), 'utf8'),
);

/**
 * Files that contain words other than English prose: generated files, other languages, and words as customers
 * type them.
 */
const NOT_SPELLED =
  /package-lock\.json|\.d\.ts$|^docs\/licenses\.md|database\.types|^supabase\/schema\.sql|^tools\/scripts\/language|\/fonts\/|instrument-sans|common-passwords|word-vectors\.json|^assistant\/(?:parser|intents|testing|format)|statement-file\/imports\/|articles\.test|\/fixtures\/.*\.json$|-0\.1\.0\.test/;

const files = readFiles().map((file) =>
  /^content\/assistant-.*\.json$/.test(file.path) ? { ...file, text: hidePhrasings(file.text) } : file,
);

/** Removes the questions in customers' own words, with their misspellings and slang, but not their lines. */
function hidePhrasings(text: string): string {
  return text.replace(/"phrasings": \[[^\]]*\]/g, (list) => list.replace(/[^\n]+/g, ''));
}

describe('the language of the repository', () => {
  it('is spelled in American English', async () => {
    const dictionary = await loadDictionary();
    const findings: string[] = [];
    for (const file of files.filter(({ path }) => !NOT_SPELLED.test(path)))
      for (const passage of getPassages(file))
        for (const { word, line } of getWords(passage.text, passage.line)) {
          if (word.length < 4 || word === word.toUpperCase()) continue;
          const singular = word.replace(/[’']s$/, '').toLowerCase();
          if (!dictionary.has(singular))
            findings.push(
              `${file.path}:${line}: "${word}" is unknown; fix it or add it to tools/scripts/language/words.txt`,
            );
        }
    expect(findings).toEqual([]);
  }, 120_000);

  it('contains no British spellings and no retired words', () => {
    const replacements = Object.entries({ ...british, ...retired });
    const pattern = new RegExp(replacements.map(([word]) => `(${word})`).join('|'), 'gi');
    const findings = files
      .filter(({ path }) => path !== 'package-lock.json')
      .filter(({ path }) => !exceptions.some((exception) => new RegExp(exception.path).test(path)))
      .flatMap(({ path, text }) =>
        text.split('\n').flatMap((row, index) =>
          [...row.matchAll(pattern)].map(([match, ...groups]) => {
            const replacement = replacements[groups.findIndex((group) => group !== undefined)]?.[1];
            return `${path}:${index + 1}: "${match}" → "${replacement}"`;
          }),
        ),
      );
    console.info(`${exceptions.length} exceptions from the retired words.`);
    expect(findings).toEqual([]);
  });

  it('uses no retired word in a name, comment, or string of product code', () => {
    const used = new Set<string>();
    const findings = files.filter(isProductCode).flatMap((file) =>
      file.text.split('\n').flatMap((row, index) =>
        [...getWords(row)].flatMap(({ word }) => {
          const key = word.toLowerCase();
          if (!Object.hasOwn(words, key)) return [];
          const exception = allowed.find(
            ({ path, line }) => new RegExp(path).test(file.path) && new RegExp(line, 'i').test(row),
          );
          if (exception) used.add(exception.reason);
          return exception ? [] : `${file.path}:${index + 1}: "${word}" → "${words[key]}"`;
        }),
      ),
    );
    console.info(`${allowed.length} exceptions from the retired words of product code.`);
    expect(findings).toEqual([]);
    expect([...used].sort()).toEqual([...new Set(allowed.map(({ reason }) => reason))].sort());
  });

  it('has no comments in product code that open with What, Who, Whoever, Whether, or That', () => {
    expect(files.filter(isProductCode).flatMap(getOpeners)).toEqual([]);
  });
});

function isProductCode({ path }: TextFile): boolean {
  return (
    /^(?:engine|assistant|server|supabase\/(?:functions|migrations)|web|tools)\/.*\.(?:tsx?|mjs|js|sql|css)$/.test(
      path,
    ) && !/\.test\.tsx?$|\/testing\/|\/suites\//.test(path)
  );
}

function getOpeners(file: TextFile): string[] {
  const rows = file.text.split('\n');
  return getPassages(file)
    .filter(({ kind }) => kind === 'comment')
    .filter((comment) => !continuesComment(rows, comment))
    .filter(({ text }) => /^(?:\/\/|\/\*+|--)[\s*]*(?:What|Who|Whoever|Whether|That)\b/.test(text))
    .map(
      ({ line, text }) => `${file.path}:${line}: start with a verb or a noun instead: ${text.slice(0, 80)}`,
    );
}

/** Returns true for a line of a comment that began on the line before. */
function continuesComment(rows: readonly string[], { line, text }: Passage): boolean {
  const before = rows[line - 2]?.trim() ?? '';
  return !text.startsWith('/*') && before.startsWith(text.slice(0, 2));
}
