import type { SupabaseClient } from '@supabase/supabase-js';
import { checkFile, type FileAccepted } from '../../../engine/documents/file-checks.ts';
import { LARGEST_FILE_BYTES } from '../../../engine/documents/file-kinds.ts';
import { forCustomers } from '../access.ts';
import { corsHeaders } from '../environment.ts';

const BUCKET = 'documents';
/** The space for form fields around the file. */
const FORM_BYTES = 16 * 1024;
const STATUS: Record<string, number> = { NTFND: 404, NOROM: 409 };
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Uploads a file of the caller: a form with `id` (a new UUID, the same for retries), `name`, `file`, and an
 * optional `folder_id`. Checks the whole content before storing it. Returns the document.
 */
export default forCustomers(async ({ request, bank, customer }) => {
  if (Number(request.headers.get('content-length') ?? 0) > LARGEST_FILE_BYTES + FORM_BYTES)
    return answer(
      { code: 'BADFL', reason: 'size', message: 'Files can be up to 10 MB.', details: null },
      422,
    );
  const sent = await getForm(request);
  if (sent === null) return refusal('BADFL', "We didn't receive a file.");
  const bytes = new Uint8Array(await sent.file.arrayBuffer());
  const checked = checkFile(sent.name, bytes);
  if ('reason' in checked) return answer({ code: 'BADFL', ...checked, details: null }, 422);
  return keep(bank, customer.id, { ...sent, ...checked, bytes });
});

type Sent = { id: string; name: string; folderId: string | null; file: Blob };
type Upload = FileAccepted & { id: string; folderId: string | null; bytes: Uint8Array<ArrayBuffer> };

/** Stores the file, then its row. A refused row removes the file. */
async function keep(bank: SupabaseClient, customer: string, upload: Upload): Promise<Response> {
  const path = `${customer}/${upload.id}`;
  const files = bank.storage.from(BUCKET);
  const stored = await files.upload(path, upload.bytes, { contentType: upload.mimeType, cacheControl: '0' });
  const isThere = stored.error !== null && 'statusCode' in stored.error && stored.error.statusCode === '409';
  if (stored.error && !isThere) throw stored.error;
  const { data, error } = await bank
    .rpc('save_upload', {
      customer_id: customer,
      document_id: upload.id,
      name: upload.name,
      mime_type: upload.mimeType,
      size: upload.bytes.length,
      sha256: await sha256(upload.bytes),
      folder_id: upload.folderId,
    })
    .single();
  if (error === null) return answer(data, 200);
  if (!isThere) await files.remove([path]);
  // Refusals have five letters. 23505: the id belongs to another file.
  if (error.code === '23505')
    return refusal('BADFL', 'You already uploaded a different file with this request. Try again.');
  if (!/^[A-Z]{5}$/.test(error.code)) throw error;
  return refusal(error.code, error.message, error.details);
}

async function getForm(request: Request): Promise<Sent | null> {
  try {
    const form = await request.formData();
    const [id, name, folder, file] = ['id', 'name', 'folder_id', 'file'].map((field) => form.get(field));
    if (typeof id !== 'string' || !UUID.test(id) || typeof name !== 'string') return null;
    if (file === null || file === undefined || typeof file === 'string') return null;
    return { id, name, folderId: typeof folder === 'string' && UUID.test(folder) ? folder : null, file };
  } catch {
    return null;
  }
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const refusal = (code: string, message: string, details: string | null = null) =>
  answer({ code, message, details }, STATUS[code] ?? 422);

function answer(body: unknown, status: number): Response {
  return Response.json(body, { status, headers: corsHeaders });
}
