import type { SupabaseClient } from '@supabase/supabase-js';
import { readHouseholdFile, withNewIds } from '../../../engine/household/file.ts';
import type { HouseholdFile } from '../../../engine/household/schema/household.ts';
import { forCustomers } from '../access.ts';
import { corsHeaders, getRefusal } from '../environment.ts';
import { discardUpload, uploadHousehold } from '../household-uploads.ts';
import { isWithinShape } from '../json-shape.ts';

/** The database timed out: a very large household or a very busy bank. */
const TOO_LONG = '57014';
const STATUS: Record<string, number> = { NTFND: 404, CLOCK: 409, LIMIT: 409, INSUF: 409, BADNM: 400 };
const UNFIT = { code: 'HOUSE', message: "The file contains text or numbers that Sandbank can't store." };

/**
 * Restores the caller's household from a checkpoint, `{ "checkpoint_id": "…" }`, or a file, `{ "file": { … }
 * }`. Saves the current household as a checkpoint first. A refused file changes nothing.
 */
export default forCustomers(async ({ request, bank, mine, customer }) => {
  const wish = await readRequest(request);
  const found =
    'checkpointId' in wish
      ? await getCheckpoint(mine, wish.checkpointId)
      : { name: 'an imported file', file: wish.file, isOwn: false };
  if (found === null) return refusal('NTFND', "We couldn't find that checkpoint.");
  const read = readHouseholdFile(found.file);
  if ('problem' in read) return refusal('HOUSE', read.problem);
  return restore(bank, customer.id, { ...found, file: read.file });
});

type Found = { name: string; file: unknown; isOwn: boolean };

async function restore(
  bank: SupabaseClient,
  customer: string,
  { name, file, isOwn }: Found & { file: HouseholdFile },
): Promise<Response> {
  const arrival = await uploadHousehold(
    bank,
    withNewIds(file, () => crypto.randomUUID()),
  );
  const { data, error } = await bank.rpc('restore_household', {
    customer_id: customer,
    upload_id: arrival,
    name,
    is_own: isOwn,
  });
  if (error === null) return answer(data, 200);
  await discardUpload(bank, arrival);
  if (error.code === TOO_LONG)
    return answer({ code: TOO_LONG, message: 'This took too long. Nothing changed. Please try again.' }, 503);
  const refused = getRefusal(error, UNFIT);
  if (refused === null) throw error;
  const code = refused.code in STATUS ? refused.code : 'HOUSE';
  return answer({ code, message: refused.message, details: refused.details }, STATUS[code] ?? 422);
}

/** Returns the caller's own checkpoint; null for other ids. */
async function getCheckpoint(mine: SupabaseClient, id: string): Promise<Found | null> {
  const { data: checkpoint } = await mine
    .from('checkpoints')
    .select('name')
    .eq('id', id)
    .maybeSingle<{ name: string }>()
    .throwOnError();
  if (checkpoint === null) return null;
  const { data: file, error } = await mine.rpc('read_checkpoint', { checkpoint_id: id });
  if (error?.code === 'NTFND') return null;
  if (error) throw error;
  return { name: checkpoint.name, file, isOwn: true };
}

/** Above the number of values in the largest file, at 25 characters per value as in the demo file. */
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

const refusal = (code: string, message: string) => answer({ code, message }, STATUS[code] ?? 422);

function answer(body: object, status: number): Response {
  return Response.json(body, { status, headers: corsHeaders });
}
