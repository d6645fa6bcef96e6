import { useMutation, useQuery } from '@tanstack/react-query';
import { Upload as UploadIcon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { customerQueries } from '@/entities/customer/queries';
import { isStatement, isTaxForm } from '@/entities/document/documents';
import { ACCEPTED, type SavedDocument } from '@/entities/document/uploads';
import { useUploads } from '@/entities/document/use-uploads';
import { formatCount } from '@/lib/count';
import { formatTextDate } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { ExampleRows } from '@/ui/examples';
import { DropArea, useFilePicker } from '@/ui/forms/files';
import { LinkButton } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Dialog } from '@/ui/overlays/dialog';
import { Page } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';
import { type Tab, Tabs } from '@/ui/tabs';
import { ANYTHING, findDocuments, formatSize, getYears, isNew, matchesFilter } from './document-filter';
import { FilesPart } from './files/files-part';
import { UploadList } from './files/uploads';
import { documentMutations } from './mutations';
import { documentQueries, type Folder } from './queries';
import { SearchBar } from './search-bar';
import { DocumentRows, OtherPart, StatementsPart } from './statements/statements-part';
import { DocumentView } from './view/document-view';

const TaxesPart = lazy(async () => ({ default: (await import('./taxes/taxes-part')).TaxesPart }));

const PARTS = ['other', 'taxes', 'files', 'bin'] as const;
type Part = 'bank' | (typeof PARTS)[number];

/** Returns the tabs with the number of new statements and of the other documents. */
function getTabs(documents: readonly SavedDocument[], now: string): Tab[] {
  const fresh = documents.filter((document) => isStatement(document) && isNew(document, now)).length;
  const count = (isCounted: (document: SavedDocument) => boolean) =>
    documents.filter(isCounted).length || undefined;
  return [
    { to: '/documents', label: 'Statements', count: fresh > 0 ? `${fresh} new` : undefined },
    {
      to: '/documents/other',
      label: 'Other documents',
      count: count(
        (document) => document.kind !== 'upload' && !isStatement(document) && !isTaxForm(document),
      ),
    },
    { to: '/documents/taxes', label: 'Taxes' },
    {
      to: '/documents/files',
      label: 'Your files',
      count: count(({ kind, deleted_at }) => kind === 'upload' && !deleted_at),
    },
    { to: '/documents/bin', label: 'Trash', count: count(({ deleted_at }) => deleted_at !== null) },
  ];
}

/** Renders the documents page, or the folder or document in the URL. */
export default function DocumentsPage() {
  const { '*': path = '' } = useParams();
  const [part = '', id = ''] = path.split('/');
  const all = useQuery(documentQueries.all());
  const documents = all.data;
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
        part={PARTS.find((name) => name === part) ?? 'bank'}
        folder={folders.find((folder) => folder.id === id) ?? null}
      />
    );
  return (
    <Page title="Documents">
      <Loaded from={all} failure="We couldn't load your documents." rows={6} label="Loading documents">
        {() => null}
      </Loaded>
    </Page>
  );
}

const confirmUpload = ({ name }: SavedDocument) => toast.success(`${name} saved`);

type DocumentsViewProps = {
  documents: readonly SavedDocument[];
  folders: readonly Folder[];
  now: string;
  part: Part;
  folder: Folder | null;
};

