import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GLOSSARY, termId, termsFor } from '@assistant/glossary.ts';
import { describe, expect, it } from 'vitest';
import { byTopic, nextLesson } from '../progress';
import { LESSON_OF_INSIGHT } from '../tips-home';
import { LESSONS, loadLesson, TOPICS } from './catalog';
import { type Lesson, type LessonFacts, readLesson } from './lesson';
import { parseLesson, parseSources, type Source } from './lesson-file';
import { EXAMPLE } from './lesson-page';

const own: LessonFacts = {
  ...EXAMPLE,
  isExample: false,
  months: [{ month: '2026-10-01', earned: 456_000, spent: 307_787 }],
  savings: 923_361,
  checking: 0,
  investments: 800_000,
};

const progress = (lesson: string, right: number) => ({
  id: lesson,
  user_id: 'customer',
  lesson,
  questions: 4,
  best_right: right,
  tries: 1,
  last_at: '2026-10-01T00:00:00Z',
});

const readContent = (path: string) =>
  readFileSync(join(import.meta.dirname, '../../../../../content', path), 'utf8');
const SOURCES = parseSources(readContent('sources.json'));
const FILES = await Promise.all(LESSONS.map(({ id }) => loadLesson(id)));
const WHOLE: readonly Lesson[] = FILES.map(readLesson);

const lessonIds = LESSONS.map(({ id }) => id);

const getText = (lesson: Pick<Lesson, 'parts'>) =>
  lesson.parts.flatMap((part) => (typeof part === 'string' ? [] : part.text)).join(' ');

describe('lessons', () => {
  it('cover every topic, with a figure and a tool each', () => {
    for (const { id } of TOPICS)
      expect(LESSONS.filter(({ topic }) => topic === id).length).toBeGreaterThanOrEqual(3);
    for (const { parts } of WHOLE)
      expect(parts.filter((part) => typeof part === 'string').sort()).toEqual(['figure', 'tool']);
    expect(new Set(LESSONS.map(({ id }) => id)).size).toBe(LESSONS.length);
  });

  it.each(WHOLE.map((lesson) => [lesson.id, lesson] as const))('%s is short and complete', (_, lesson) => {
    const words = getText(lesson).split(/\s+/).length;
    expect(words).toBeGreaterThan(180);
    expect(words).toBeLessThan(420);
    expect(lesson.sources.length).toBeGreaterThan(1);
    expect(new Set(lesson.sources).size).toBe(lesson.sources.length);
    for (const { address, title, publisher } of lesson.sources) {
      expect(URL.canParse(address), address).toBe(true);
      expect(`${title}${publisher}`.length).toBeGreaterThan(10);
    }
    for (const [, term] of getText(lesson).matchAll(/\]\(([^)]+)\)/g))
      expect(GLOSSARY.map(({ id }) => id)).toContain(term);
  });

  it('cite only pages of the agency or company that publishes them', () => {
    const companies: Record<string, string> = {
      'www.sipc.org': 'Securities Investor Protection Corporation',
      'www.myfico.com': 'Fair Isaac Corporation (FICO)',
      'soswy.state.wy.us': 'Wyoming Secretary of State',
    };
    const foreign = Object.values<Source>(SOURCES).filter(({ address, publisher }) => {
      const { hostname } = new URL(address);
      return !hostname.endsWith('.gov') && companies[hostname] !== publisher;
    });
    expect(foreign).toEqual([]);
  });

  it.each(WHOLE.map((lesson) => [lesson.id, lesson] as const))(
    '%s asks four to six questions with one right answer each',
    (_, lesson) => {
      for (const facts of [EXAMPLE, own]) {
        const quiz = lesson.quiz(facts);
        expect(quiz.length).toBeGreaterThanOrEqual(4);
        expect(quiz.length).toBeLessThanOrEqual(6);
        for (const { ask, choices, right, why } of quiz) {
          expect(new Set(choices).size, ask).toBe(choices.length);
          expect(choices.length, ask).toBeGreaterThanOrEqual(3);
          expect(choices[right], ask).toBeDefined();
          expect(`${ask} ${choices.join(' ')} ${why}`).not.toMatch(/NaN|Infinity|undefined|null/);
        }
      }
    },
  );

  it.each(WHOLE.map((lesson) => [lesson.id, lesson] as const))(
    '%s computes its figure and every setting of its tool',
    (_, lesson) => {
      expect(lesson.needs(EXAMPLE)).toBe(true);
      for (const facts of [EXAMPLE, own]) {
        const tool = lesson.tool(facts);
        expect(tool.from).toBeLessThan(tool.to);
        expect(tool.start).toBeGreaterThanOrEqual(tool.from);
        expect(tool.start).toBeLessThanOrEqual(tool.to);
        const texts = JSON.stringify([
          lesson.figure(facts),
          ...[tool.from, tool.start, tool.to].map((value) => [tool.write(value), tool.answer(value)]),
        ]);
        expect(texts).not.toMatch(/NaN|Infinity|undefined|null/);
      }
    },
  );

  it.each([
    ['what-stays', '32.5%', 'You earned $4,560.00 in October and kept $1,482.13 of it.'],
    ['months-covered', '3', 'You have $9,233.61 in savings and spend $3,077.87 in a typical month.'],
    ['falls-and-recoveries', '$1,600.00', 'You hold $8,000.00 in investments.'],
    ['if-pay-stops', '3 months', 'You have $9,233.61 in checking and savings'],
    ['utilization', '40%', 'You owe $2,400.00 of $6,000.00.'],
    ['mortgage-interest', '85.7%', '$1,516.67 is interest'],
    ['what-fees-take', '$12,439.29', 'Your $8,000.00 at 6% would become'],
    ['raise-and-inflation', '$136.80', 'You earn $4,560.00 in a typical month.'],
    ['yearly-price', '$18,965.88', 'Your scheduled bills are $1,580.49 a month'],
    ['deposit-insurance', '100%', 'You hold $9,233.61 in checking and savings.'],
    ['wait-or-borrow', '$306.90', 'On A card at 22.9%, repaid over 2 years, it costs $1,506.90.'],
    ['goal-with-a-date', '$36,648.16', 'You have $1,482.13 left in a typical month.'],
    ['the-mix', '46.4%', 'A 40% market drop would cost you $3,200.00, 18.6% of the total.'],
    ['card-interest', '25.5%', 'carries $2,400.00 at 22.9%: $45.17 in interest over 30 days'],
  ])("show the customer's own number in %s", (id, value, text) => {
    const figure = WHOLE.find((lesson) => lesson.id === id)?.figure(own);
    expect(figure?.value).toBe(value);
    expect(figure?.text).toContain(text);
  });
});

