import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import type { TestRun } from './workspace.ts';

// The settings of one test run, which the process that starts the run provides.
const { files, mutant, database, reached } = JSON.parse(process.env.SANDBANK_MUTATION ?? '{}') as TestRun;
const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Runs the tests that are most likely to fail first, because a run ends at the first failure. */
class AsListed extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => files.findIndex((file) => moduleId.endsWith(file));
    return [...specifications].sort((one, other) => place(one) - place(other));
  }
}

export default defineConfig({
  root: folder('../../..'),
  cacheDir: folder('../../../.vite'),
  resolve: { alias: { '@engine': folder('../../../engine'), '@assistant': folder('../../../assistant') } },
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      transform(code, id) {
        if (!mutant || id !== folder(`../../../${mutant.file}`)) return null;
        return code.slice(0, mutant.start) + mutant.text + code.slice(mutant.end);
      },
    },
  ],
  test: {
    include: files,
    provide: database,
    setupFiles: reached ? [folder('./reached.ts')] : [],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
    // Gives each file its own bank, so that the functions called by each file can be recorded.
    isolate: reached !== undefined,
    sequence: { sequencer: AsListed },
  },
});