function DocumentsView({ documents, folders, now, part, folder }: DocumentsViewProps) {
  const navigate = useNavigate();
  const { key: visit } = useLocation();
  const [filter, setFilter] = useState(ANYTHING);
  const [filteredVisit, setFilteredVisit] = useState(visit);
  // Following a tab leaves the search results.
  if (visit !== filteredVisit) {
    setFilteredVisit(visit);
    setFilter(ANYTHING);
  }
  const { uploads, add, retry, dismiss } = useUploads(confirmUpload);
  const upload = (files: readonly File[]) => {
    add(files, folder?.id);
    if (part !== 'files') void navigate('/documents/files');
  };
  const picker = useFilePicker({
    label: 'Choose files to upload',
    accept: ACCEPTED,
    multiple: true,
    onFiles: upload,
  });
  return (
    <Page
      title="Documents"
      tabs={
        <Tabs
          label="Document pages"
          tabs={getTabs(documents, now)}
          current={part === 'bank' ? '/documents' : `/documents/${part}`}
        />
      }
      actions={
        <Button variant="primary" onClick={picker.open}>
          <UploadIcon className="size-4" /> Upload files
        </Button>
      }
      // A tax return has its own main action.
      docked={part !== 'taxes'}
    >
      {picker.field}
      <DropArea
        label="Your documents"
        onFiles={upload}
        className="rounded-3"
        overClassName="bg-accent-soft outline-2 outline-accent outline-dashed"
      >
        {isSearchable(part, documents) && (
          <SearchBar filter={filter} years={getYears(documents)} onChange={setFilter} />
        )}
        <UploadList uploads={uploads} onRetry={retry} onDismiss={dismiss} />
        {matchesFilter(filter) ? (
          <SearchResults
            documents={findDocuments(documents, filter)}
            now={now}
            onClear={() => setFilter(ANYTHING)}
          />
        ) : (
          <>
            {part === 'bank' && <StatementsPart documents={documents} now={now} />}
            {part === 'other' && <OtherPart documents={documents} now={now} />}
            {part === 'taxes' && (
              <Suspense fallback={<SkeletonRows rows={4} label="Loading tax years" />}>
                <TaxesPart documents={documents} now={now} />
              </Suspense>
            )}
            {part === 'files' && (
              <FilesPart documents={documents} folders={folders} folder={folder} onUpload={picker.open} />
            )}
            {part === 'bin' && <TrashPart documents={documents} />}
          </>
        )}
      </DropArea>
    </Page>
  );
}

/** Returns true if a part has documents to search. The search covers all documents. */
const isSearchable = (part: Part, documents: readonly SavedDocument[]) =>
  part !== 'taxes' &&
  documents.some(
    ({ kind, deleted_at }) =>
      (part !== 'files' || (kind === 'upload' && !deleted_at)) && (part !== 'bin' || deleted_at),
  );

type SearchResultsProps = { documents: readonly SavedDocument[]; now: string; onClear: () => void };

function SearchResults({ documents, now, onClear }: SearchResultsProps) {
  return (
    <>
      <p role="status" className="mb-3 flex items-center justify-between gap-4 text-ink-2">
        {documents.length === 0 ? 'No documents found.' : formatCount(documents.length, 'document')}
        <Button size="sm" variant="ghost" onClick={onClear}>
          Clear
        </Button>
      </p>
      <DocumentRows label="Search results" documents={documents.slice(0, 200)} now={now} />
    </>
  );
}

const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

/** Renders deleted files, which are kept for thirty days of real time. */
function TrashPart({ documents }: { documents: readonly SavedDocument[] }) {
  const restore = useMutation(documentMutations.restore);
  const [ending, setEnding] = useState<SavedDocument | null>(null);
  const deletedDocuments = documents.filter(({ deleted_at }) => deleted_at !== null);
  if (deletedDocuments.length === 0)
    return (
      <EmptyState
        title="Trash is empty"
        example={
          <ExampleRows
            rows={[{ title: 'lease-2024.pdf', detail: `Kept for ${KEPT_DAYS} days`, end: 'Restore' }]}
          />
        }
        action={<LinkButton to="/documents/files">View your files</LinkButton>}
      >
        Deleted files stay here for {KEPT_DAYS} days. Until then, you can restore them.
      </EmptyState>
    );
  return (
    <>
      <p className="mb-4 text-ink-2">We permanently delete files after {KEPT_DAYS} days.</p>
      <ul aria-label="Trash" className="divide-y divide-line border-line border-t">
        {deletedDocuments.map((document) => (
          <li key={document.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-56">
              <p className="truncate font-medium">{document.name}</p>
              <p className="text-ink-3 text-sm">
                {formatSize(document.size ?? 0)}, kept until{' '}
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
      onClose={onClose}
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
