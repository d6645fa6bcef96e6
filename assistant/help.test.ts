import { expect, it } from 'vitest';
import { z } from 'zod';
import file from '../content/help.json' with { type: 'json' };

const line = z.string().min(1);

const schema = z.strictObject({
  groups: z.array(line).min(1),
  articles: z.array(
    z.strictObject({
      slug: z.string().regex(/^[a-z0-9-]{1,60}$/),
      group: z.enum(file.groups),
      title: line.max(80),
      keywords: line,
      text: z.array(line).min(1),
      steps: z.array(line).min(1).optional(),
      links: z.array(z.strictObject({ to: z.string().startsWith('/'), label: line })).min(1),
    }),
  ),
});

it('content/help.json has valid articles in existing groups', () => {
  const { error } = schema.safeParse(file);
  expect(error && z.prettifyError(error)).toBeUndefined();
});

it('a help article in a group that does not exist is rejected by its field', () => {
  const [article] = file.articles;
  const { error } = schema.safeParse({ ...file, articles: [{ ...article, group: 'None' }] });
  expect(error && z.prettifyError(error)).toContain('articles[0].group');
});
