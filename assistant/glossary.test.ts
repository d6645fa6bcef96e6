import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import file from '../content/glossary.json' with { type: 'json' };
import { GLOSSARY, termId } from './glossary.ts';

const LESSONS = readdirSync(new URL('../content/lessons/', import.meta.url))
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.slice(0, -'.md'.length));

const schema = z.strictObject({
  pages: z.record(z.string(), z.strictObject({ label: z.string().min(1), to: z.string().startsWith('/') })),
  terms: z.array(
    z.strictObject({
      term: z.string().min(1),
      meaning: z.string().min(20).max(300),
      lesson: z.enum(LESSONS),
      page: z.enum(Object.keys(file.pages)).nullable(),
    }),
  ),
});

describe('content/glossary.json', () => {
  it('has valid fields and names existing lessons and pages', () => {
    const { error } = schema.safeParse(file);
    expect(error && z.prettifyError(error)).toBeUndefined();
  });

  it('rejects a term whose lesson does not exist, by its field', () => {
    const [term] = file.terms;
    const { error } = schema.safeParse({ ...file, terms: [{ ...term, lesson: 'none' }] });
    expect(error && z.prettifyError(error)).toContain('terms[0].lesson');
  });

  it('gives each term its own address, in alphabetical order', () => {
    const names = GLOSSARY.map(({ term }) => term);
    expect(new Set(GLOSSARY.map(({ id }) => id)).size).toBe(file.terms.length);
    expect(names).toEqual(names.toSorted((left, right) => left.localeCompare(right, 'en')));
    expect(termId('401(k)')).toBe('401k');
  });
});
