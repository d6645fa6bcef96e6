import { z } from 'zod';
import { OperatorError } from '../operator-error.ts';
import type { S3Settings } from '../storage/stores/s3-store.ts';

const DEFAULT_FILE_SIZE_LIMIT = 50 * 1024 * 1024;
/** A number of bytes, or a size such as `20MiB`. */
export const bytes = z.union([z.number().int(), z.string().transform(getBytes)]);

const bucketSchema = z.looseObject({
  public: z.boolean().default(false),
  file_size_limit: bytes.optional(),
  allowed_mime_types: z.array(z.string()).optional(),
});

/** The settings `[storage]`, and `[storage.buckets.<name>]` for predefined buckets. */
export const storageSchema = z.looseObject({
  enabled: z.boolean().default(true),
  file_size_limit: bytes.default(DEFAULT_FILE_SIZE_LIMIT),
  buckets: z.record(z.string(), bucketSchema).default({}),
});

/**
 * Returns the settings of the S3-compatible service, which is enabled if its bucket is set. Returns null for
 * a local folder. Throws OperatorError if other settings are missing.
 */
export function readS3Settings(environment: Record<string, string | undefined>): S3Settings | null {
  const {
    SANDBANK_S3_BUCKET: bucket,
    SANDBANK_S3_ENDPOINT: endpoint,
    SANDBANK_S3_ACCESS_KEY_ID: accessKeyId,
    SANDBANK_S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = environment;
  if (!bucket) return null;
  if (!accessKeyId || !secretAccessKey)
    throw new OperatorError(
      'If SANDBANK_S3_BUCKET is set, SANDBANK_S3_ACCESS_KEY_ID and SANDBANK_S3_SECRET_ACCESS_KEY must also be set.',
    );
  const region = environment.SANDBANK_S3_REGION || 'us-east-1';
  const address = endpoint || `https://s3.${region}.amazonaws.com`;
  if (!/^https?:$/.test(URL.canParse(address) ? new URL(address).protocol : ''))
    throw new OperatorError(`SANDBANK_S3_ENDPOINT is not a valid URL: ${address}`);
  // Services other than Amazon S3 rarely use a separate host name for each bucket.
  const pathStyle = environment.SANDBANK_S3_PATH_STYLE
    ? environment.SANDBANK_S3_PATH_STYLE === '1'
    : Boolean(endpoint);
  return { endpoint: address, region, bucket, accessKeyId, secretAccessKey, pathStyle };
}

/** Parses a size. As in the Supabase CLI, MB and MiB are both 1024 × 1024 bytes. */
function getBytes(text: string): number {
  const [, amount = '0', unit = ''] = /^(\d+)\s*([KMG]?)i?B?$/i.exec(text) ?? [];
  return Number(amount) * 1024 ** ' KMG'.indexOf(unit.toUpperCase() || ' ');
}
