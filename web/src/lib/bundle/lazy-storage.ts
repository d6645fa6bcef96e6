import type * as Storage from '@supabase/storage-js';

type Arguments = ConstructorParameters<typeof Storage.StorageClient>;

/** Replaces supabase-js's storage client in the build. `withStorage` loads the real one on demand. */
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

/** supabase-js re-exports this class. The app doesn't use it. */
export class StorageApiError extends Error {}
