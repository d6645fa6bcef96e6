import type { SupabaseClient } from '@supabase/supabase-js';
import { nameReplacedHousehold } from '../../../engine/household/checkpoint-names.ts';
import { readHouseholdFile, withNewIds } from '../../../engine/household/file.ts';
import type { HouseholdFile } from '../../../engine/household/schema/household.ts';
import { forCustomers } from '../access.ts';
import { getRefusal } from '../environment.ts';
import { discardUpload, uploadHousehold } from '../household-uploads.ts';
import { isWithinShape } from '../json-shape.ts';
import { refuse, respond } from '../responses.ts';

/** The SQLSTATE of a database timeout. It occurs with a very large household or a very busy bank. */
const TIMEOUT = '57014';
const STATUSES: Readonly<Record<string, number>> = {
  NTFND: 404,
  CLOCK: 409,
  LIMIT: 409,
  INSUF: 409,
  BADNM: 400,
};
const UNSTORABLE = { code: 'HOUSE', message: "The file contains text or numbers that Sandbank can't store." };

/**
 * Restores the caller's household from a checkpoint, `{ "checkpoint_id": "…" }`, or a file, `{ "file": { … }
 * }`. Saves the current household as a checkpoint first. A refused file changes nothing.
 */
export default forCustomers(async ({ request, bank, mine, customer }) => {
  const body = await readRequest(request);
  const source =
    'checkpointId' in body
      ? await getCheckpoint(mine, body.checkpointId)
      : { checkpointName: 'Before restoring an imported file', file: body.file, isOwn: false };
  if (source === null) return respond({ code: 'NTFND', message: "We couldn't find that checkpoint." }, 404);
  const read = readHouseholdFile(source.file);
  if ('problem' in read) return respond({ code: 'HOUSE', message: read.problem }, 422);
  return restore(bank, customer.id, { ...source, file: read.file });
});

/** `checkpointName` is the name of the checkpoint that keeps the current household. */
type Source = { checkpointName: string; file: unknown; isOwn: boolean };

async function restore(
  bank: SupabaseClient,
  customerId: string,
  { checkpointName, file, isOwn }: Source & { file: HouseholdFile },
): Promise<Response> {
  const uploadId = await uploadHousehold(
    bank,
    withNewIds(file, () => crypto.randomUUID()),
  );
  const { data, error } = await bank.rpc('restore_household', {
    customer_id: customerId,
    upload_id: uploadId,
    checkpoint_name: checkpointName,
    is_own: isOwn,
  });
  if (error === null) return respond(data);
  await discardUpload(bank, uploadId);
  if (error.code === TIMEOUT)
    return respond({ code: TIMEOUT, message: 'This took too long. Nothing changed. Please try again.' }, 503);
  const refusal = getRefusal(error, UNSTORABLE);
  if (refusal === null) throw error;
  // The import has its own refusals, which all mean that the file isn't a valid household.
  const status = STATUSES[refusal.code];
  return refuse(status === undefined ? { ...refusal, code: 'HOUSE' } : refusal, status);
}

/** Returns the caller's checkpoint with this id; null if there is none. */
async function getCheckpoint(mine: SupabaseClient, id: string): Promise<Source | null> {
  const { data: checkpoint } = await mine
    .from('checkpoints')
    .select('name, at, automatic, owner:customers(time_zone)')
    .eq('id', id)
    .maybeSingle<{ name: string; at: string; automatic: boolean; owner: { time_zone: string } }>()
    .throwOnError();
  if (checkpoint === null) return null;
  const { data: file, error } = await mine.rpc('read_checkpoint', { checkpoint_id: id });
  if (error?.code === 'NTFND') return null;
  if (error) throw error;
  const checkpointName = nameReplacedHousehold(checkpoint, checkpoint.owner.time_zone);
  return { checkpointName, file, isOwn: true };
}

/**
 * The limits on a household file. The demo file averages 25 characters per value, so even the largest allowed
 * file stays below this number of values.
 */
const LARGEST_FILE = { depth: 20, values: 1_500_000 };
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function readRequest(request: Request): Promise<{ checkpointId: string } | { file: unknown }> {
  try {
    const text = await request.text();
    if (!isWithinShape(text, LARGEST_FILE)) return { file: null };
    const { checkpoint_id: id, file } = JSON.parse(text) as { checkpoint_id?: unknown; file?: unknown };
    // An invalid id matches no checkpoint.
    if (typeof id === 'string')
      return { checkpointId: UUID.test(id) ? id : '00000000-0000-0000-0000-000000000000' };
    return { file };
  } catch {
    return { file: null };
  }
}
