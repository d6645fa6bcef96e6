import { useMutation } from '@tanstack/react-query';
import { FileText, Paperclip } from 'lucide-react';
import { useCallback } from 'react';
import { AttachmentUploads, RemoveButton } from '@/entities/document/attachment-uploads';
import { documentCalls, formatWhen, getTitle } from '@/entities/document/documents';
import { ACCEPTED, type SavedDocument } from '@/entities/document/uploads';
import { useUploads } from '@/entities/document/use-uploads';
import { detailMutations } from '@/entities/transaction/annotation-mutations';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { DropArea, useFilePicker } from '@/ui/forms/files';

/** Renders a transaction's attachments. Dropped, photographed, or chosen files are saved as documents. */
export function AttachmentList({ rowId, documents }: { rowId: string; documents: readonly SavedDocument[] }) {
  const { mutate: attach, mutateAsync: attachAndWait } = useMutation(detailMutations.attach);
  const detach = useMutation(detailMutations.detach);
  const save = useMutation(documentCalls.save);
  const { uploads, add, retry, dismiss } = useUploads(
    useCallback(
      ({ id }: SavedDocument) => attachAndWait({ transaction_key: rowId, document_id: id }),
      [attachAndWait, rowId],
    ),
  );
  const picker = useFilePicker({
    label: 'Files to attach',
    accept: ACCEPTED,
    multiple: true,
    onFiles: (files) => add(files),
  });
  function remove(document: SavedDocument) {
    const tie = { transaction_key: rowId, document_id: document.id };
    detach.mutate(tie, {
      onSuccess: () =>
        toast.success(`${getTitle(document)} removed. It's still in Documents.`, {
          action: { label: 'Undo', onClick: () => attach(tie) },
        }),
    });
  }
  return (
    <DropArea
      label="Attachments"
      onFiles={(files) => add(files)}
      className="rounded-2"
      overClassName="bg-accent-soft outline-2 outline-accent outline-dashed outline-offset-4"
    >
      <h3 className="mb-1 font-semibold">Attachments</h3>
      <ul className="mb-2 divide-y divide-line empty:hidden">
        {documents.map((document) => (
          <li key={document.id} className="flex min-h-11 items-center gap-2">
            <FileText className="size-4 shrink-0 text-ink-3" />
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
        <AttachmentUploads uploads={uploads} onRetry={retry} onDismiss={dismiss} />
      </ul>
      {picker.field}
      <Button size="sm" onClick={picker.open}>
        <Paperclip className="size-4" /> Attach file or photo
      </Button>
    </DropArea>
  );
}