describe('a lesson file', () => {
  const sound = readContent('lessons/what-stays.md');
  const problemAfter = (from: string, to: string) => () =>
    parseLesson('what-stays.md', sound.replace(from, to), SOURCES);

  it.each([
    ['has no front matter', '+++\n', '', 'what-stays.md: line 1: expected TOML between two +++ lines'],
    ['has wrong TOML', 'topic = "earning"', 'topic = earning', 'what-stays.md: line 4: '],
    ['has an unknown topic', 'topic = "earning"', 'topic = "winning"', 'what-stays.md: topic: '],
    [
      'has an unknown field',
      'order = ',
      'position = 2\norder = ',
      'what-stays.md: file: Unrecognized key: "position"',
    ],
    [
      'has an unknown source',
      '"payroll-tax"',
      '"hearsay"',
      'sources: "hearsay" is not in content/sources.json',
    ],
    ['has a wrong expression', 'savingsRate(last)', 'savingsRate(last', 'what-stays.md: values.month: '],
    [
      'has an open brace',
      '{share(month.share)}',
      '{share(month.share)',
      'figure.value: has an unmatched brace',
    ],
    [
      'has no place for its tool',
      '\n[tool]\n\n',
      '\n',
      'what-stays.md: text: expected exactly one [tool] line',
    ],
  ])('that %s is rejected with its file and its line or field', (_, from, to, problem) => {
    expect(sound).toContain(from);
    expect(problemAfter(from, to)).toThrow(problem);
  });

  it.each([
    ['savingz * 12', 'unknown name "savingz"'],
    ['growth(savings, 1)', '"growth" requires 4 arguments'],
    ['sing(savings)', 'there is no function "sing"'],
    ['savings.constructor', 'unknown name "constructor"'],
    ['card.name * 2', '"A card" is not a number'],
  ])('with the figure {%s} fails when it is computed, with the reason', (expression, problem) => {
    const file = FILES.find(({ id }) => id === 'what-stays') ?? expect.fail();
    const broken = readLesson({ ...file, figure: { ...file.figure, value: `{${expression}}` } });
    expect(() => broken.figure(own)).toThrow(problem);
  });
});

describe('the suggested lesson', () => {
  it('is a started one, then the most urgent, then one from a new topic', () => {
    expect(nextLesson([], null)?.lesson.topic).toBe('earning');
    expect(nextLesson([], 'credit')?.lesson.topic).toBe('credit');
    expect(nextLesson([progress('if-pay-stops', 1)], 'credit')?.lesson.id).toBe('if-pay-stops');
    expect(nextLesson([progress('what-stays', 4)], null)?.lesson.topic).toBe('spending');
    expect(
      nextLesson(
        LESSONS.map(({ id }) => progress(id, 4)),
        'credit',
      ),
    ).toBeNull();
  });

  it('is completed by three right answers of four', () => {
    const learned = (right: number) =>
      byTopic([progress('card-interest', right)]).find(({ id }) => id === 'credit')?.learned;
    expect([2, 3, 4].map(learned)).toEqual([0, 1, 1]);
  });
});

describe('the glossary', () => {
  it('has about eighty terms, each once, in alphabetical order', () => {
    expect(GLOSSARY.length).toBeGreaterThanOrEqual(80);
    expect(new Set(GLOSSARY.map(({ id }) => id)).size).toBe(GLOSSARY.length);
    expect(termId('401(k)')).toBe('401k');
  });

  it('links every term and tip to an existing lesson', () => {
    for (const { lesson } of GLOSSARY) expect(lessonIds).toContain(lesson);
    for (const lesson of Object.values(LESSON_OF_INSIGHT)) expect(lessonIds).toContain(lesson);
  });

  it('finds terms by name first, then by their text', () => {
    expect(termsFor('grace').map(({ id }) => id)).toEqual(
      expect.arrayContaining(['grace-period', 'statement-balance']),
    );
    expect(termsFor('grace')[0]?.id).toBe('grace-period');
    expect(termsFor('xyzzy')).toEqual([]);
  });
});
