import type { TransactionConditions } from '@engine/search/meaning.ts';
import { getTokens, parseTransactionQuery } from '@engine/search/transaction-query.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { lazy, type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { customerQueries } from '@/entities/customer/queries';
import {
  MOST_LISTED,
  MOST_SELECTED,
  type SavedView,
  transactionQueries,
} from '@/entities/transaction/queries';
import { TransactionTabs } from '@/entities/transaction/transaction-tabs';
import { useNames } from '@/entities/transaction/use-names';
import { TransactionDetail } from '@/features/transaction-details/transaction-detail';
import { BROWSER_TIME_ZONE, getDay } from '@/lib/dates';
import { isTyping } from '@/lib/is-typing';
import { Button } from '@/ui/button';
import { ErrorState } from '@/ui/error-state';
import { LinkButton } from '@/ui/link';
import { usePanelParameter } from '@/ui/overlays/use-panel-parameter';
import { Page } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';
import { BulkBar } from './list/bulk-bar';
import { ChosenBalances } from './list/chosen-balances';
import { PendingTransactions } from './list/pending-transactions';
import { TransactionList } from './list/transaction-list';
import { Ending, FirstTransaction, NothingFound, OpeningBalance } from './list/transactions-empty';
import { UpcomingRows } from './list/upcoming-rows';
import { type Selection, useFoundTransactions, useSelection } from './list/use-found-transactions';
import { SavedViews, SaveView } from './search/saved-views';
import { SearchBox } from './search/search-box';
import { SearchChips } from './search/search-chips';
import { useTransactionQuery } from './search/use-transaction-query';
import { SearchTotals } from './search-totals';

const ExportMenu = lazy(async () => ({
  default: (await import('@/features/imports/export-menu')).ExportMenu,
}));

export default function TransactionsPage() {
  const query = useTransactionQuery();
  const [shown, onShow] = useShown();
  const rows = useFoundTransactions(query.conditions, shown.first, shown.last);
  const selection = useSelection(rows.rowAt);
  const [isSelecting, setSelecting] = useState(false);
  const [origin, setOrigin] = useState<SavedView | null>(null);
  const [open, openRow] = usePanelParameter('open');
  const input = useRef<HTMLInputElement>(null);
  useSearchKey(input);
  const me = useQuery(customerQueries.me()).data;
  const zone = me?.time_zone ?? BROWSER_TIME_ZONE;
  const today = getDay(me?.now ?? new Date(), zone);
  const { names, known } = useNames();
  const baseCurrency = me?.base_currency ?? 'USD';
  const places = query.conditions?.conditions.flatMap((item) =>
    item.on === 'place' && !item.not ? item.ids : [],
  );
  const place = places?.length === 1 ? places[0] : undefined;
  const sort = query.conditions?.sort ?? 'date';

  function edit(index: number) {
    const token = getTokens(query.text).filter(({ text }) => parseTransactionQuery(text).length > 0)[index];
    input.current?.focus();
    if (token) input.current?.setSelectionRange(token.start, token.end);
  }
  function change(text: string) {
    selection.clear();
    query.change(text);
  }

  return (
    <Page
      title="Transactions"
      tabs={<TransactionTabs current="/transactions" />}
      actions={
        <>
          <Suspense>{query.conditions && <ExportMenu query={query.conditions} />}</Suspense>
          <LinkButton to={place ? `/dashboard/move?from=${place}` : '/dashboard/move'} variant="primary">
            Transfer money
          </LinkButton>
        </>
      }
    >
      <SavedViews
        query={query.text}
        onChange={(text, view) => {
          setOrigin(view ?? null);
          change(text);
        }}
      />
      <SearchBox query={query.text} known={known} input={input} onChange={change} />
      <SearchChips parts={query.parts} meanings={query.meanings} onChange={change} onEdit={edit}>
        <SaveView query={query.text} origin={origin} />
      </SearchChips>
      <div className="mt-6 flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
        {places && places.length > 0 && <ChosenBalances ids={places} />}
        <SearchTotals totals={rows.totals} baseCurrency={baseCurrency} isOld={rows.isOld} />
        {rows.count > 0 && (
          <SelectionBar
            selection={selection}
            conditions={rows.listed}
            count={rows.count}
            isSelecting={isSelecting}
            onSelecting={setSelecting}
          />
        )}
      </div>
      <div
        className="mt-6 grid grid-cols-1 items-start gap-8 lg:data-[open=true]:grid-cols-[minmax(0,1fr)_auto]"
        data-open={open !== null}
      >
        <div className="min-w-0">
          {query.conditions && rows.isFirstRead && (
            <>
              <UpcomingRows conditions={query.conditions} place={place} zone={zone} />
              <PendingTransactions conditions={query.conditions} hasPlaces={place === undefined} />
            </>
          )}
          {rows.error && !rows.isFirstRead ? (
            <ErrorState
              title="We couldn't load your transactions."
              onRetry={rows.readAgain}
              busy={rows.isFetching}
            />
          ) : !rows.isFirstRead ? (
            <SkeletonRows rows={10} label="Loading transactions" />
          ) : rows.count === 0 ? (
            query.parts.length > 0 ? (
              <NothingFound onChange={change} />
            ) : (
              <FirstTransaction />
            )
          ) : (
            <>
              <TransactionList
                rowAt={rows.rowAt}
                count={rows.count}
                isCounted={rows.isCounted}
                names={names}
                withBalance={place !== undefined}
                isMerged={rows.isMerged}
                byDay={sort === 'date' || sort === 'oldest'}
                baseCurrency={baseCurrency}
                today={today}
                openId={open}
                selection={selection}
                isSelecting={isSelecting || selection.rows.size > 0}
                onOpen={({ transaction_key }) => openRow(transaction_key)}
                onShow={onShow}
              />
              <Ending
                rowCount={rows.count}
                transactionCount={rows.isCounted ? rows.total : undefined}
                isMerged={rows.isMerged}
              />
              {rows.isCounted && !rows.isOld && rows.count < MOST_LISTED && place && (
                <OpeningBalance last={rows.rowAt(rows.count - 1)} conditions={query.conditions} />
              )}
            </>
          )}
        </div>
        {open && <TransactionDetail key={open} id={open} onClose={() => openRow(null)} />}
      </div>
    </Page>
  );
}

