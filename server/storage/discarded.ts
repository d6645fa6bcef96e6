import type { StorageContext } from './context.ts';
import { isFileVersion } from './names.ts';

const AT_ONCE = 500;

/**
 * Removes the files of deleted rows. Rows are deleted before their files, so that every row has a file. If a
 * removal fails, the failure is logged, and the next removal tries again.
 */
export async function removeDiscarded({
  context,
  files,
}: Pick<StorageContext, 'context' | 'files'>): Promise<void> {
  const { owner } = context.database;
  try {
    for (let count = AT_ONCE; count === AT_ONCE; ) {
      count = await owner.begin(async (sql) => {
        const rows = await sql`
          delete from platform.discarded_files where version in (
            select version from platform.discarded_files limit ${AT_ONCE} for update skip locked)
          returning version`;
        await files.remove(rows.map((row) => row.version).filter(isFileVersion));
        return rows.length;
      });
    }
  } catch (error) {
    context.log.warn({ err: error }, 'failed to remove files with no row');
  }
}
