import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert, X } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { problemWithFile, uploadDocument } from '@/entities/document/uploads';
import { isRefusal } from '@/lib/refusals';
import { Button } from '@/ui/button';
import { formatSize } from '../document-filter';

type Props = {
  uploads: readonly Upload[];
  onRetry: (upload: Upload) => void;
  onDismiss: (id: string) => void;
};

/** Renders running and failed uploads. */
export function UploadList({ uploads, onRetry, onDismiss }: Props) {
  if (uploads.length === 0) return null;
  return (
    <ul
      aria-label="Uploads"
      className="mb-8 divide-y divide-line rounded-3 border border-line bg-surface px-5"
    >
      {uploads.map((upload) => (
        <li key={upload.id} className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 py-3">
          <div className="min-w-0 flex-1 basis-56">
            <p className="truncate font-medium">{upload.file.name}</p>
            <State upload={upload} />
          </div>
          {upload.state === 'failed' && (
            <Button size="sm" onClick={() => onRetry(upload)}>
              Try again
            </Button>
          )}
          <button
            type="button"
            aria-label={`${upload.state === 'sending' ? 'Cancel' : 'Dismiss'} ${upload.file.name}`}
            className="-mr-2 grid size-11 place-items-center rounded-2 text-ink-2 hover:bg-sunken"
            onClick={() => onDismiss(upload.id)}
          >
            <X aria-hidden className="size-5" strokeWidth={1.5} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function State({ upload: { file, state, share, problem } }: { upload: Upload }) {
  if (state !== 'sending')
    return (
      <p role="alert" className="flex items-start gap-1.5 text-negative text-sm">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={1.5} /> {problem}
      </p>
    );
  const percent = Math.round(share * 100);
  return (
    <div className="mt-1.5 flex items-center gap-3">
      <div
        role="progressbar"
        aria-label={`Uploading ${file.name}`}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1.5 flex-1 overflow-hidden rounded-full bg-sunken"
      >
        <div className="h-full bg-ink transition-[width]" style={{ width: `${percent}%` }} />
      </div>
      <span className="figures w-32 text-right text-ink-3 text-sm">
        {percent < 100 ? `${percent}% of ${formatSize(file.size)}` : 'Checking file'}
      </span>
    </div>
  );
}

export type Upload = {
  id: string;
  file: File;
  folderId: string | null;
  state: 'sending' | 'failed' | 'refused';
  /** From 0 to 1. */
  share: number;
  problem: string | null;
};

/** Several uploads with progress. Each can be canceled, and retried after a network failure. */
export function useUploads(onKept: (name: string) => void) {
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
        await uploadDocument(file, {
          id,
          folderId,
          signal: controller.signal,
          onProgress: (share) => change(id, { share }),
        });
        forget(id);
        onKept(file.name);
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
    [change, forget, onKept, queryClient],
  );

  useEffect(() => {
    const { current } = underWay;
    return () => {
      for (const controller of current.values()) controller.abort();
    };
  }, []);

  return {
    uploads,
    add(files: readonly File[], folderId: string | null) {
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
    /** Cancels an upload, or removes a finished one from the list. */
    dismiss(id: string) {
      underWay.current.get(id)?.abort();
      forget(id);
    },
  };
}
