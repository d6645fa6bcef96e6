import { newestDebianPostgres } from '../scripts/debian-postgres.mjs';
import { proveByVitest } from './commands.ts';
import type { Proof } from './proof.ts';

/** Tests of the complete server, which always uses its embedded PostgreSQL. */
const EMBEDDED_ONLY = [
  'server/main',
  'server/testing/durability',
  'server/operations/backup',
  'server/database/postgres-log',
  'supabase/tests/time/advance-durability',
].flatMap((name) => ['--exclude', `${name}.test.ts`]);

export const proof: Proof = {
  name: 'postgres15',
  title: 'Every test of server and database on Debian’s own PostgreSQL',
  async run() {
    const folder = newestDebianPostgres();
    if (!folder) return { tried: 'nothing', outcome: 'Debian’s PostgreSQL is not installed here', ok: true };
    const result = await proveByVitest(['--project', 'bank', ...EMBEDDED_ONLY], {
      SANDBANK_TEST_POSTGRES_BIN: folder,
    });
    return { ...result, tried: `${result.tried} on ${folder}` };
  },
};
