import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isRefusal } from '@/lib/refusals';
import { problemWithFile, type SavedDocument, uploadDocument } from './uploads';

export type Upload = {
  id: string;
  file: File;
  folderId?: string;
  state: 'sending' | 'failed' | 'refused';
  /** The progress, from 0 to 1. */
  share: number;
  problem: string | null;
};

/**
 * Manages several uploads with progress. Each upload can be canceled, and retried after a network failure.
 * `onUploaded` must not change between renders. If `onUploaded` fails, the upload counts as failed.
 */
export function useUploads(onUploaded: (document: SavedDocument) => unknown) {
  const queryClient = useQueryClient();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const underWay = useRef(new Map<string, AbortController>());

  const change = useCallback(
    (id: string, changes: Partial<Upload>) =>
      setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload))),
    [],
  );
  const forget = useCallback(
    (id: string) => setUploads((all) => all.filter((upload) => upload.id !== id)),
    [],
  );

  const send = useCallback(
    async ({ id, file, folderId }: Upload) => {
      const problem = await problemWithFile(file);
      if (problem) return change(id, { state: 'refused', problem });
      const controller = new AbortController();
      underWay.current.set(id, controller);
      try {
        const document = await uploadDocument(file, {
          id,
          folderId,
          signal: controller.signal,
          onProgress: (share) => change(id, { share }),
        });
        await onUploaded(document);
        forget(id);
        await queryClient.invalidateQueries({ queryKey: ['documents'] });
      } catch (error) {
        if (controller.signal.aborted) return;
        const isFinal = isRefusal(error);
        change(id, {
          state: isFinal ? 'refused' : 'failed',
          problem: isFinal ? error.message : 'The connection was lost before the upload finished.',
        });
      } finally {
        underWay.current.delete(id);
      }
    },
    [change, forget, onUploaded, queryClient],
  );

  useEffect(() => {
    const { current } = underWay;
    return () => {
      for (const controller of current.values()) controller.abort();
    };
  }, []);

  return {
    uploads,
    add(files: readonly File[], folderId?: string) {
      const added = files.map(
        (file): Upload => ({
          id: crypto.randomUUID(),
          file,
          folderId,
          state: 'sending',
          share: 0,
          problem: null,
        }),
      );
      setUploads((all) => [...all, ...added]);
      for (const upload of added) void send(upload);
    },
    retry(upload: Upload) {
      change(upload.id, { state: 'sending', share: 0, problem: null });
      void send(upload);
    },
    /** Cancels an upload, or removes a finished upload from the list. */
    dismiss(id: string) {
      underWay.current.get(id)?.abort();
      forget(id);
    },
  };
}
