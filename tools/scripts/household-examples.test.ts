import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildExamples, EXAMPLE_FILES } from './household-examples.ts';

test('the example households equal the results of the engine', () => {
  const examples = buildExamples();
  for (const [name, file] of Object.entries(EXAMPLE_FILES))
    expect(JSON.parse(readFileSync(file, 'utf8')), `Run \`npm run examples\`: ${name}`).toEqual(
      examples[name as keyof typeof examples],
    );
});
