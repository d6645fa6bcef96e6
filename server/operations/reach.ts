import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../database/embedded.ts';
import { lockDataFolder, OccupiedFolder } from '../settings/data-folder.ts';

/**
 * Connects to the embedded database of a running bank, or starts it temporarily. The caller must call `leave`
 * when done. Throws OperatorError if the database can't be opened.
 */
export async function openDatabaseTemporarily(dataFolder: string, binFolder?: string) {
  try {
    const lock = lockDataFolder(dataFolder);
    try {
      const database = await startEmbeddedPostgres({ dataFolder, binFolder });
      return { url: database.url, leave: () => database.stop().finally(lock.release) };
    } catch (error) {
      lock.release();
      throw error;
    }
  } catch (error) {
    if (!(error instanceof OccupiedFolder)) throw error;
    const { port, password } = JSON.parse(readFileSync(join(dataFolder, 'database.json'), 'utf8'));
    return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, leave: async () => {} };
  }
}
