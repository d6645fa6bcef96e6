import type * as Realtime from '@supabase/realtime-js';

type Arguments = ConstructorParameters<typeof Realtime.RealtimeClient>;

/** Replaces supabase-js's realtime client in the build. `withRealtime` loads the real one on demand. */
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
