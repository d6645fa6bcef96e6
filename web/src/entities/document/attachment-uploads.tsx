import { X } from 'lucide-react';
import { Button } from '@/ui/button';
import type { Upload } from './use-uploads';

type AttachmentUploadsProps = {
  uploads: readonly Upload[];
  onRetry: (upload: Upload) => void;
  onDismiss: (id: string) => void;
};

/** Renders running and failed uploads as items in an attachment list. */
export function AttachmentUploads({ uploads, onRetry, onDismiss }: AttachmentUploadsProps) {
  return uploads.map((upload) => {
    const { id, file, state, share, problem } = upload;
    return (
      <li key={id} className="py-2">
        <p className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate">{file.name}</span>
          {state === 'sending' && (
            <progress
              aria-label={`Sending ${file.name}`}
              value={share}
              max={1}
              className="h-1 w-20 accent-accent"
            />
          )}
          {state === 'failed' && (
            <Button size="sm" onClick={() => onRetry(upload)}>
              Try again
            </Button>
          )}
          <RemoveButton
            label={`${state === 'sending' ? 'Cancel' : 'Dismiss'} ${file.name}`}
            onClick={() => onDismiss(id)}
          />
        </p>
        {problem !== null && (
          <p role="alert" className="text-negative text-sm">
            {problem}
          </p>
        )}
      </li>
    );
  });
}

export function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="-mr-2 grid size-11 shrink-0 place-items-center rounded-2 text-ink-3 hover:bg-sunken"
    >
      <X className="size-4" />
    </button>
  );
}
