import type { SupabaseClient } from '@supabase/supabase-js';
import { piecesOf } from '../../engine/household/file.ts';

/** The size of a chunk; files are larger. */
const PIECE_LENGTH = 200_000;

/** Brings a household's file into the bank, piece by piece, under an id by which it is then taken in. */
export async function bringHousehold(bank: SupabaseClient, file: object): Promise<string> {
  const arrival = crypto.randomUUID();
  for (const [ordinal, piece] of piecesOf(file, PIECE_LENGTH).entries())
    await bank.rpc('bring_household', { arrival_id: arrival, ordinal, piece }).throwOnError();
  return arrival;
}

/** Throws the pieces of a file away that was refused. */
export async function forgetHousehold(bank: SupabaseClient, arrival: string): Promise<void> {
  await bank.rpc('forget_household', { arrival_id: arrival }).throwOnError();
}
