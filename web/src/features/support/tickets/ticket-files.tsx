import { Paperclip } from 'lucide-react';
import { useCallback } from 'react';
import { AttachmentUploads, RemoveButton } from '@/entities/document/attachment-uploads';
import { ACCEPTED, type SavedDocument } from '@/entities/document/uploads';
import { useUploads } from '@/entities/document/use-uploads';
import { Button } from '@/ui/button';
import { useFilePicker } from '@/ui/forms/files';

export type TicketFile = { id: string; name: string };

export const MOST_FILES = 5;

type TicketFilesProps = {
  files: readonly TicketFile[];
  onFiles: (change: (files: readonly TicketFile[]) => readonly TicketFile[]) => void;
};

/**
 * Renders the attachments. They are saved as documents immediately and shared with the bank when the message
 * is sent.
 */
export function TicketFiles({ files, onFiles }: TicketFilesProps) {
  const add = useCallback(
    ({ id, name }: SavedDocument) => onFiles((all) => [...all, { id, name }]),
    [onFiles],
  );
  const uploading = useUploads(add);
  const freeSlots = MOST_FILES - files.length - uploading.uploads.length;
  const picker = useFilePicker({
    label: 'Files to attach',
    accept: ACCEPTED,
    multiple: true,
    onFiles: (chosen) => uploading.add(chosen.slice(0, freeSlots)),
  });
  return (
    <div>
      <ul aria-label="Attached" className="mb-2 divide-y divide-line empty:hidden">
        {files.map(({ id, name }) => (
          <li key={id} className="flex min-h-11 items-center gap-2">
            <Paperclip className="size-4 shrink-0 text-ink-3" />
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <RemoveButton
              label={`Remove ${name}`}
              onClick={() => onFiles((all) => all.filter((file) => file.id !== id))}
            />
          </li>
        ))}
        <AttachmentUploads
          uploads={uploading.uploads}
          onRetry={uploading.retry}
          onDismiss={uploading.dismiss}
        />
      </ul>
      {picker.field}
      <Button size="sm" disabled={freeSlots <= 0} onClick={picker.open}>
        <Paperclip className="size-4" /> Attach file
      </Button>
      <span className="ml-3 text-ink-3 text-sm">Up to {MOST_FILES} files. They stay in your documents.</span>
    </div>
  );
}
