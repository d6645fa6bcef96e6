import type * as Storage from '@supabase/storage-js';

type Arguments = ConstructorParameters<typeof Storage.StorageClient>;

/** In place of the client of kept files, as `late-realtime.ts` is of live changes; `withStorage` puts the real one there. */
export class StorageClient {
  readonly #arguments: Arguments;

  constructor(...all: Arguments) {
    this.#arguments = all;
  }

  async come(): Promise<Storage.StorageClient> {
    const { StorageClient: Real } = await import('@supabase/storage-js');
    return new Real(...this.#arguments);
  }
}

/** Named by supabase-js, which gives it to whoever wants to know it by its class; nobody here does. */
export class StorageApiError extends Error {}
