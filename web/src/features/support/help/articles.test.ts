import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findArticles, findBestArticle } from '@assistant/finding.ts';
import { ARTICLES, getArticle } from '@assistant/help.ts';
import { describe, expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '../../..');

/** Returns the source text of all screens except the help pages. */
function readScreenTexts(): string {
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\./.test(path))
    .map((path) => readFileSync(join(SOURCES, path), 'utf8'))
    .join('\n');
}

describe('help articles', () => {
  it('name only existing buttons and sections, word for word', () => {
    const screens = readScreenTexts();
    const named = ARTICLES.flatMap(({ slug, text, steps = [] }) =>
      Array.from([...text, ...steps].join('\n').matchAll(/“([^”]+)”/g), ([, text = '']) => ({
        slug,
        text,
      })),
    );
    expect(named.length).toBeGreaterThan(30);
    const written = (text: string) => [text, text.replaceAll('’', "'")];
    expect(named.filter(({ text }) => !written(text).some((item) => screens.includes(item)))).toEqual([]);
  });

  it('are forty at least, each with its own address', () => {
    const slugs = ARTICLES.map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(slugs.length);
    expect(slugs.filter((slug) => !/^[a-z0-9-]{1,60}$/.test(slug))).toEqual([]);
    expect(slugs.length).toBeGreaterThanOrEqual(40);
  });

  it.each([
    ['late fee on my card', 'card-fees'],
    ['intrest on credit card', 'card-interest'],
    ['go back in time', 'back-in-time'],
    ['fast forward', 'simulated-clock'],
    ['i dont recognize this charge, fraud', 'dispute'],
    ['send money to a freind', 'pay-people'],
    ['morgage', 'mortgage'],
    ['upload csv from my old bank', 'import'],
    ['forgot passwrd two factor', 'sign-in-safely'],
    ['pause my loan lost my job', 'pause-payments'],
    ['undo a wrong transaction', 'correct-transaction'],
    ['delete everything leave', 'delete-account'],
    ['raise my credit limit', 'credit-limit'],
    ['budg', 'budgets'],
    ['no internet', 'offline'],
  ])('for "%s" include %s among the first three', (text, slug) => {
    expect(
      findArticles(text)
        .slice(0, 3)
        .map((article) => article.slug),
    ).toContain(slug);
  });

  it('are suggested only if they are likely to help', () => {
    expect(findBestArticle('Late fee', 'Why is there a late fee on my card?')?.slug).toBe('card-fees');
    for (const [subject, text] of [
      ['Hello', 'Hello there, how are you?'],
      ['Xyzzy', 'The purple elephant dances on Tuesdays.'],
      ['Question', 'I would like to talk to somebody.'],
    ] as const)
      expect(findBestArticle(subject, text), subject).toBeNull();
    expect(getArticle('no-such-article')).toBeUndefined();
  });
});
