import { useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { getQuestionPath, questionAbout } from '@/entities/assistant/ask-assistant';
import { customerQueries } from '@/entities/customer/queries';
import { PurchaseDispute } from '@/entities/dispute/purchase-dispute';
import { ReceiptButton } from '@/entities/document/receipt-button';
import { AuthorizationNote } from '@/entities/hold/authorization-note';
import { useMonthReview } from '@/entities/household/month-review';
import { PurchaseRefunds } from '@/entities/refund/purchase-refunds';
import { getDisputePath } from '@/entities/refund/queries';
import { formatKind, transactionQueries } from '@/entities/transaction/queries';
import { useNames } from '@/entities/transaction/use-names';
import { formatRule } from '@/features/transaction-rules/rule-text';
import { formatInstant, formatTextDate } from '@/lib/dates';
import { withParameters } from '@/lib/navigation/search-parameters';
import { LinkButton, TextLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Money } from '@/ui/money';
import { Panel } from '@/ui/panel';
import { Skeleton } from '@/ui/skeleton';
import { AttachmentList } from './attachment-list';
import { EditCorrection } from './edit-correction';
import { EditDetails } from './edit-details';
import { detailQueries, type TransactionDetails, titleOfDetail } from './queries';
import { SplitList } from './split-list';

const PayStub = lazy(async () => ({ default: (await import('./pay-stub')).PayStub }));

/** Matches the ids of account transactions. Card transactions have a different kind of id. */
const IS_ON_ACCOUNT = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The kinds of transactions that can have a refund or be one. */
const RETURNED_KINDS = new Set(['card_charge', 'payment', 'refund']);

const PURCHASE_KINDS = new Set(['card_charge', 'payment']);

/** Renders a transaction on an account or card: time, purpose, both sides of the entry, and annotations. */
export function TransactionDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const detail = useQuery(detailQueries.one(id));
  return (
    <Sheet onClose={onClose} title={detail.data ? titleOfDetail(detail.data) : 'Transaction'}>
      <Loaded
        from={detail}
        failure="We couldn't load this transaction."
        placeholder={<Skeleton className="h-40 w-full" />}
      >
        {(row) =>
          row ? (
            <Detail key={row.rowId} row={row} />
          ) : (
            <p className="text-ink-2">We couldn't find that transaction.</p>
          )
        }
      </Loaded>
    </Sheet>
  );
}

