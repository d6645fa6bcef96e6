import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { accountQueries } from '@/features/accounts/queries';
import { customerQueries } from '@/features/settings/queries';
import { BROWSER_TIME_ZONE, dayOf } from '@/lib/dates';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { ErrorState } from '@/ui/error-state';
import { Money } from '@/ui/money';
import { Page } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';
import { FilterBar } from './filter-bar';
import { transactionQueries } from './queries';
import { TransactionDetail } from './transaction-detail';
import { TransactionList } from './transaction-list';
import { useFilter } from './use-filter';

/** Everything that happened, newest first. */
export default function TransactionsPage() {
  const [filter, changeFilter] = useFilter();
  const [search, setSearch] = useSearchParams();
  const accounts = useQuery(accountQueries.list());
  const me = useQuery(customerQueries.me());
  const list = useInfiniteQuery(transactionQueries.list(filter, me.data?.time_zone ?? BROWSER_TIME_ZONE));
  const open = search.get('open');
  const account = accounts.data?.find(({ id }) => id === filter.account);
  const today = dayOf(me.data?.now ?? new Date(), me.data?.time_zone);
  const rows = list.data?.pages.flat();
  const isNarrowed = Object.values(filter).some(Boolean);

  function openRow(id: string | null) {
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (id) next.set('open', id);
        else next.delete('open');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  return (
    <Page
      title="Transactions"
      actions={
        <Button asChild variant="primary">
          <Link to={account ? `/dashboard/move?from=${account.id}` : '/dashboard/move'}>Move money</Link>
        </Button>
      }
    >
      <FilterBar accounts={accounts.data ?? []} filter={filter} today={today} onChange={changeFilter} />
      {account && (
        <div className="mt-8">
          <p className="text-ink-3 text-sm">{account.name} balance</p>
          <p aria-live="polite">
            <Money amount={account.balance} currency={account.currency} size="page" />
          </p>
        </div>
      )}
      <div
        className="mt-8 grid grid-cols-1 items-start gap-8 lg:data-[open=true]:grid-cols-[minmax(0,1fr)_auto]"
        data-open={open !== null}
      >
        {list.error && !rows ? (
          <ErrorState
            title="Your transactions could not be read."
            onRetry={() => void list.refetch()}
            busy={list.isFetching}
          />
        ) : !rows ? (
          <SkeletonRows rows={10} label="Loading transactions" />
        ) : rows.length === 0 ? (
          isNarrowed ? (
            <EmptyState
              title="Nothing matches."
              action={
                <Button onClick={() => changeFilter({ account: '', type: '', words: '', from: '', to: '' })}>
                  Show everything
                </Button>
              }
            >
              Search looks at descriptions and merchants; each word must be found.
            </EmptyState>
          ) : (
            <EmptyState
              title="Nothing has happened yet."
              action={
                <Button asChild variant="primary">
                  <Link to="/create-account">Open an account</Link>
                </Button>
              }
            >
              Your first deposit heads this list.
            </EmptyState>
          )
        ) : (
          <TransactionList
            rows={rows}
            accounts={accounts.data ?? []}
            withBalance={account !== undefined}
            today={today}
            timeZone={me.data?.time_zone}
            openId={open}
            onOpen={openRow}
            hasMore={list.hasNextPage}
            isReading={list.isFetchingNextPage}
            onMore={() => void list.fetchNextPage()}
          />
        )}
        {open && <TransactionDetail key={open} id={open} onClose={() => openRow(null)} />}
      </div>
    </Page>
  );
}
