import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { getDay } from '@/lib/dates';
import { downloadFile } from '@/lib/download';
import { supabase } from '@/lib/supabase';
import { Button } from '@/ui/button';
import type { Part } from './archive';
import type { ArchiveMessage } from './archive-worker';

/** Renders a button that exports everything as one archive, which is built in this browser. */
export function ExportEverything() {
  const [progress, setProgress] = useState<Progress | null>(null);
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: async () => {
      stop.current = new AbortController();
      const { signal } = stop.current;
      try {
        downloadFile(`sandbank-everything-${getDay(new Date())}.zip`, await exportAll(setProgress, signal));
        return true;
      } catch (error) {
        // The customer canceled.
        if (signal.aborted) return false;
        throw error;
      } finally {
        setProgress(null);
      }
    },
    meta: { failure: "We couldn't create your archive" },
  });
  return (
    <>
      <p className="mb-4 max-w-170 text-ink-2">
        One archive with everything: each table as JSON and CSV, a household file you can import again, your
        account activity, and your uploaded files.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => mutate()} busy={isPending}>
          Download everything
        </Button>
        {isPending && <Button onClick={() => stop.current?.abort()}>Stop</Button>}
      </div>
      <div role="status" className="mt-3 max-w-120 empty:hidden">
        {progress && (
          <>
            <progress value={progress.done} max={progress.all} className="h-2 w-full accent-accent">
              {progress.done} of {progress.all}
            </progress>
            <span className="text-ink-3 text-sm">
              {progress.text}: {progress.done} of {progress.all}
            </span>
          </>
        )}
        {isSuccess && !progress && <span className="text-ink-3 text-sm">Your archive is ready.</span>}
      </div>
    </>
  );
}

const ROWS_AT_ONCE = 2_000;

/** The progress of the export: the number of compressed parts, the total, and the next part. */
type Progress = { done: number; all: number; text: string };

/**
 * Exports everything that belongs to the customer as a ZIP archive. It contains the household as an
 * importable file, each table as JSON and CSV, the customer's account information, and all uploads. Throws
 * the signal's reason if canceled.
 */
async function exportAll(onProgress: (progress: Progress) => void, signal: AbortSignal): Promise<Blob> {
  const [{ data: tables }, { data: files }] = await Promise.all([
    supabase.rpc('my_tables').throwOnError(),
    supabase.rpc('my_files').throwOnError(),
  ]);
  const worker = new Worker(new URL('./archive-worker.ts', import.meta.url), { type: 'module' });
  const setMessage = (message: ArchiveMessage) =>
    new Promise<unknown>((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.postMessage(message);
    });
  const all = tables.length + files.length + 2;
  let done = 0;
  const pack = async (text: string, read: () => Promise<Part>) => {
    signal.throwIfAborted();
    onProgress({ done, all, text });
    await setMessage(await read());
    done += 1;
  };
  try {
    await pack('The household', async () => ({
      kind: 'json',
      path: 'household.json',
      content: (await supabase.rpc('export_household').throwOnError()).data,
    }));
    await pack('The account', async () => ({ kind: 'json', path: 'account.json', content: await account() }));
    for (const name of tables)
      await pack(name.replaceAll('_', ' '), async () => ({ kind: 'table', name, rows: await getRows(name) }));
    for (const { bucket, name } of files)
      await pack('Files', async () => ({
        kind: 'file',
        // Removes the customer's own folder from the path. Replaces `..`, so that the file can't leave the
        // archive's folder.
        path: `files/${bucket}/${name.split('/').slice(1).join('/').replaceAll('..', '_')}`,
        bytes: await getBytes(bucket, name),
      }));
    onProgress({ done, all, text: 'Preparing' });
    return (await setMessage({ kind: 'end' })) as Blob;
  } finally {
    worker.terminate();
  }
}

/** Returns the customer's sign-in data, profile, sessions, and latest security events. */
async function account(): Promise<object> {
  const { data, error } = await supabase.auth.getUser();
  if (error) throw error;
  const { data: profile } = await supabase.rpc('ensure_customer').throwOnError();
  const { data: sessions } = await supabase.rpc('my_sessions').throwOnError();
  const { data: activity } = await supabase.rpc('my_security_events', { most: 200 }).throwOnError();
  return { exported_at: new Date().toISOString(), person: data.user, profile, sessions, activity };
}

/** Returns all rows of a table, page by page in id order. */
async function getRows(table: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for (;;) {
    const after = rows.at(-1)?.['id'];
    const query = supabase
      .from(table as 'accounts')
      .select('*')
      .order('id')
      .limit(ROWS_AT_ONCE);
    const { data } = await (after === undefined ? query : query.gt('id', String(after))).throwOnError();
    rows.push(...data);
    if (data.length < ROWS_AT_ONCE) return rows;
  }
}

async function getBytes(bucket: string, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const { storage } = supabase;
  const { data, error } = await storage.from(bucket).download(name);
  if (error) throw error;
  return new Uint8Array(await data.arrayBuffer());
}
