import type { ServerContext } from '../../http/context.ts';
import { createBucket } from '../../lib/token-bucket.ts';
import { getRules } from '../plan/rules.ts';
import { readCatalog } from './catalog.ts';
import { buildSchema, type Schema } from './schema.ts';

const CHANNEL = 'pgrst';
const RELOADS_AT_ONCE = 10;
const RELOADS_PER_SECOND = 1;

/**
 * Caches the schema. Loads it on the first request, after `notify pgrst`, and when a request contains an
 * unknown name. Reloads for unknown names are rate-limited, so that a client can't make the database read its
 * catalog continuously.
 */
export class SchemaCache {
  private loading: Promise<Schema> | null = null;
  private readonly reloads = createBucket(RELOADS_AT_ONCE, RELOADS_PER_SECOND);
  private listening = false;

  constructor(private readonly context: ServerContext) {}

  current(): Promise<Schema> {
    this.loading ??= this.load();
    return this.loading;
  }

  /** Returns a newer schema. Returns null if there is none and the rate limit doesn't allow a reload. */
  async newerThan(schema: Schema): Promise<Schema | null> {
    const current = await this.current();
    if (current !== schema) return current;
    return this.reloads.take() ? this.reload() : null;
  }

  /** Reloads the catalog if it might have changed. */
  suspect(): void {
    this.current()
      .then((schema) => this.newerThan(schema))
      .catch((error) => this.warn(error));
  }

  private reload(): Promise<Schema> {
    this.loading = this.load();
    return this.loading;
  }

  private async load(): Promise<Schema> {
    const { owner } = this.context.database;
    const { api } = this.context.settings.config;
    const exposed = api.schemas;
    try {
      if (!this.listening) await this.listen().catch((error) => this.warn(error));
      const catalog = await readCatalog(owner, exposed);
      return buildSchema(catalog, exposed, getRules(api, catalog.settings));
    } catch (error) {
      this.loading = null;
      throw error;
    }
  }

  private async listen(): Promise<void> {
    this.listening = true;
    try {
      // The second callback runs each time the listener connects. After a reconnection, it reloads the
      // schema, because notifications could have been missed.
      let connections = 0;
      await this.context.database.owner.listen(
        CHANNEL,
        () => this.reloadQuietly(),
        () => {
          connections += 1;
          if (connections > 1) this.reloadQuietly();
        },
      );
    } catch (error) {
      this.listening = false;
      throw error;
    }
  }

  private reloadQuietly(): void {
    this.reload().catch((error) => this.warn(error));
  }

  private warn(error: unknown): void {
    this.context.log.warn({ err: error }, 'failed to reload the schema');
  }
}