function Detail({ row }: { row: TransactionDetails }) {
  const me = useQuery(customerQueries.me()).data;
  const timeZone = me?.time_zone;
  const review = useMonthReview(me);
  useEffect(review, [review]);
  const isIn = row.direction === 'in';
  return (
    <>
      <p>
        <Money amount={isIn ? row.amount : -row.amount} currency={row.currency} size="panel" signed={isIn} />
      </p>
      <p className="mt-1 mb-6 text-ink-2">
        {formatInstant(row.at, timeZone)}. {formatKind(row.kind)}
        {row.merchant && row.merchant !== titleOfDetail(row) && `, ${row.merchant}`}.
      </p>
      {row.exchangeRate && <p className="mb-6 text-ink-2">Exchanged at {row.exchangeRate}.</p>}
      <DetailsCorrections row={row} />
      {row.accountId && row.entryId !== null && (
        <DetailsReconciled accountId={row.accountId} entryId={row.entryId} />
      )}
      {row.entryId !== null && PURCHASE_KINDS.has(row.kind) && (
        <div className="mb-6 empty:hidden">
          <AuthorizationNote
            entryId={row.entryId}
            currency={row.currency}
            dispute={
              row.accountId ? null : <TextLink to={getDisputePath(row.rowId)}>Dispute charge</TextLink>
            }
          />
        </div>
      )}
      {row.entryId !== null && RETURNED_KINDS.has(row.kind) && (
        <div className="mb-6">
          <PurchaseRefunds
            transactionKey={row.rowId}
            entryId={row.entryId}
            title={titleOfDetail(row)}
            currency={row.currency}
          />
        </div>
      )}
      {row.entryId !== null && row.accountId && row.kind === 'payment' && (
        <div className="mb-6 empty:hidden">
          <PurchaseDispute
            transactionKey={row.rowId}
            purchase={{
              accountId: row.accountId,
              entryId: row.entryId,
              at: row.at,
              title: titleOfDetail(row),
              currency: row.currency,
            }}
          />
        </div>
      )}
      {row.entryId !== null && row.kind === 'auto_deposit' && (
        <Suspense>
          <PayStub entryId={row.entryId} />
        </Suspense>
      )}
      {row.entryId !== null && <Entry entryId={row.entryId} />}
      <div className="flex flex-col gap-5">
        <EditDetails row={row} />
        {row.kind !== 'transfer' && row.kind !== 'correction' && !row.correctedBy && <SplitList row={row} />}
        <AttachmentList rowId={row.rowId} documents={row.documents} />
        <DetailsRule row={row} />
        <div className="flex flex-wrap items-center gap-2 border-line border-t pt-5">
          <ReceiptButton rowId={row.rowId} />
          <EditCorrection row={row} />
          {!isIn && IS_ON_ACCOUNT.test(row.rowId) && (
            <LinkButton to={`/dashboard/people?split=${row.rowId}`} size="sm">
              Split with people
            </LinkButton>
          )}
          {row.kind !== 'transfer' && row.kind !== 'correction' && (
            <LinkButton to={getQuestionPath(questionAbout({ ...row, title: titleOfDetail(row) }))} size="sm">
              Ask about this
            </LinkButton>
          )}
          <LinkButton to={`/support/tickets/new?about=${encodeURIComponent(row.rowId)}`} size="sm">
            Ask support
          </LinkButton>
        </div>
      </div>
    </>
  );
}

