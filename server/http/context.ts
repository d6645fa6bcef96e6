import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { Keys } from '../settings/keys.ts';
import type { Settings } from '../settings/settings.ts';

/** What every room of the server works with. */
export type ServerContext = { database: Database; keys: Keys; settings: Settings; log: Logger };
