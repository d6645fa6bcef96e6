import { CircleAlert, X } from 'lucide-react';
import type { Upload } from '@/entities/document/use-uploads';
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
            <X className="size-5" />
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
        <CircleAlert className="mt-0.5 size-4 shrink-0" /> {problem}
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
