import type * as Realtime from '@supabase/realtime-js';

type Arguments = ConstructorParameters<typeof Realtime.RealtimeClient>;

/**
 * In place of the client of live changes, which a page stands without at first: the build gives it to supabase-js, and
 * `withRealtime` puts the real one there.
 */
export class RealtimeClient {
  readonly #arguments: Arguments;

  constructor(...all: Arguments) {
    this.#arguments = all;
  }

  async setAuth(): Promise<void> {}

  async come(): Promise<Realtime.RealtimeClient> {
    const { RealtimeClient: Real } = await import('@supabase/realtime-js');
    const real = new Real(...this.#arguments);
    // Sets the token before the first attempt, because private channels require it.
    await real.setAuth();
    return real;
  }
}
