import { problemWithName, problemWithSize, tidyName } from '@engine/documents/file-checks.ts';
import { agree, FILE_KINDS, getKind, kindByName } from '@engine/documents/file-kinds.ts';
import type { Database } from '@/lib/database.types';
import { loadEnvironment } from '@/lib/environment';
import { parseJson } from '@/lib/parse-json';
import { supabase } from '@/lib/supabase';

export type SavedDocument = Database['public']['Tables']['documents']['Row'];

/** The file types for a file picker. `image/*` lets phones offer the camera. */
export const ACCEPTED = [
  ...FILE_KINDS.flatMap(({ endings }) => endings.map((ending) => `.${ending}`)),
  'image/*',
].join();

/** The number of leading bytes that are read to identify the file's type. */
const FIRST_BYTES = 64 * 1024;

/**
 * Returns the reason why the bank would refuse a file, before it is sent; null if the bank would accept it.
 */
export async function problemWithFile(file: File): Promise<string | null> {
  const name = tidyName(file.name);
  const early = problemWithSize(file.size) ?? problemWithName(name);
  if (early) return early.message;
  const named = kindByName(name);
  const first = new Uint8Array(await file.slice(0, FIRST_BYTES).arrayBuffer());
  // The bytes that were read can end in the middle of a character, so the bank checks text files after the
  // upload.
  if (named?.mimeType.startsWith('text/')) return null;
  const kind = getKind(first);
  return named && kind && agree(named, kind) ? null : "The file's content doesn't match its type.";
}

type Options = {
  folderId?: string | null;
  /**
   * The upload's id. It stays the same for every attempt with this file, so that the bank stores the file
   * once.
   */
  id?: string;
  /** Receives the progress, from 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
};

/**
 * Uploads a file to the customer's documents and returns its row. Throws the bank's refusal (`{ code, message
 * }`), an AbortError if canceled, or the network error.
 */
export async function uploadDocument(file: File, options: Options = {}): Promise<SavedDocument> {
  const { url, anonKey } = await loadEnvironment();
  const { data } = await supabase.auth.getSession();
  const form = new FormData();
  form.set('id', options.id ?? crypto.randomUUID());
  form.set('name', file.name);
  if (options.folderId) form.set('folder_id', options.folderId);
  form.set('file', file);
  const headers = { apikey: anonKey, authorization: `Bearer ${data.session?.access_token ?? anonKey}` };
  const upload = lastUpload.then(() => send(`${url}/functions/v1/upload-document`, form, options, headers));
  lastUpload = upload.catch(() => {});
  return upload;
}

/** The bank accepts one upload per customer at a time, so several files are sent one by one. */
let lastUpload: Promise<unknown> = Promise.resolve();

/** Sends the file with XMLHttpRequest, because fetch reports no upload progress. */
function send(
  url: string,
  form: FormData,
  { onProgress, signal }: Options,
  headers: Record<string, string>,
): Promise<SavedDocument> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const body = parseJson(request.responseText);
      if (request.status === 200) resolve(body as SavedDocument);
      else reject(body ?? new Error(`Server error ${request.status}.`));
    };
    request.onerror = () => reject(new Error('The connection was lost.'));
    request.onabort = () => reject(new DOMException('Upload canceled.', 'AbortError'));
    request.onloadend = () => signal?.removeEventListener('abort', cancel);
    signal?.addEventListener('abort', cancel);
    if (signal?.aborted) return reject(new DOMException('Upload canceled.', 'AbortError'));
    request.send(form);
  });
}
