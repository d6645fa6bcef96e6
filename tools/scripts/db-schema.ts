// `npm run db:schema`: writes supabase/schema.sql from a newly migrated database, and then docs/api.md from
// supabase/schema.sql.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../server/database/database.ts';
import { startEmbeddedPostgres } from '../../server/database/embedded.ts';
import { writeApiDocument } from './api-docs.ts';
import { describeSchemaFile } from './schema-dump.ts';

const TARGET = new URL('../../supabase/schema.sql', import.meta.url);

const folder = mkdtempSync(join(tmpdir(), 'sandbank-schema-'));
const cluster = await startEmbeddedPostgres({ dataFolder: folder, durable: false });
const database = await openDatabase(cluster.url);
try {
  writeFileSync(
    TARGET,
    await describeSchemaFile((text, ...values) => database.owner(text, ...(values as never[]))),
  );
  writeApiDocument();
} finally {
  await database.close();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
