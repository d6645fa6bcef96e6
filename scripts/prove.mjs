// `npm run prove`: the long proof. Tries tens of thousands of odd requests, where `npm test` tries hundreds; the number
// of cases for each test can be given as its argument. Then every test of server and
// database on Debian's PostgreSQL, where there is one.
import { spawnSync } from 'node:child_process';
import { newestDebianPostgres } from './debian-postgres.mjs';
import { installWhatIsMissing, ROOT } from './prepare.mjs';

const CASES_PER_TEST = '5000';
const FUZZERS = ['server/tables/fuzz.test.ts', 'server/auth/malformed.test.ts'];

/** The program as a whole always starts the PostgreSQL that it brings along. */
const EMBEDDED_ONLY = [
  'server/main',
  'server/durability',
  'server/operations/backup',
  'supabase/tests/advance-durability',
].flatMap((name) => ['--exclude', `${name}.test.ts`]);

await installWhatIsMissing();
const fuzzed = run(['--project', 'server', ...FUZZERS], { FUZZ_RUNS: process.argv[2] ?? CASES_PER_TEST });
const postgres15 = newestDebianPostgres();
const older = postgres15
  ? run(['--project', 'sql', '--project', 'server', ...EMBEDDED_ONLY], {
      SANDBANK_TEST_POSTGRES_BIN: postgres15,
    })
  : 0;
process.exit(fuzzed || older);

/** One run of the tests; its exit code. */
function run(args, environment) {
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  return status ?? 1;
}
