import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { keepTemporaryFilesInMemory } from './tools/testing/temporary-files.ts';

keepTemporaryFilesInMemory();

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));
// Generous timeouts, so that tests don't fail on a busy machine. In CI, a failed test is retried once, and
// the report marks it.
const patience = { testTimeout: 60_000, hookTimeout: 60_000, retry: process.env.CI ? 1 : 0 };
const CHANCE = folder('./tools/testing/fixed-seed.ts');
const database = { globalSetup: [folder('./supabase/tests/support/cluster.ts')] };

export default defineConfig({
  resolve: {
    alias: { '@engine': folder('./engine'), '@assistant': folder('./assistant'), '@': folder('./web/src') },
  },
  test: {
    ...patience,
    setupFiles: [CHANCE],
    // More workers than cores, because the tests mostly wait for the database and other processes.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // One module graph per worker instead of one per file, because loading it takes longer than most tests.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          // Tests of web modules without a page run here, because preparing a page for each file takes longer.
          // `PAGE_TEST_FILE` in tools/scripts/select-tests.mjs has the same rule.
          include: ['{engine,assistant,tools}/**/*.test.ts', 'web/src/**/!(*.dom).test.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...database,
          name: 'bank',
          include: ['server/**/*.test.ts', 'supabase/{tests,functions}/**/*.test.ts'],
        },
      },
      {
        extends: './web/vite.config.ts',
        // The settings above apply only to projects that extend this configuration.
        test: {
          ...database,
          ...patience,
          isolate: false,
          name: 'web',
          // Shares one app and bank per worker; each test signs up its own customer.
          environment: 'jsdom',
          include: ['web/src/**/*.{test.tsx,dom.test.ts}'],
          setupFiles: [CHANCE, folder('./web/src/app/testing/testing-browser.ts')],
        },
      },
    ],
  },
});
