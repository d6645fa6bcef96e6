import { mutationOptions } from '@tanstack/react-query';
import { requestMutation } from '@/lib/requests';
import { callServer } from '@/lib/server-functions';
import { supabase } from '@/lib/supabase';
import type { Checkpoint } from './queries';

/** The result of a restore. `kept` is the previous household's checkpoint; null if there is none. */
type Restored = { entries: number; kept: Checkpoint | null; generation: number; now: string };

const CHECKPOINT_BEFORE_RESTORE = 'Before starting over';

export type SurpriseLevel = 'off' | 'some' | 'many';

export const timeMutations = {
  setSurprises: requestMutation("We couldn't save your settings", (level: SurpriseLevel) =>
    supabase.rpc('set_surprises', { level }),
  ),
};

export const checkpointMutations = {
  save: requestMutation("We couldn't save the checkpoint", ({ name }: { name: string }) =>
    supabase.rpc('save_checkpoint', { name }),
  ),
  rename: requestMutation("We couldn't rename the checkpoint", ({ id, name }: { id: string; name: string }) =>
    supabase.from('checkpoints').update({ name }).eq('id', id).select().single(),
  ),
  remove: requestMutation("We couldn't delete the checkpoint", ({ id }: { id: string }) =>
    supabase.from('checkpoints').delete().eq('id', id),
  ),
  /** Returns to a checkpoint. The bank first saves the current household as a new checkpoint. */
  returnTo: mutationOptions({
    mutationFn: ({ id }: { id: string }) => callServer<Restored>('restore', { checkpoint_id: id }),
    meta: { failure: "We couldn't restore the checkpoint" },
  }),
  /** Replaces the household with the household in a file. */
  takeIn: mutationOptions({
    mutationFn: ({ file }: { file: object }) => callServer<Restored>('restore', { file }),
    meta: { failure: "We couldn't import the household" },
  }),
  /** Saves the current household and starts with an empty bank. */
  clear: mutationOptions({
    mutationFn: clear,
    meta: { failure: "We couldn't clear your bank" },
  }),
  /** Saves the current household and starts with a new demo household. */
  resetToDemo: mutationOptions({
    mutationFn: async (request: Emptying) => {
      await clear(request);
      await callServer('demo', { time_zone: request.timeZone });
    },
    meta: { failure: "We couldn't reset to the demo" },
  }),
  /** Exports the current household, or the household of a checkpoint, as a file. */
  read: mutationOptions({
    mutationFn: async (id: string | null): Promise<object> => {
      const { data } =
        id === null
          ? await supabase.rpc('export_household').throwOnError()
          : await supabase.rpc('read_checkpoint', { checkpoint_id: id }).throwOnError();
      return data as object;
    },
    meta: { failure: "We couldn't download the household" },
  }),
};

type Emptying = { timeZone: string; currency: string };

async function clear({ timeZone, currency }: Emptying): Promise<void> {
  const { kept } = await callServer<Restored>('restore', { file: emptyFile(timeZone, currency) });
  if (kept)
    await supabase
      .from('checkpoints')
      .update({ name: CHECKPOINT_BEFORE_RESTORE })
      .eq('id', kept.id)
      .throwOnError();
}

/** Returns the file of an empty household. */
function emptyFile(timeZone: string, currency: string): object {
  const now = new Date().toISOString();
  return {
    version: 2,
    exported_at: now,
    clock: now,
    time_zone: timeZone,
    base_currency: currency,
    entries: [],
  };
}
