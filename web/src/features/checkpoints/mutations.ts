import type { SurpriseLevel } from '@/entities/surprise/levels';
import { requestMutation, withJson } from '@/lib/requests';
import { callServer } from '@/lib/server-functions';
import { supabase } from '@/lib/supabase';
import type { Checkpoint } from './queries';

/** The result of a restore. `kept` is the previous household's checkpoint; null if there is none. */
type Restored = { entries: number; kept: Checkpoint | null; generation: number; now: string };

const CHECKPOINT_BEFORE_RESTORE = 'Before starting over';

/** The settings that decide how closely the household follows a real bank. */
export type Realism = {
  surprises: SurpriseLevel;
  pending: 'instant' | 'realistic';
  bankHolidays: boolean;
  exchangeMargin: boolean;
  billIncreases: boolean;
};

export const checkpointMutations = {
  /** Saves all settings of a preset, one after the other. Each of them is complete in itself. */
  setRealism: requestMutation(
    "We couldn't save your settings",
    async ({ surprises, pending, bankHolidays, exchangeMargin, billIncreases }: Realism) => {
      await supabase.rpc('set_surprises', { level: surprises }).throwOnError();
      await supabase.rpc('set_pending_transactions', { level: pending }).throwOnError();
      await supabase.rpc('set_bank_holidays', { observed: bankHolidays }).throwOnError();
      await supabase.rpc('set_exchange_margin', { charged: exchangeMargin }).throwOnError();
      await supabase.rpc('set_bill_increases', { enabled: billIncreases }).throwOnError();
    },
  ),
  setBankHolidays: requestMutation("We couldn't save your settings", (observed: boolean) =>
    supabase.rpc('set_bank_holidays', { observed }),
  ),
  setExchangeMargin: requestMutation("We couldn't save your settings", (charged: boolean) =>
    supabase.rpc('set_exchange_margin', { charged }),
  ),
  setUnemploymentBenefits: requestMutation("We couldn't save your settings", (paid: boolean) =>
    supabase.rpc('set_unemployment_benefits', { paid }),
  ),
  setBillIncreases: requestMutation("We couldn't save your settings", (enabled: boolean) =>
    supabase.rpc('set_bill_increases', { enabled }),
  ),
  setPending: requestMutation("We couldn't save your settings", (level: Realism['pending']) =>
    supabase.rpc('set_pending_transactions', { level }),
  ),
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
  returnTo: requestMutation("We couldn't restore the checkpoint", ({ id }: { id: string }) =>
    callServer<Restored>('restore', { checkpoint_id: id }),
  ),
  /** Replaces the current household with the household in a file. */
  takeIn: requestMutation("We couldn't import the household", ({ file }: { file: object }) =>
    callServer<Restored>('restore', { file }),
  ),
  /** Saves the current household and starts with an empty bank. */
  clear: requestMutation("We couldn't clear your bank", clear),
  /** Saves the current household and starts with a new demo household. */
  resetToDemo: requestMutation("We couldn't reset to the demo", async (request: Emptying) => {
    await clear(request);
    await callServer('demo', { time_zone: request.timeZone });
  }),
  /** Exports the current household, or the household of a checkpoint, as a file. */
  read: requestMutation("We couldn't download the household", (id: string | null) =>
    withJson<object>(
      id === null ? supabase.rpc('export_household') : supabase.rpc('read_checkpoint', { checkpoint_id: id }),
    ),
  ),
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

function emptyFile(timeZone: string, currency: string): object {
  const now = new Date().toISOString();
  const times = { exported_at: now, clock: now, time_zone: timeZone };
  return { version: 2, ...times, base_currency: currency, entries: [] };
}
