// `npm run prove`: the long proof. Tries tens of thousands of odd requests, where `npm test` tries hundreds; the number
// of cases for each test can be given as its argument.
import { spawnSync } from 'node:child_process';
import { installWhatIsMissing, ROOT } from './prepare.mjs';

const CASES_PER_TEST = '5000';
const FUZZERS = ['server/tables/fuzz.test.ts', 'server/auth/malformed.test.ts'];

await installWhatIsMissing();
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', ...FUZZERS],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, FUZZ_RUNS: process.argv[2] ?? CASES_PER_TEST },
  },
);
process.exit(status ?? 1);
