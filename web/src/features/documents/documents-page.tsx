import { useMutation, useQuery } from '@tanstack/react-query';
import { Upload as UploadIcon } from 'lucide-react';
import { type DragEvent, type ReactNode, useCallback, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { customerQueries } from '@/entities/customer/queries';
import { ACCEPTED, type SavedDocument } from '@/entities/document/uploads';
import { formatTextDate } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { EmptyState } from '@/ui/empty-state';
import { ErrorState } from '@/ui/error-state';
import { Segmented } from '@/ui/forms/segmented';
import { Dialog } from '@/ui/overlays/dialog';
import { Page } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';
import { ANYTHING, findDocuments, formatSize, getYears, isNew, matchesFilter } from './document-filter';
import { FilesPart } from './files/files-part';
import { UploadList, useUploads } from './files/uploads';
import { documentMutations } from './mutations';
import { documentQueries, type Folder } from './queries';
import { SearchBar } from './search-bar';
import { DocumentRows, StatementsPart } from './statements/statements-part';
import { DocumentView } from './view/document-view';

const PARTS = [
  { value: 'bank', label: 'Bank' },
  { value: 'files', label: 'Your files' },
  { value: 'bin', label: 'Trash' },
] as const;
type Part = (typeof PARTS)[number]['value'];

/** The documents page, a folder, or the document in the address. */
export default function DocumentsPage() {
  const { '*': path = '' } = useParams();
  const [part = '', id = ''] = path.split('/');
  const { data: documents, error, refetch, isFetching } = useQuery(documentQueries.all());
  const folders = useQuery(documentQueries.folders()).data ?? [];
  const now = useQuery(customerQueries.me()).data?.now ?? new Date().toISOString();
  const chosen = part === 'view' && documents?.find((document) => document.id === id);
  if (chosen) return <DocumentView key={chosen.id} document={chosen} />;
  if (documents)
    return (
      <DocumentsView
        documents={documents}
        folders={folders}
        now={now}
        part={part === 'files' || part === 'bin' ? part : 'bank'}
        folder={folders.find((folder) => folder.id === id) ?? null}
      />
    );
  return (
    <Page title="Documents">
      {error ? (
        <ErrorState
          title="We couldn't load your documents."
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      ) : (
        <SkeletonRows rows={6} label="Loading documents" />
      )}
    </Page>
  );
}

type DocumentsViewProps = {
  documents: readonly SavedDocument[];
  folders: readonly Folder[];
  now: string;
  part: Part;
  folder: Folder | null;
};

function DocumentsView({ documents, folders, now, part, folder }: DocumentsViewProps) {
  const navigate = useNavigate();
  const picker = useRef<HTMLInputElement>(null);
  const [request, setWish] = useState(ANYTHING);
  const told = useCallback((name: string) => toast.success(`${name} saved`), []);
  const { uploads, add, retry, dismiss } = useUploads(told);
  const choose = () => picker.current?.click();
  const take = (files: readonly File[]) => {
    if (files.length === 0) return;
    add(files, folder?.id ?? null);
    if (part !== 'files') void navigate('/documents/files');
  };
  return (
    <Page
      title="Documents"
      actions={
        <Button variant="primary" onClick={choose}>
          <UploadIcon aria-hidden className="size-4" strokeWidth={1.5} /> Upload files
        </Button>
      }
    >
      <input
        ref={picker}
        type="file"
        multiple
        accept={ACCEPTED}
        aria-label="Choose files to upload"
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          take([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <DropArea onFiles={take}>
        <CardStatus documents={documents} now={now} />
        <SearchBar request={request} years={getYears(documents)} onChange={setWish} />
        <UploadList uploads={uploads} onRetry={retry} onDismiss={dismiss} />
        {matchesFilter(request) ? (
          <Found documents={findDocuments(documents, request)} now={now} onClear={() => setWish(ANYTHING)} />
        ) : (
          <>
            <Segmented
              label="Filter documents"
              className="mb-8 md:max-w-120"
              value={part}
              onValueChange={(next) => void navigate(next === 'bank' ? '/documents' : `/documents/${next}`)}
              options={PARTS}
            />
            {part === 'bank' && <StatementsPart documents={documents} now={now} />}
            {part === 'files' && (
              <FilesPart documents={documents} folders={folders} folder={folder} onUpload={choose} />
            )}
            {part === 'bin' && <TrashPart documents={documents} />}
          </>
        )}
      </DropArea>
    </Page>
  );
}

/** Shows the number of documents, new ones, and the remaining storage. */
function CardStatus({ documents, now }: { documents: readonly SavedDocument[]; now: string }) {
  const room = useQuery(documentQueries.room()).data;
  const fresh = documents.filter((document) => isNew(document, now)).length;
  const own = documents.filter(({ kind, deleted_at }) => kind === 'upload' && !deleted_at).length;
  return (
    <p className="-mt-5 mb-6 text-ink-2">
      {fresh > 0 ? `${fresh} new documents` : 'No new documents'}.{' '}
      {own === 0
        ? `No files yet${room ? `. You can store ${formatSize(room.highest)}` : ''}.`
        : `You have ${own === 1 ? '1 file' : `${own} files`}${room ? `, ${formatSize(room.used)} of ${formatSize(room.highest)}` : ''}.`}
    </p>
  );
}

function Found({
  documents,
  now,
  onClear,
}: {
  documents: readonly SavedDocument[];
  now: string;
  onClear: () => void;
}) {
  return (
    <>
      <p role="status" className="mb-3 flex items-center justify-between gap-4 text-ink-2">
        {documents.length === 0
          ? 'No documents found.'
          : `${documents.length} ${documents.length === 1 ? 'document' : 'documents'}`}
        <Button size="sm" variant="ghost" onClick={onClear}>
          Clear
        </Button>
      </p>
      <DocumentRows label="Search results" documents={documents.slice(0, 200)} now={now} />
    </>
  );
}

/** Uploads files dropped on it. A button opens the file picker for everyone else. */
function DropArea({ onFiles, children }: { onFiles: (files: File[]) => void; children: ReactNode }) {
  const [isOver, setIsOver] = useState(false);
  // Entering a child leaves its parent, so it counts both to know whether the pointer is over the area.
  const depth = useRef(0);
  const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  const over = (by: number) => {
    depth.current += by;
    setIsOver(depth.current > 0);
  };
  return (
    <section
      aria-label="Your documents"
      className={classNames(
        'relative rounded-3',
        isOver && 'outline-2 outline-accent outline-offset-8 outline-dashed',
      )}
      onDragEnter={(event) => carriesFiles(event) && over(1)}
      onDragLeave={(event) => carriesFiles(event) && over(-1)}
      onDragOver={(event) => carriesFiles(event) && event.preventDefault()}
      onDrop={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        depth.current = 0;
        setIsOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      {isOver && (
        <p className="pointer-events-none absolute inset-x-0 top-0 z-10 flex items-center justify-center gap-2 rounded-3 bg-accent-soft p-6 font-semibold text-accent-ink">
          <UploadIcon aria-hidden className="size-5" strokeWidth={1.5} /> Drop to upload
        </p>
      )}
      {children}
    </section>
  );
}

const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

/** Renders deleted files, which remain for thirty days of real time. */
function TrashPart({ documents }: { documents: readonly SavedDocument[] }) {
  const restore = useMutation(documentMutations.restore);
  const [ending, setEnding] = useState<SavedDocument | null>(null);
  const deletedDocuments = documents.filter(({ deleted_at }) => deleted_at !== null);
  if (deletedDocuments.length === 0)
    return <EmptyState title="Trash is empty">Deleted files stay here for {KEPT_DAYS} days.</EmptyState>;
  return (
    <>
      <p className="mb-4 text-ink-2">We permanently delete files after {KEPT_DAYS} days.</p>
      <ul aria-label="Trash" className="divide-y divide-line border-line border-t">
        {deletedDocuments.map((document) => (
          <li key={document.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-56">
              <p className="truncate font-medium">{document.name}</p>
              <p className="text-ink-3 text-sm">
                {formatSize(document.size ?? 0)}, until{' '}
                {formatTextDate(new Date(Date.parse(document.deleted_at ?? '') + KEPT_DAYS * DAY_MS))}
              </p>
            </div>
            <Button size="sm" onClick={() => restore.mutate([document.id])}>
              Restore
            </Button>
            <Button size="sm" variant="danger" onClick={() => setEnding(document)}>
              Delete permanently
            </Button>
          </li>
        ))}
      </ul>
      {ending && <EndDialog document={ending} onClose={() => setEnding(null)} />}
    </>
  );
}

function EndDialog({ document, onClose }: { document: SavedDocument; onClose: () => void }) {
  const end = useMutation(documentMutations.removeForGood);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${document.name} permanently?`}
      description="You can't undo this. The file is also removed from its transactions."
    >
      <div className="flex flex-wrap gap-2">
        <Button
          variant="danger"
          busy={end.isPending}
          onClick={() => end.mutate(document.id, { onSuccess: onClose })}
        >
          Delete permanently
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  );
}
