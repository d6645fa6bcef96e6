import type { SupabaseClient } from '@supabase/supabase-js';
import { getPieces } from '../../engine/household/file.ts';

/** The size of a chunk; files are larger. */
const PIECE_LENGTH = 200_000;

/** Brings a household's file into the bank, piece by piece, under an id by which it is then taken in. */
export async function uploadHousehold(bank: SupabaseClient, file: object): Promise<string> {
  const arrival = crypto.randomUUID();
  for (const [ordinal, piece] of getPieces(file, PIECE_LENGTH).entries())
    await bank.rpc('upload_household_part', { upload_id: arrival, ordinal, piece }).throwOnError();
  return arrival;
}

/** Throws the pieces of a file away that was refused. */
export async function discardUpload(bank: SupabaseClient, arrival: string): Promise<void> {
  await bank.rpc('discard_upload', { upload_id: arrival }).throwOnError();
}
