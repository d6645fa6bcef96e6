import { Paperclip, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { ACCEPTED, problemWithFile, uploadDocument } from '@/entities/document/uploads';
import { isRefusal } from '@/lib/refusals';
import { Button } from '@/ui/button';

/** A saved file to attach to the message. */
export type TicketFile = { id: string; name: string };
type Upload = TicketFile & { share: number; problem: string | null };

export const MOST_FILES = 5;

/** Renders the attachments: saved as documents at once, shared with the bank on sending. */
export function TicketFiles({
  files,
  onFiles,
}: {
  files: readonly TicketFile[];
  onFiles: (change: (files: readonly TicketFile[]) => readonly TicketFile[]) => void;
}) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const picker = useRef<HTMLInputElement>(null);
  const room = MOST_FILES - files.length - uploads.length;
  const change = (id: string, changes: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
  const forget = (id: string) => setUploads((all) => all.filter((upload) => upload.id !== id));

  async function send(id: string, file: File) {
    const problem = await problemWithFile(file);
    if (problem) return change(id, { problem });
    try {
      const { name } = await uploadDocument(file, { id, onProgress: (share) => change(id, { share }) });
      onFiles((all) => [...all, { id, name }]);
      forget(id);
    } catch (error) {
      change(id, {
        problem: isRefusal(error) ? error.message : 'The upload was interrupted. Choose the file again.',
      });
    }
  }
  function take(chosen: readonly File[]) {
    for (const file of chosen.slice(0, room)) {
      const id = crypto.randomUUID();
      setUploads((all) => [...all, { id, name: file.name, share: 0, problem: null }]);
      void send(id, file);
    }
  }
  return (
    <div>
      <ul aria-label="Attached" className="mb-2 divide-y divide-line empty:hidden">
        {files.map(({ id, name }) => (
          <li key={id} className="flex min-h-11 items-center gap-2">
            <Paperclip aria-hidden className="size-4 shrink-0 text-ink-3" strokeWidth={1.5} />
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <RemoveButton
              label={`Remove ${name}`}
              onClick={() => onFiles((all) => all.filter((file) => file.id !== id))}
            />
          </li>
        ))}
        {uploads.map(({ id, name, share, problem }) => (
          <li key={id} className="py-2">
            <p className="flex items-center gap-2">
              <span className="min-w-0 flex-1 truncate">{name}</span>
              {problem === null ? (
                <progress
                  aria-label={`Sending ${name}`}
                  value={share}
                  max={1}
                  className="h-1 w-20 accent-accent"
                />
              ) : (
                <RemoveButton label={`Dismiss ${name}`} onClick={() => forget(id)} />
              )}
            </p>
            {problem !== null && (
              <p role="alert" className="text-negative text-sm">
                {problem}
              </p>
            )}
          </li>
        ))}
      </ul>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        accept={ACCEPTED}
        aria-label="Files to attach"
        onChange={({ target }) => {
          take([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <Button size="sm" disabled={room <= 0} onClick={() => picker.current?.click()}>
        <Paperclip aria-hidden className="size-4" strokeWidth={1.5} /> Attach file
      </Button>
      <span className="ml-3 text-ink-3 text-sm">Up to {MOST_FILES}files. They stay in your documents.</span>
    </div>
  );
}

function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-11 shrink-0 place-items-center rounded-2 hover:bg-sunken"
    >
      <X aria-hidden className="size-4" strokeWidth={1.5} />
    </button>
  );
}
