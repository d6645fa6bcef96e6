import { useMutation, useQuery } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import { useState } from 'react';
import type { SavedDocument } from '@/entities/document/uploads';
import { formatTextDate } from '@/lib/dates';
import { Button } from '@/ui/button';
import { TextInput } from '@/ui/forms/text-input';
import { Money } from '@/ui/money';
import { Dialog } from '@/ui/overlays/dialog';
import { Section } from '@/ui/page';
import { Row, RowList } from '@/ui/row-list';
import { SkeletonRows } from '@/ui/skeleton';
import { documentMutations } from '../mutations';
import { documentQueries, type Movement } from '../queries';

const SHOWN = 8;

/** The transactions that a file is attached to, with a way to attach another. */
export function AttachedTransactions({
  document,
  timeZone,
}: {
  document: SavedDocument;
  timeZone: string | undefined;
}) {
  const [choosing, setChoosing] = useState(false);
  const { data: rows } = useQuery(documentQueries.attachedTo(document.id));
  if (!rows) return null;
  return (
    <Section
      title="Attached to"
      className="mt-12"
      aside={
        <Button size="sm" onClick={() => setChoosing(true)}>
          <Paperclip aria-hidden className="size-4" strokeWidth={1.5} /> Attach to transaction
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

function AttachDialog({
  document,
  timeZone,
  onClose,
}: {
  document: SavedDocument;
  timeZone: string | undefined;
  onClose: () => void;
}) {
  const [words, setWords] = useState('');
  const { data: movements } = useQuery(documentQueries.movements());
  const attach = useMutation(documentMutations.attach);
  const found = movements?.filter((movement) =>
    toText(movement).toLowerCase().includes(words.trim().toLowerCase()),
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Attach to transaction"
      description={document.name}
    >
      <TextInput
        type="search"
        aria-label="Search your transactions"
        placeholder="Merchant, payee, or description"
        value={words}
        onChange={({ target }) => setWords(target.value)}
        className="mb-4"
      />
      {found ? (
        <RowList label="Transactions">
          {found.slice(0, SHOWN).map((movement) => (
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
      {found?.length === 0 && <p className="text-ink-2">No transactions found.</p>}
    </Dialog>
  );
}

function Amount({ movement: { amount, direction, currency } }: { movement: Movement }) {
  return <Money amount={direction === 'out' ? -amount : amount} currency={currency} />;
}

const toText = ({ merchant, description, kind }: Movement) =>
  merchant ?? description ?? kind.replaceAll('_', ' ');
