import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQueries } from '@/entities/account/queries';
import { getPath } from '@/entities/card/card-paths';
import { creditCardQueries } from '@/entities/card/queries';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { formatCount } from '@/lib/count';
import { formatMoney } from '@/lib/money';
import { toast } from '@/lib/toast';
import { AlertBox, Problem } from '@/ui/alert-box';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { Review, ReviewLine } from '@/ui/forms/review';
import { LinkButton, TextLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Money } from '@/ui/money';
import { Dialog } from '@/ui/overlays/dialog';
import { Section } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';
import { importMutations } from '../mutations';
import {
  type Import,
  type ImportedLine,
  importQueries,
  MOST_LINES_READ,
  type Outcome,
  type Why,
} from '../queries';
import { LineRow } from './import-preview';

/** Renders the outcome of each line of a file. */
export function ImportReport({ importId }: { importId: string }) {
  const imports = useQuery(importQueries.list());
  const accounts = useQuery(accountQueries.list());
  const cards = useQuery(creditCardQueries.list());
  const statementImport = imports.data?.find(({ id }) => id === importId);
  if (!statementImport)
    return (
      <Loaded from={imports} failure="We couldn't load your imports." rows={8}>
        {() =>
          // While the list reloads, it might not include an import that has just finished.
          imports.isFetching ? (
            <SkeletonRows rows={8} />
          ) : (
            <EmptyState title="We couldn't find that import.">Its account may have been deleted.</EmptyState>
          )
        }
      </Loaded>
    );
  const { account_id: accountId, card_id: cardId, currency } = statementImport;
  const place = cardId
    ? cards.data?.find(({ id }) => id === cardId)
    : accounts.data?.find(({ id }) => id === accountId);
  const path = cardId ? getPath(cardId) : `/dashboard/accounts/${accountId}`;
  return (
    <>
      {statementImport.undone_at && (
        <AlertBox kind="info" fact="This import was undone." className="mb-8">
          Its transactions were removed. You can import the file again.
        </AlertBox>
      )}
      <Review>
        <ReviewLine label="File">
          <span className="break-all font-normal">{statementImport.file_name}</span>
        </ReviewLine>
        <ReviewLine label={cardId ? 'Card' : 'Account'}>
          <TextLink to={path}>{place?.name ?? (cardId ? 'Card' : 'Account')}</TextLink>
        </ReviewLine>
        <ReviewLine label={cardId ? 'Payments and credits' : 'Money in'}>
          <Money amount={statementImport.money_in} currency={currency} signed />
        </ReviewLine>
        <ReviewLine label={cardId ? 'Purchases' : 'Money out'}>
          <Money amount={-statementImport.money_out} currency={currency} />
        </ReviewLine>
        {place && !statementImport.undone_at && (
          <ReviewLine label={cardId ? 'Balance owed now' : 'Current balance'}>
            <Money amount={place.balance} currency={place.currency} />
          </ReviewLine>
        )}
      </Review>
      <div className="mt-5 flex flex-wrap gap-2">
        {!statementImport.undone_at && (
          <>
            <LinkButton
              to={cardId ? getPath(cardId, 'transactions') : `/transactions?account=${accountId}`}
              variant="primary"
            >
              View transactions
            </LinkButton>
            {accountId && (
              <LinkButton to={`/dashboard/accounts/${accountId}/reconcile`}>Reconcile statement</LinkButton>
            )}
            <UndoImport statementImport={statementImport} />
          </>
        )}
      </div>
      <Lines
        importId={statementImport.id}
        currency={statementImport.currency}
        total={statementImport.posted + statementImport.left_out}
      />
    </>
  );
}

function Lines({ importId, currency, total }: { importId: string; currency: string; total: number }) {
  const lines = useQuery(importQueries.lines(importId));
  return (
    <Loaded from={lines} failure="We couldn't load the report." rows={8}>
      {(rows) => <LineGroups lines={rows} currency={currency} total={total} />}
    </Loaded>
  );
}

type LineGroupsProps = { lines: readonly ImportedLine[]; currency: string; total: number };

function LineGroups({ lines, currency, total }: LineGroupsProps) {
  const left = lines.filter(({ outcome }) => outcome !== 'posted');
  const posted = lines.filter(({ outcome }) => outcome === 'posted');
  const parts = [
    { title: 'Skipped', rows: left },
    { title: 'Imported', rows: posted },
  ].filter(({ rows }) => rows.length > 0);
  return (
    <>
      {parts.map(({ title, rows }) => (
        <Section
          key={title}
          title={title}
          aside={<Badge>{rows.length.toLocaleString('en-US')}</Badge>}
          className="mt-10"
        >
          <ul aria-label={title} className="divide-y divide-line border-line border-y">
            {rows.map((row) => (
              <LineRow
                key={row.id}
                line={row.line}
                day={row.day}
                amount={row.amount}
                text={row.description ?? ''}
                outcome={row.outcome as Outcome}
                why={row.why as Why}
                currency={currency}
              />
            ))}
          </ul>
        </Section>
      ))}
      {total > left.length + posted.length && (
        <p className="mt-4 text-ink-3 text-sm">
          Showing up to {MOST_LINES_READ.toLocaleString('en-US')} lines of each kind out of{' '}
          {total.toLocaleString('en-US')}.
        </p>
      )}
      {left.length === 0 && <p className="mt-6 text-ink-2">Every transaction posted on its original date.</p>}
    </>
  );
}

type UndoImportProps = { statementImport: Import; size?: 'sm' | 'md' };

export function UndoImport({ statementImport: created, size = 'md' }: UndoImportProps) {
  const [isOpen, setOpen] = useState(false);
  const undo = useMutation(importMutations.undo);
  const net = created.money_in - created.money_out;
  const isCard = created.card_id !== null;
  const goesUp = isCard ? net > 0 : net < 0;
  const refusal = getRefusalMessage(undo.error, created.currency);
  function close() {
    undo.reset();
    setOpen(false);
  }
  return (
    <>
      <Button
        size={size}
        aria-label={`Undo the import of ${created.file_name}`}
        onClick={() => setOpen(true)}
      >
        Undo
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        title="Undo this import?"
        description={`This removes ${formatCount(created.posted, 'transaction')} with notes, tags, and splits. ${isCard ? 'The balance you owe' : 'Your balance'} will go ${goesUp ? 'up' : 'down'} by ${formatMoney(Math.abs(net), created.currency)}.${isCard ? '' : ' Transactions you corrected are removed with their corrected amounts.'} You can import the file again.`}
      >
        <Problem fact="Nothing changed." className="mb-4">
          {refusal}
        </Problem>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="danger"
            busy={undo.isPending}
            onClick={() =>
              undo.mutate(created.id, {
                onSuccess: () => {
                  toast.success('Import undone');
                  setOpen(false);
                },
              })
            }
          >
            Undo import
          </Button>
          <Button onClick={close}>Keep import</Button>
        </div>
      </Dialog>
    </>
  );
}
