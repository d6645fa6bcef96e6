import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type postgres from 'postgres';
import { packageRoot } from '../package-root.ts';
import { splitStatements } from './statements.ts';

type Migration = { file: string; version: string; name: string; text: string };
type Recorded = { version: string; checksum: string };

/**
 * The advisory lock that makes servers run migrations one at a time if they start simultaneously on one
 * database.
 */
const MIGRATION_LOCK = 7_262_611_226;
/** The same search path as in the Supabase CLI, which includes extensions. */
const SEARCH_PATH = 'set local search_path = "$user", public, extensions';
const platformFolder = join(packageRoot, 'server', 'database', 'platform');

/** A failed migration with its file and line. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/**
 * Applies missing platform and bank migrations, each in its own transaction, and returns their files.
 * `client` must have exactly one connection, which holds the lock. Calls `warn` for migrations that have
 * changed since they were applied.
 */
export async function migrate(
  client: postgres.Sql,
  { migrationsFolder, seedFiles = [] }: { migrationsFolder: string; seedFiles?: readonly string[] },
  warn: (text: string) => void,
): Promise<string[]> {
  const platform = readMigrations(platformFolder, /^(\d+)-(.+)\.sql$/);
  const bank = existsSync(migrationsFolder) ? readMigrations(migrationsFolder, /^(\d+)_(.+)\.sql$/) : [];
  const applied: string[] = [];
  const applyAll = async (missing: Migration[], record: Recorder) => {
    for (const migration of missing) {
      await apply(client, migration, record);
      applied.push(migration.file);
    }
  };
  await client`select pg_advisory_lock(${MIGRATION_LOCK})`;
  try {
    await prepareRecords(client);
    const platformRecords = await client<Recorded[]>`select version, checksum from platform.migrations`;
    await applyAll(findMissing(platform, platformRecords, warn), recordPlatform);
    const bankRecords = await client<Recorded[]>`
      select version, md5(array_to_string(statements, ';')) as checksum from supabase_migrations.schema_migrations`;
    await applyAll(findMissing(bank, bankRecords, warn, checksumOfStatements), recordBank);
    const seeds = getSeeds(seedFiles, dirname(migrationsFolder));
    await applyAll(findMissing(seeds, platformRecords), recordPlatform);
  } finally {
    await client`select pg_advisory_unlock(${MIGRATION_LOCK})`;
  }
  return applied;
}

function readMigrations(folder: string, pattern: RegExp): Migration[] {
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const [, version, name] = pattern.exec(file) ?? [];
      if (!version || !name) return [];
      return [{ file, version, name, text: readFileSync(join(folder, file), 'utf8') }];
    });
}

/**
 * Returns the seed files as migrations. Each is recorded by its path in the project and applied only once.
 */
function getSeeds(files: readonly string[], project: string): Migration[] {
  return files
    .filter((file) => existsSync(file))
    .map((path) => {
      const file = relative(project, path).split(sep).join('/');
      return { file, version: `seed ${file}`, name: file, text: readFileSync(path, 'utf8') };
    });
}

async function prepareRecords(client: postgres.Sql): Promise<void> {
  const [tables] = await client`
    select to_regclass('platform.migrations') as platform, to_regclass('supabase_migrations.schema_migrations') as bank`;
  if (!tables?.platform) {
    await client`create schema if not exists platform`;
    await client`create table if not exists platform.migrations (
      version text primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`;
  }
  if (!tables?.bank) {
    await client`create schema if not exists supabase_migrations`;
    await client`create table if not exists supabase_migrations.schema_migrations (
      version text primary key, statements text[], name text)`;
  }
}

function findMissing(
  all: Migration[],
  recorded: readonly Recorded[],
  warn: (text: string) => void = () => {},
  checksum = (migration: Migration) => checksumOfText(migration.text),
): Migration[] {
  const checksums = new Map(recorded.map((record) => [record.version, record.checksum]));
  const changed = all.filter((migration) => {
    const before = checksums.get(migration.version);
    return before !== undefined && before !== checksum(migration);
  });
  if (changed.length > 0)
    warn(
      `Changed after having been applied (npm run db:reset starts over): ${changed.map(({ file }) => file).join(', ')}`,
    );
  return all.filter((migration) => !checksums.has(migration.version));
}

type Recorder = (sql: postgres.TransactionSql, migration: Migration) => Promise<unknown>;

async function apply(client: postgres.Sql, migration: Migration, record: Recorder): Promise<void> {
  try {
    await client.begin(async (sql) => {
      await sql.unsafe(SEARCH_PATH);
      await sql.unsafe(migration.text);
      await sql.unsafe('reset role; reset search_path');
      await record(sql, migration);
    });
  } catch (error) {
    const { message, position, code } = error as postgres.PostgresError;
    const line = position ? `:${migration.text.slice(0, Number(position)).split('\n').length}` : '';
    const failure = new MigrationError(`${migration.file}${line}: ${message}`, { cause: error });
    throw Object.assign(failure, { code });
  }
}

const recordPlatform = (sql: postgres.TransactionSql, { version, name, text }: Migration) =>
  sql`insert into platform.migrations (version, name, checksum) values (${version}, ${name}, ${checksumOfText(text)})`;

const recordBank = (sql: postgres.TransactionSql, { version, name, text }: Migration) =>
  sql`insert into supabase_migrations.schema_migrations (version, name, statements)
      values (${version}, ${name}, ${sql.array(splitStatements(text))})`;

const checksumOfText = (text: string) => createHash('md5').update(text).digest('hex');
const checksumOfStatements = ({ text }: Migration) => checksumOfText(splitStatements(text).join(';'));
