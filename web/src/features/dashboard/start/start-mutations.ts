import type { PersonaId } from '@engine/household/personas.ts';
import { mutationOptions } from '@tanstack/react-query';
import { callServer } from '@/lib/server-functions';

export const startMutations = {
  /** Two years of somebody's life are written into an empty household; one with products keeps what it has. */
  begin: mutationOptions({
    mutationFn: ({ persona, timeZone }: { persona: PersonaId; timeZone: string }) =>
      callServer<{ loaded: boolean; entries: number }>('start-household', { persona, time_zone: timeZone }),
    meta: { failure: "We couldn't set up this household" },
  }),
};
