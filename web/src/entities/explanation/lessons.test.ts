import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LESSON_TITLES } from './lessons';

it('links figures to lessons by their current titles', () => {
  for (const [id, title] of Object.entries(LESSON_TITLES))
    expect(readFileSync(`content/lessons/${id}.md`, 'utf8')).toContain(`title = "${title}"`);
});