/** Scrolling counts as finished after this pause. Fast scrolling loads no pages. */
const SETTLED_AFTER_MS = 90;
/** Scrolling by more rows than this since the last update counts as fast. */
const READABLE_ROWS = 30;

/**
 * Returns the range of rows near the window and a function that updates the range. During fast scrolling, the
 * update waits for a pause.
 */
function useShown() {
  const [shown, setShown] = useState({ first: 0, last: 0 });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const current = useRef(shown);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = useCallback((first: number, last: number) => {
    const settle = () => {
      current.current = { first, last };
      setShown(current.current);
    };
    clearTimeout(timer.current);
    if (Math.abs(first - current.current.first) <= READABLE_ROWS) settle();
    else timer.current = setTimeout(settle, SETTLED_AFTER_MS);
  }, []);
  return [shown, show] as const;
}

/** Focuses the search field when the customer presses `/` outside any field. */
function useSearchKey(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [input]);
}

type SelectionBarProps = {
  selection: Selection;
  conditions: TransactionConditions | null;
  count: number;
  isSelecting: boolean;
  onSelecting: (isSelecting: boolean) => void;
};

/** Renders the button that starts a selection. Bulk actions appear at the bottom of the window. */
function SelectionBar(props: SelectionBarProps) {
  const { selection, isSelecting, onSelecting } = props;
  const isActive = isSelecting || selection.rows.size > 0;
  return (
    <div className="-mr-3 flex items-center">
      <Button size="sm" variant="ghost" aria-pressed={isActive} onClick={() => onSelecting(true)}>
        <ListChecks className="size-4" /> Select
      </Button>
      {isActive && <Chosen {...props} />}
    </div>
  );
}

function Chosen({ selection, conditions, count, onSelecting }: SelectionBarProps) {
  const client = useQueryClient();
  const [isReading, setReading] = useState(false);
  const chosen = selection.rows.size;
  const most = Math.min(count, MOST_SELECTED);

  async function chooseAll() {
    if (!conditions) return;
    setReading(true);
    try {
      selection.choose(await client.fetchQuery(transactionQueries.page(conditions, null, MOST_SELECTED)));
    } finally {
      setReading(false);
    }
  }
  function end() {
    selection.clear();
    onSelecting(false);
  }
  return (
    <section
      aria-label="Selected transactions"
      className="fixed inset-x-0 bottom-0 z-30 flex justify-center border-line border-t bg-raised px-(--gutter) pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] md:inset-x-auto md:bottom-5 md:left-1/2 md:-translate-x-1/2 md:rounded-3 md:border md:px-4 md:pb-2.5 md:shadow-2"
    >
      <div className="flex w-full flex-wrap items-center gap-x-3 gap-y-1">
        <p aria-live="polite" className="whitespace-nowrap font-semibold text-sm">
          {chosen.toLocaleString('en-US')} selected
        </p>
        {chosen < most && (
          <Button size="sm" variant="ghost" busy={isReading} onClick={() => void chooseAll()}>
            Select {count > MOST_SELECTED ? 'the first' : 'all'} {most.toLocaleString('en-US')}
          </Button>
        )}
        {chosen > 0 && <BulkBar rows={[...selection.rows.values()]} onDone={end} />}
        <Button size="sm" variant="ghost" className="ml-auto" onClick={end}>
          Cancel
        </Button>
      </div>
    </section>
  );
}
