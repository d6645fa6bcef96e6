import type { SupabaseClient } from '@supabase/supabase-js';
import { checkFile, type FileAccepted } from '../../../engine/documents/file-checks.ts';
import { LARGEST_FILE_BYTES } from '../../../engine/documents/file-kinds.ts';
import { forCustomers } from '../access.ts';
import { computeSha256, refuse, respond } from '../responses.ts';

const BUCKET = 'documents';
/** The maximum size of the form fields that are sent with the file. */
const FORM_BYTES = 16 * 1024;
/** The SQLSTATE of a violated unique constraint. */
const UNIQUE_VIOLATION = '23505';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Uploads a file for the caller. The form has an `id` (a new UUID, the same for retries), a `name`, a `file`,
 * and an optional `folder_id`. Checks the whole content before storing it. Returns the document.
 */
export default forCustomers(
  async ({ request, bank, customer }) => {
    if (Number(request.headers.get('content-length') ?? 0) > LARGEST_FILE_BYTES + FORM_BYTES)
      return refuseFile({ reason: 'size', message: 'Files can be up to 10 MB.' });
    const form = await readForm(request);
    if (form === null) return refuse({ code: 'BADFL', message: "We didn't receive a file." });
    const bytes = new Uint8Array(await form.file.arrayBuffer());
    const checked = checkFile(form.name, bytes);
    if ('reason' in checked) return refuseFile(checked);
    return storeFile(bank, customer.id, { ...form, ...checked, bytes });
  },
  { statuses: { NTFND: 404, NOROM: 409 } },
);

const refuseFile = (problem: { reason: string; message: string }) =>
  respond({ code: 'BADFL', ...problem, details: null }, 422);

type UploadForm = { id: string; name: string; folderId: string | null; file: Blob };
type Upload = FileAccepted & { id: string; folderId: string | null; bytes: Uint8Array<ArrayBuffer> };

/** Stores the file and then its row. If the row is refused, removes the file. */
async function storeFile(bank: SupabaseClient, customer: string, upload: Upload): Promise<Response> {
  const path = `${customer}/${upload.id}`;
  const files = bank.storage.from(BUCKET);
  const stored = await files.upload(path, upload.bytes, { contentType: upload.mimeType, cacheControl: '0' });
  const isStored = stored.error !== null && 'statusCode' in stored.error && stored.error.statusCode === '409';
  if (stored.error && !isStored) throw stored.error;
  const { data, error } = await bank
    .rpc('save_upload', {
      customer_id: customer,
      document_id: upload.id,
      name: upload.name,
      mime_type: upload.mimeType,
      size: upload.bytes.length,
      sha256: await computeSha256(upload.bytes),
      folder_id: upload.folderId,
    })
    .single();
  if (error === null) return respond(data);
  if (!isStored) await files.remove([path]);
  // Another file already has this id.
  if (error.code === UNIQUE_VIOLATION)
    return refuse({
      code: 'BADFL',
      message: 'You already uploaded a different file with this request. Try again.',
    });
  throw error;
}

async function readForm(request: Request): Promise<UploadForm | null> {
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
