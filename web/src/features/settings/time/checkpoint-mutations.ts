import { mutationOptions } from '@tanstack/react-query';
import { callServer } from '@/lib/server-functions';
import { supabase } from '@/lib/supabase';
import type { Checkpoint } from '../queries';

/** The result of a restore; `kept` is the checkpoint of the previous household, if any. */
type Restored = { entries: number; kept: Checkpoint | null; generation: number; now: string };

const BEFORE_ANOTHER_LIFE = 'Before starting over';

export const checkpointMutations = {
  save: mutationOptions({
    mutationFn: async ({ name }: { name: string }) => {
      const { data } = await supabase.rpc('save_checkpoint', { name }).throwOnError();
      return data;
    },
    meta: { failure: "We couldn't save the checkpoint" },
  }),
  rename: mutationOptions({
    mutationFn: async ({ id, name }: { id: string; name: string }) => {
      await supabase.from('checkpoints').update({ name }).eq('id', id).select().single().throwOnError();
    },
    meta: { failure: "We couldn't rename the checkpoint" },
  }),
  remove: mutationOptions({
    mutationFn: async ({ id }: { id: string }) => {
      await supabase.from('checkpoints').delete().eq('id', id).throwOnError();
    },
    meta: { failure: "We couldn't delete the checkpoint" },
  }),
  /** The bank keeps the present as a checkpoint, then the household is what it was. */
  returnTo: mutationOptions({
    mutationFn: ({ id }: { id: string }) => callServer<Restored>('restore', { checkpoint_id: id }),
    meta: { failure: "We couldn't restore the checkpoint" },
  }),
  /** The same with a household from a file. */
  takeIn: mutationOptions({
    mutationFn: ({ file }: { file: object }) => callServer<Restored>('restore', { file }),
    meta: { failure: "We couldn't import the household" },
  }),
  /** Keeps the present, then clears the books: the bank is as empty as on the first day. */
  clear: mutationOptions({
    mutationFn: clear,
    meta: { failure: "We couldn't clear your bank" },
  }),
  /** The same, and then the demo household is written anew. */
  resetToDemo: mutationOptions({
    mutationFn: async (wish: Emptying) => {
      await clear(wish);
      await callServer('demo', { time_zone: wish.timeZone });
    },
    meta: { failure: "We couldn't reset to the demo" },
  }),
  /** The present household as a file, or that of a checkpoint. */
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
    await supabase.from('checkpoints').update({ name: BEFORE_ANOTHER_LIFE }).eq('id', kept.id).throwOnError();
}

/** A household in which nothing has ever happened. */
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