function Entry({ entryId }: { entryId: number }) {
  const { data: postings } = useQuery(transactionQueries.entry(entryId));
  if (!postings) return <Skeleton className="h-32 w-full" />;
  const currencies = [...new Set(postings.map(({ currency }) => currency))];
  return (
    <section className="mb-6">
      <h3 className="mb-2 font-semibold">Ledger entry</h3>
      <table className="w-full">
        <caption className="sr-only">Ledger entry {entryId}</caption>
        <thead>
          <tr className="border-line border-b text-ink-3 text-sm">
            <th className="py-1.5 text-left font-normal">Entry {entryId}</th>
            <th className="py-1.5 text-right font-normal">Amount</th>
          </tr>
        </thead>
        <tbody>
          {postings.map((posting) => (
            <tr key={`${posting.ledger_id} ${posting.currency}`} className="border-line border-b">
              <td className="py-2.5 pr-4">{posting.ledger_name}</td>
              <td className="py-2.5 text-right">
                <Money
                  amount={posting.amount ?? 0}
                  currency={posting.currency ?? 'USD'}
                  signed
                  className="font-normal!"
                />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {currencies.map((currency) => (
            <tr key={currency} className="border-ink">
              <th scope="row" className="py-2.5 text-left font-semibold">
                {currencies.length > 1 ? `Balanced in ${currency}` : 'Balanced'}
              </th>
              <td className="py-2.5 text-right">
                <Money amount={0} currency={currency ?? 'USD'} />
              </td>
            </tr>
          ))}
        </tfoot>
      </table>
    </section>
  );
}

/**
 * Renders a panel beside the list, or a sheet on small screens. The panel receives the focus, and Escape
 * closes it.
 */
function Sheet({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    heading.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  useEffect(() => {
    // An open dialog, menu, or suggestion list handles the key itself.
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && !event.defaultPrevented && onClose();
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onClose]);
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        aria-label="Close details"
        onClick={onClose}
        className="fixed inset-0 z-30 bg-scrim lg:hidden"
      />
      <Panel
        aria-label="Details"
        className="max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-40 max-lg:max-h-[85dvh] max-lg:animate-slide-up max-lg:overflow-y-auto max-lg:rounded-b-none max-lg:bg-raised lg:sticky lg:top-28 lg:max-h-[calc(100dvh-8rem)] lg:w-104 lg:overflow-y-auto"
      >
        <div className="mb-1 flex items-start justify-between gap-4">
          <h2
            ref={heading}
            tabIndex={-1}
            className="font-medium text-base text-ink-2 tracking-normal focus:outline-none"
          >
            {title}
          </h2>
          <button
            type="button"
            aria-label="Close"
            onClick={onClose}
            className="-m-2 grid size-11 shrink-0 place-items-center rounded-2 hover:bg-sunken"
          >
            <X className="size-5" />
          </button>
        </div>
        {children}
      </Panel>
    </>
  );
}

/** Renders the statement that reconciled the transaction, or nothing if the transaction isn't reconciled. */
function DetailsReconciled({ accountId, entryId }: { accountId: string; entryId: number }) {
  const { data: statementDate } = useQuery(detailQueries.reconciled(accountId, entryId));
  if (!statementDate) return null;
  return (
    <p className="mb-6 flex gap-2 text-ink-2">
      <Check className="mt-0.5 size-5 shrink-0 text-positive" />
      <span>
        Reconciled with the{' '}
        <TextLink to={`/dashboard/accounts/${accountId}/reconcile`}>
          statement dated {formatTextDate(statementDate)}
        </TextLink>
        .
      </span>
    </p>
  );
}

/** Explains that a transaction was corrected or is a correction, with a link to the related transaction. */
function DetailsCorrections({ row }: { row: TransactionDetails }) {
  const timeZone = useQuery(customerQueries.me()).data?.time_zone;
  if (row.corrects)
    return (
      <p className="mb-6 text-ink-2">
        {row.kind === 'correction' ? 'This reverses ' : 'This replaces '}
        <RowLink id={row.corrects}>an earlier transaction</RowLink>.
        {row.kind === 'correction' && ' Neither counts as spending or income.'}
      </p>
    );
  if (!row.correctedBy) return null;
  return (
    <div className="mb-6 text-ink-2">
      <p>This was reversed and doesn't count as spending or income.</p>
      <ul className="mt-1">
        {row.corrections.map(({ id, kind, date, amount, currency }) => (
          <li key={id}>
            {formatTextDate(date, timeZone)}:{' '}
            <Money amount={amount} currency={currency} className="font-normal!" />{' '}
            <RowLink id={id}>{kind === 'correction' ? 'reversed' : 'correction'}</RowLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Renders a link to another transaction in the same list. */
function RowLink({ id, children }: { id: string; children: string }) {
  const { pathname, search } = useLocation();
  const next = withParameters(new URLSearchParams(search), { open: id });
  return (
    <Link to={`${pathname}?${next}`} replace preventScrollReset className="underline underline-offset-4">
      {children}
    </Link>
  );
}

/** Renders the rule that changed the transaction, and a button that creates a rule from the transaction. */
function DetailsRule({ row }: { row: TransactionDetails }) {
  const { names } = useNames();
  const ruleText = row.rule && formatRule(row.rule, names);
  const draft = new URLSearchParams({ new: '1', words: titleOfDetail(row), flow: row.direction });
  if (row.categoryId) draft.set('category', row.categoryId);
  return (
    <section aria-label="Rule" className="text-sm">
      {row.rule && ruleText ? (
        <p className="text-ink-2">
          Updated by a rule. {ruleText.conditions}
          {ruleText.actions && `, we ${ruleText.actions}`}.{' '}
          <Link to={`/transactions/rules?rule=${row.rule.id}`} className="underline underline-offset-4">
            View rule
          </Link>
        </p>
      ) : (
        row.ruleId && <p className="text-ink-2">Updated by a deleted rule.</p>
      )}
      <LinkButton to={`/transactions/rules?${draft}`} size="sm" className="mt-2">
        Create rule
      </LinkButton>
    </section>
  );
}
