import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { accountQueries } from '@/entities/account/queries';
import { customerQueries } from '@/features/settings/queries';
import { BROWSER_TIME_ZONE, getDay } from '@/lib/dates';
import { ErrorState } from '@/ui/error-state';
import { Page } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';
import { PastReconciliations } from './past-reconciliations';
import { reconcileQueries } from './reconcile-queries';
import { StatementForm } from './statement-form';
import { type StatementEnd, TickList } from './tick-list';

/** Reconciles an account with a statement by checking off transactions. */
export default function ReconcilePage() {
  const { id = '' } = useParams();
  const accounts = useQuery(accountQueries.list());
  const me = useQuery(customerQueries.me()).data;
  const history = useQuery(reconcileQueries.history(id));
  const [statement, setStatement] = useState<StatementEnd | null>(null);
  const account = accounts.data?.find((each) => each.id === id && each.user_id !== null);
  if (accounts.data && !account && !accounts.isFetching) return <Navigate to="/not-found" replace />;
  const failed = [accounts, history].find(({ error, data }) => error && !data);
  const timeZone = me?.time_zone ?? BROWSER_TIME_ZONE;
  const [latest] = history.data ?? [];
  return (
    <Page
      title={account ? `Reconcile ${account.name}` : 'Reconcile'}
      docked={false}
      above={
        <Link to={`/dashboard/accounts/${id}`} className="text-link">
          {account?.name ?? 'Account'}
        </Link>
      }
    >
      {failed ? (
        <ErrorState
          title="We couldn't load the account."
          onRetry={() => {
            void accounts.refetch();
            void history.refetch();
          }}
          busy={failed.isFetching}
        />
      ) : !account || !me || !history.data ? (
        <SkeletonRows rows={6} />
      ) : (
        <>
          <StatementForm
            key={latest?.id ?? 'first'}
            today={getDay(me.now, timeZone)}
            currency={account.currency}
            after={latest?.statement_date ?? null}
            onChange={setStatement}
          />
          {statement && (
            <TickList
              account={account}
              statement={statement}
              opening={latest?.statement_balance ?? 0}
              timeZone={timeZone}
              onDone={() => setStatement(null)}
            />
          )}
          <PastReconciliations history={history.data} currency={account.currency} />
        </>
      )}
    </Page>
  );
}
