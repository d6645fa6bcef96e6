import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, Paperclip, Trash2 } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { customerQueries } from '@/entities/customer/queries';
import { documentCalls, formatWhen, getTitle, KIND_LABELS } from '@/entities/document/documents';
import type { SavedDocument } from '@/entities/document/uploads';
import { formatTextDate } from '@/lib/dates';
import { Button } from '@/ui/button';
import { TextInput } from '@/ui/forms/text-input';
import { BackLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Money } from '@/ui/money';
import { Dialog } from '@/ui/overlays/dialog';
import { Page, Section } from '@/ui/page';
import { Row, RowList } from '@/ui/row-list';
import { Skeleton, SkeletonRows } from '@/ui/skeleton';
import { formatSize } from '../document-filter';
import { useFileMoves } from '../files/use-file-moves';
import { documentMutations } from '../mutations';
import { documentQueries, type Movement } from '../queries';

const PdfPages = lazy(() => import('./pdf-pages').then((pages) => ({ default: pages.PdfPages })));

/** Renders a document without running any code that it contains. */
export function DocumentView({ document }: { document: SavedDocument }) {
  const navigate = useNavigate();
  const save = useMutation(documentCalls.save);
  const { mutate: see } = useMutation(documentMutations.see);
  const { remove } = useFileMoves();
  const timeZone = useQuery(customerQueries.me()).data?.time_zone;
  const isOwn = document.kind === 'upload';
  const back = document.deleted_at ? '/documents/bin' : isOwn ? '/documents/files' : '/documents';
  const isUnseen = document.seen_at === null;
  useEffect(() => {
    if (isUnseen) see(document.id);
  }, [isUnseen, see, document.id]);
  return (
    <Page
      title={getTitle(document)}
      above={<BackLink to={back}>Documents</BackLink>}
      actions={
        <>
          {isOwn && !document.deleted_at && (
            <Button onClick={() => remove([document], () => void navigate(back))}>
              <Trash2 className="size-4" /> Delete
            </Button>
          )}
          <Button variant="primary" busy={save.isPending} onClick={() => save.mutate(document)}>
            <Download className="size-4" /> Download
          </Button>
        </>
      }
    >
      <p className="-mt-6 mb-6 text-ink-3">
        {KIND_LABELS[document.kind]}, {formatWhen(document)}
        {document.size ? `, ${formatSize(document.size)}` : ''}
      </p>
      <div className="mx-auto max-w-200">
        <Content document={document} />
        {isOwn && !document.deleted_at && <AttachedTransactions document={document} timeZone={timeZone} />}
      </div>
    </Page>
  );
}

function Content({ document }: { document: SavedDocument }) {
  const file = useQuery(documentQueries.file(document));
  const placeholder = (
    <div role="status" aria-label="Opening the document">
      <Skeleton className="aspect-[8.5/11] w-full" />
    </div>
  );
  return (
    <Loaded from={file} failure="We couldn't open the document." placeholder={placeholder}>
      {(blob) => (
        <Suspense fallback={placeholder}>
          <FileContent document={document} file={blob} />
        </Suspense>
      )}
    </Loaded>
  );
}

function FileContent({ document, file }: { document: SavedDocument; file: Blob }) {
  const { mime_type: type } = document;
  if (type === 'application/pdf') return <PdfPages file={file} title={getTitle(document)} />;
  if (type.startsWith('text/')) return <Text document={document} file={file} />;
  return <Picture file={file} name={document.name} />;
}

function Picture({ file, name }: { file: Blob; name: string }) {
  const url = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return (
    <img src={url} alt={name} className="mx-auto max-h-[80dvh] max-w-full rounded-2 border border-line" />
  );
}

function Text({ document, file }: { document: SavedDocument; file: Blob }) {
  const { data } = useQuery(documentQueries.text(document, file));
  return (
    <section
      aria-label="Text"
      tabIndex={0}
      className="max-h-[80dvh] overflow-auto whitespace-pre-wrap break-words rounded-2 border border-line bg-surface p-5 text-sm"
    >
      {data}
    </section>
  );
}

const SHOWN = 8;

type AttachedTransactionsProps = { document: SavedDocument; timeZone: string | undefined };

/** Renders the transactions that a file is attached to, and a button to attach it to another transaction. */
function AttachedTransactions({ document, timeZone }: AttachedTransactionsProps) {
  const [choosing, setChoosing] = useState(false);
  const { data: rows } = useQuery(documentQueries.attachedTo(document.id));
  if (!rows) return null;
  return (
    <Section
      title="Attached to"
      className="mt-12"
      aside={
        <Button size="sm" onClick={() => setChoosing(true)}>
          <Paperclip className="size-4" /> Attach to transaction
        </Button>
      }
    >
      {rows.length === 0 ? (
        <p className="border-line border-t pt-4 text-ink-3">No transactions yet</p>
      ) : (
        <RowList label="Attached to">
          {rows.map(({ rowId, movement }) => (
            <Row
              key={rowId}
              to={`/transactions?open=${encodeURIComponent(rowId)}`}
              title={movement ? toText(movement) : 'A card purchase'}
              detail={movement ? formatTextDate(movement.date, timeZone) : undefined}
              end={movement ? <Amount movement={movement} /> : undefined}
            />
          ))}
        </RowList>
      )}
      {choosing && (
        <AttachDialog document={document} timeZone={timeZone} onClose={() => setChoosing(false)} />
      )}
    </Section>
  );
}

type AttachDialogProps = { document: SavedDocument; timeZone: string | undefined; onClose: () => void };

function AttachDialog({ document, timeZone, onClose }: AttachDialogProps) {
  const [text, setText] = useState('');
  const { data: movements } = useQuery(documentQueries.movements());
  const attach = useMutation(documentMutations.attach);
  const matches = movements?.filter((movement) =>
    toText(movement).toLowerCase().includes(text.trim().toLowerCase()),
  );
  return (
    <Dialog onClose={onClose} title="Attach to transaction" description={document.name}>
      <TextInput
        type="search"
        aria-label="Search your transactions"
        placeholder="Merchant, payee, or description"
        value={text}
        onChange={({ target }) => setText(target.value)}
        className="mb-4"
      />
      {matches ? (
        <RowList label="Transactions">
          {matches.slice(0, SHOWN).map((movement) => (
            <Row
              key={movement.id}
              title={toText(movement)}
              detail={formatTextDate(movement.date, timeZone)}
              end={<Amount movement={movement} />}
              onClick={() => attach.mutate({ id: document.id, rowId: movement.id }, { onSuccess: onClose })}
            />
          ))}
        </RowList>
      ) : (
        <SkeletonRows rows={4} />
      )}
      {matches?.length === 0 && <p className="text-ink-2">No transactions found.</p>}
    </Dialog>
  );
}

function Amount({ movement: { amount, direction, currency } }: { movement: Movement }) {
  return <Money amount={direction === 'out' ? -amount : amount} currency={currency} />;
}

const toText = ({ merchant, description, kind }: Movement) =>
  merchant ?? description ?? kind.replaceAll('_', ' ');
