import type { SupabaseClient } from '@supabase/supabase-js';
import { getPieces } from '../../engine/household/file.ts';

/**
 * The size of a chunk in characters. Files are uploaded in chunks because they can be larger than a request.
 */
const CHUNK_LENGTH = 200_000;

/** Uploads a household file in chunks. Returns the upload id, which the import needs. */
export async function uploadHousehold(bank: SupabaseClient, file: object): Promise<string> {
  const uploadId = crypto.randomUUID();
  for (const [ordinal, piece] of getPieces(file, CHUNK_LENGTH).entries())
    await bank.rpc('upload_household_part', { upload_id: uploadId, ordinal, piece }).throwOnError();
  return uploadId;
}

/** Discards the chunks of a rejected file. */
export async function discardUpload(bank: SupabaseClient, uploadId: string): Promise<void> {
  await bank.rpc('discard_upload', { upload_id: uploadId }).throwOnError();
}
