import { existsSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { OperatorError } from '../operator-error.ts';
import { RECORD_FILE } from '../settings/data-folder-record.ts';
import { writeArchive } from './archive.ts';
import { openDatabaseTemporarily } from './reach.ts';

type Options = {
  dataFolder: string;
  /** The output file. It must not exist yet. */
  target: string;
  /** The folder that contains initdb and postgres. Defaults to the embedded one. */
  binFolder?: string;
};

/** Files in a data folder that only the running server needs. */
const NOT_KEPT =
  /^postgres\/(postmaster\.(pid|opts)|(pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans))\/.*)$|\/(pgsql_tmp[^/]*|pg_internal\.init[^/]*|\.DS_Store)$/;
/** The file that is copied last, because it must not be older than the other files. */
const CONTROL_FILE = 'postgres/global/pg_control';
const WAL_FOLDERS = ['postgres/pg_wal/archive_status', 'postgres/pg_wal/summaries'];

/**
 * Backs up the embedded database and the stored files into one file, whether or not the bank is running. The
 * backup contains everything committed before the returned instant. Throws OperatorError if the backup fails.
 */
export async function backUp({ dataFolder, target, binFolder }: Options) {
  if (!existsSync(join(dataFolder, 'postgres', 'PG_VERSION')))
    throw new OperatorError(`There is no bank in ${dataFolder} to back up.`);
  if (existsSync(target)) throw new OperatorError(`${target} already exists. Choose another name.`);
  const database = await openDatabaseTemporarily(dataFolder, binFolder);
  try {
    return await write(database.url, dataFolder, target);
  } finally {
    await database.leave();
  }
}

async function write(url: string, dataFolder: string, target: string) {
  // PostgreSQL requires a backup to start and stop on the same connection.
  const sql = postgres(url, { max: 1, max_lifetime: null, onnotice: () => {}, fetch_types: false });
  const archive = writeArchive(target);
  try {
    for (const file of ['database.json', RECORD_FILE])
      if (existsSync(join(dataFolder, file))) await archive.file(file, join(dataFolder, file));
    // Backs up the database before the files. Files are stored before their rows, so no row in the backup
    // lacks its file.
    const upTo = await backUpDatabase(sql, archive, join(dataFolder, 'postgres'));
    if (existsSync(join(dataFolder, 'storage')))
      await archive.folder('storage', join(dataFolder, 'storage'), (name) => name !== 'storage/incoming');
    return { bytes: await archive.finish(), upTo };
  } catch (error) {
    await archive.abandon();
    throw toOperatorError(error, target);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/**
 * Backs up the database with PostgreSQL's procedure for copying files that are in use. A restore replays the
 * log from start to stop, which makes the copy consistent.
 */
async function backUpDatabase(sql: postgres.Sql, archive: ReturnType<typeof writeArchive>, data: string) {
  // Retains the log that the backup needs until the connection is closed.
  await sql`select pg_create_physical_replication_slot(${`backup_${process.pid}`}, true, true)`;
  const [start] = await sql`select pg_walfile_name(pg_backup_start('backup', true)) as segment`;
  await archive.folder('postgres', data, (name) => !NOT_KEPT.test(name) && name !== CONTROL_FILE);
  await archive.file(CONTROL_FILE, join(data, 'global', 'pg_control'));
  const upTo = new Date();
  const [stop] = await sql`
    select labelfile, spcmapfile, pg_walfile_name(lsn) as segment from pg_backup_stop(false)`;
  if (stop?.spcmapfile) throw new OperatorError('Databases with custom tablespaces can’t be backed up.');
  await archive.text('postgres/backup_label', stop?.labelfile);
  for (const folder of WAL_FOLDERS)
    await archive.folder(folder, join(data, folder.slice('postgres/'.length)), () => false);
  await archive.folder('postgres/pg_wal', join(data, 'pg_wal'), (name) => {
    const segment = name.slice('postgres/pg_wal/'.length);
    return /^[0-9A-F]{24}$/.test(segment) && segment >= start?.segment && segment <= stop?.segment;
  });
  return upTo;
}

function toOperatorError(error: unknown, target: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall && ['ENOSPC', 'EACCES', 'EROFS', 'ENOENT', 'ENOTDIR', 'EDQUOT'].includes(code ?? ''))
    return new OperatorError(`Failed to write the backup ${target} (${code}).`);
  return error;
}
