import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { Keys } from '../settings/keys.ts';
import type { Settings } from '../settings/settings.ts';

/** The shared dependencies of all server modules. */
export type ServerContext = { database: Database; keys: Keys; settings: Settings; log: Logger };
