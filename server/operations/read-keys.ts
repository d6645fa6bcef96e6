import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '../database/connect.ts';
import { OperatorError } from '../operator-error.ts';
import { getAnnouncedUrl } from '../settings/data-folder.ts';
import { readStoredKeys, type StoredKeys } from '../settings/keys-stored.ts';
import type { Settings } from '../settings/settings.ts';
import { openDatabaseTemporarily } from './reach.ts';

/**
 * Reads the URL and API keys for client libraries. The bank must have been started before but doesn't need to
 * be running. Throws OperatorError if the bank has no keys yet.
 */
export async function readKeys(settings: Settings) {
  const { dataFolder, databaseUrl, publicUrl, publicUrlIsChosen } = settings;
  if (!databaseUrl && !existsSync(join(dataFolder, 'postgres', 'PG_VERSION')))
    throw new OperatorError(
      `There is no bank in ${dataFolder} yet. Run npm start to create it and its keys.`,
    );
  const announced = databaseUrl || publicUrlIsChosen ? null : getAnnouncedUrl(dataFolder);
  const database = databaseUrl
    ? { url: databaseUrl, leave: async () => {} }
    : await openDatabaseTemporarily(dataFolder);
  try {
    const stored = await readKeysFrom(database.url);
    const { publishableKey, secretKey } = settings.keys;
    return {
      url: announced ?? publicUrl,
      /** The database URL with the owner's password. */
      databaseUrl: database.url,
      keys: {
        ...stored,
        publishableKey: publishableKey ?? stored.publishableKey,
        secretKey: secretKey ?? stored.secretKey,
      },
    };
  } finally {
    await database.leave();
  }
}

async function readKeysFrom(url: string): Promise<StoredKeys> {
  const sql = connect(url, { max: 1, connect_timeout: 10, fetch_types: false });
  const stored = await readStoredKeys(sql)
    .catch(({ code = 'no reason given' }: { code?: string }) => {
      throw new OperatorError(`Failed to read the keys from the database (${code}).`);
    })
    .finally(() => sql.end({ timeout: 5 }));
  if (!stored) throw new OperatorError('This database contains no keys yet. Run npm start to create them.');
  return stored;
}
