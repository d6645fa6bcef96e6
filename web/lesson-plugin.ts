import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { parseLesson, parseSources, summarize } from './src/features/tips/lessons/lesson-file.ts';

const SOURCES = fileURLToPath(new URL('../content/sources.json', import.meta.url));
const LESSON = /\/content\/lessons\/[^/]+\.md(\?summary)?$/;

/**
 * Turns content/lessons into modules. `NAME.md` exports the whole lesson, and `NAME.md?summary` exports its
 * summary for lists. An invalid lesson fails the build.
 */
export function lessons(): Plugin {
  return {
    name: 'lessons',
    enforce: 'pre',
    load(id) {
      if (!LESSON.test(id)) return null;
      const [file = '', query] = id.split('?');
      this.addWatchFile(file);
      this.addWatchFile(SOURCES);
      const sources = parseSources(readFileSync(SOURCES, 'utf8'));
      const lesson = parseLesson(basename(file), readFileSync(file, 'utf8'), sources);
      return `export default ${JSON.stringify(query === undefined ? lesson : summarize(lesson))};`;
    },
  };
}
