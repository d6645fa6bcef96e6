import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { MoneyAccount } from '@/entities/account/account-field';
import { accountQueries, isUsable } from '@/entities/account/queries';
import { customerQueries } from '@/entities/customer/queries';
import { clockQueries } from '@/entities/household/clock-queries';
import { BROWSER_TIME_ZONE, getDay } from '@/lib/dates';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { BackLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Dialog } from '@/ui/overlays/dialog';
import { Page } from '@/ui/page';
import { Skeleton, SkeletonRows } from '@/ui/skeleton';
import { PageSpinner } from '@/ui/spinner';
import type { Debt } from './data/terms';
import type { DebtPageProps } from './debt-page';
import { DebtTabs } from './debt-tabs';
import { DebtItem } from './list-item';
import { DebtTotal } from './total';

export type DebtFormProps<Row> = {
  /** The debt to edit; undefined for a new debt. */
  row?: Row;
  /** The accounts that can receive the money from a new debt. */
  accounts?: readonly MoneyAccount[];
  /** The simulated day (`yyyy-MM-dd`). */
  today: string;
  onDone: () => void;
};

type DebtsPageProps<Row> = {
  product: Debt['product'];
  /** The heading. In lower case, it is also the first segment of the path. */
  title: 'Loans' | 'Mortgages';
  list: UseQueryOptions<Row[], Error, Row[], readonly unknown[]>;
  toDebt: (row: Row) => Debt;
  /** The lazy-loaded page of a single debt. */
  DebtPage: ComponentType<DebtPageProps>;
  Form: ComponentType<DebtFormProps<Row>>;
  /** The actions shown before the action that creates a debt. */
  actions?: ReactNode;
  emptyState: ReactNode;
  /** Content below the list. */
  footer?: (rows: readonly Row[]) => ReactNode;
};

/** Matches a debt's id. Other paths show the list. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Renders the list of loans or mortgages, or the debt in the path. */
export function DebtsPage<Row extends { id: string }>({
  product,
  title,
  list: rowsQuery,
  toDebt,
  DebtPage,
  Form,
  actions,
  emptyState,
  footer,
}: DebtsPageProps<Row>) {
  const { '*': chosenId = '' } = useParams();
  const navigate = useNavigate();
  const query = useQuery(rowsQuery);
  const rows = query.data;
  const accounts = useQuery(accountQueries.list()).data?.filter(isUsable) ?? [];
  const me = useQuery(customerQueries.me()).data;
  const today = getDay(me?.now ?? new Date(), me?.time_zone);
  const [isCreating, setIsCreating] = useState(false);
  const household = useQuery(clockQueries.household()).data ?? null;
  const hasOne = rows?.length === 1;
  const isKnown = rows?.some(({ id }) => id === chosenId);
  // A single debt opens without its own path, unless the path names a debt that doesn't exist.
  const chosen = hasOne && !UUID.test(chosenId) ? rows[0] : rows?.find(({ id }) => id === chosenId);
  const debt = useMemo(() => chosen && toDebt(chosen), [chosen, toDebt]);
  const list = product === 'loan' ? '/loans' : '/mortgages';
  const tabs = <DebtTabs current={list} />;
  const creation = (
    <Dialog open={isCreating} onClose={() => setIsCreating(false)} title={`Create ${product}`}>
      {isCreating && <Form accounts={accounts} today={today} onDone={() => setIsCreating(false)} />}
    </Dialog>
  );

  if (chosen && debt)
    return (
      <Suspense fallback={<PageSpinner />}>
        <DebtPage
          key={chosen.id}
          debt={debt}
          accounts={accounts}
          today={today}
          timeZone={me?.time_zone ?? BROWSER_TIME_ZONE}
          above={hasOne ? tabs : <BackLink to={list}>{title}</BackLink>}
          editForm={(close) => <Form row={chosen} today={today} onDone={close} />}
          onCreate={hasOne ? () => setIsCreating(true) : undefined}
          onDeleted={() => void navigate(list, { replace: true })}
        />
        {creation}
      </Suspense>
    );
  const isMissing = UUID.test(chosenId) && !isKnown;
  if (isMissing && !rows && !query.error)
    return (
      <Page title={product === 'loan' ? 'Loan' : 'Mortgage'}>
        <Skeleton className="mb-8 h-14 w-64" />
        <SkeletonRows rows={6} />
      </Page>
    );
  return (
    <Page
      title={title}
      tabs={tabs}
      docked={!rows?.length}
      actions={
        <>
          {actions}
          <Button variant={rows?.length ? 'secondary' : 'primary'} onClick={() => setIsCreating(true)}>
            Create {product}
          </Button>
        </>
      }
    >
      <Loaded from={query} failure={`We couldn't load your ${title.toLowerCase()}.`}>
        {(loaded) =>
          loaded.length === 0 ? (
            emptyState
          ) : (
            <div>
              {isMissing && (
                <AlertBox kind="info" fact={`We couldn't find that ${product}.`} className="mb-8">
                  Choose one from the list below.
                </AlertBox>
              )}
              <DebtTotal debts={loaded.map(toDebt)} />
              <div className="space-y-5">
                {loaded.map((row) => (
                  <DebtItem
                    key={row.id}
                    debt={toDebt(row)}
                    accounts={accounts}
                    household={household}
                    today={today}
                  />
                ))}
              </div>
              {footer?.(loaded)}
            </div>
          )
        }
      </Loaded>
      {creation}
    </Page>
  );
}
