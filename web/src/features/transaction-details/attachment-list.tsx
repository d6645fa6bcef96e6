import { useMutation } from '@tanstack/react-query';
import { FileText, Paperclip, X } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { documentCalls, formatWhen, getTitle } from '@/entities/document/documents';
import { ACCEPTED, problemWithFile, type SavedDocument, uploadDocument } from '@/entities/document/uploads';
import { detailMutations } from '@/entities/transaction/annotation-mutations';
import { isRefusal } from '@/lib/refusals';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';

/** A running or failed upload. The id stays the same when it is retried. */
type Upload = { id: string; file: File; share: number; problem: string | null };

/** A transaction's attachments: dropped, photographed, or chosen files, which are stored as documents. */
export function AttachmentList({ rowId, documents }: { rowId: string; documents: readonly SavedDocument[] }) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [isOver, setIsOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const attach = useMutation(detailMutations.attach);
  const detach = useMutation(detailMutations.detach);
  const save = useMutation(documentCalls.save);
  const change = (id: string, changes: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
  const forget = (id: string) => setUploads((all) => all.filter((upload) => upload.id !== id));

  async function send({ id, file }: Upload) {
    change(id, { share: 0, problem: null });
    try {
      const problem = await problemWithFile(file);
      if (problem) return change(id, { problem });
      await uploadDocument(file, { id, onProgress: (share) => change(id, { share }) });
      await attach.mutateAsync({ rowId, documentId: id });
      forget(id);
    } catch (error) {
      change(id, { problem: isRefusal(error) ? error.message : 'The upload was interrupted. Try again.' });
    }
  }
  function take(files: Iterable<File>) {
    const added = [...files].map((file) => ({ id: crypto.randomUUID(), file, share: 0, problem: null }));
    setUploads((all) => [...all, ...added]);
    for (const upload of added) void send(upload);
  }
  function remove(document: SavedDocument) {
    const tie = { rowId, documentId: document.id };
    detach.mutate(tie, {
      onSuccess: () =>
        toast.success(`${getTitle(document)} removed. It's still in Documents.`, {
          action: { label: 'Undo', onClick: () => attach.mutate(tie) },
        }),
    });
  }
  const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return (
    <section
      aria-label="Attachments"
      onDragOver={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={(event) => !event.currentTarget.contains(event.relatedTarget as Node) && setIsOver(false)}
      onDrop={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setIsOver(false);
        take(event.dataTransfer.files);
      }}
      className={classNames(
        'rounded-2',
        isOver && 'bg-accent-soft outline-2 outline-accent outline-dashed outline-offset-4',
      )}
    >
      <h3 className="mb-1 font-semibold">Attachments</h3>
      <ul className="mb-2 divide-y divide-line empty:hidden">
        {documents.map((document) => (
          <li key={document.id} className="flex min-h-11 items-center gap-2">
            <FileText aria-hidden className="size-4 shrink-0 text-ink-3" strokeWidth={1.5} />
            <button
              type="button"
              onClick={() => save.mutate(document)}
              className="min-w-0 flex-1 truncate text-left underline underline-offset-4"
            >
              {getTitle(document)}
            </button>
            <span className="shrink-0 text-ink-3 text-sm">{formatWhen(document)}</span>
            <RemoveButton label={`Remove ${getTitle(document)}`} onClick={() => remove(document)} />
          </li>
        ))}
        {uploads.map((upload) => (
          <li key={upload.id} className="py-2">
            <p className="flex items-center gap-2">
              <span className="min-w-0 flex-1 truncate">{upload.file.name}</span>
              {upload.problem === null ? (
                <progress
                  aria-label={`Sending ${upload.file.name}`}
                  value={upload.share}
                  max={1}
                  className="h-1 w-20 accent-accent"
                />
              ) : (
                <>
                  <Button size="sm" onClick={() => void send(upload)}>
                    Try again
                  </Button>
                  <RemoveButton label={`Dismiss ${upload.file.name}`} onClick={() => forget(upload.id)} />
                </>
              )}
            </p>
            {upload.problem !== null && (
              <p role="alert" className="text-negative text-sm">
                {upload.problem}
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
          take(target.files ?? []);
          target.value = '';
        }}
      />
      <Button size="sm" onClick={() => picker.current?.click()}>
        <Paperclip aria-hidden className="size-4" strokeWidth={1.5} /> Attach file or photo
      </Button>
    </section>
  );
}

function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="-mr-2 grid size-11 shrink-0 place-items-center rounded-2 text-ink-3 hover:bg-sunken"
    >
      <X aria-hidden className="size-4" strokeWidth={1.5} />
    </button>
  );
}
