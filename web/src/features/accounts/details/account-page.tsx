import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams } from 'react-router';
import { DocumentLinks } from '@/entities/document/document-links';
import { Badge } from '@/ui/badge';
import { LineChart } from '@/ui/charts/line-chart';
import { ErrorState } from '@/ui/error-state';
import { Page, Section } from '@/ui/page';
import { Skeleton, SkeletonRows } from '@/ui/skeleton';
import { accountQueries, isUsable, maskedNumber, TYPE_LABELS } from '../../../entities/account/queries';
import { SavingsTerms } from '../savings-terms';
import { AccountActions } from './account-actions';
import { AccountHistory } from './account-history';
import { BalanceFigure } from './balance-figure';
import { CopyNumber } from './copy-number';

/** The page of an account: its balance, actions, and history. */
export default function AccountPage() {
  const { id = '' } = useParams();
  const { data: accounts, error, refetch, isFetching } = useQuery(accountQueries.list());
  const account = accounts?.find((each) => each.id === id);
  // While it reloads, the list may lack an account that was just opened.
  if (accounts && !account && !isFetching) return <Navigate to="/not-found" replace />;
  if (!account) {
    return (
      <Page title="Account">
        {error ? (
          <ErrorState
            title="We couldn't load your accounts."
            onRetry={() => void refetch()}
            busy={isFetching}
          />
        ) : (
          <>
            <Skeleton className="mb-8 h-14 w-64" />
            <SkeletonRows rows={6} />
          </>
        )}
      </Page>
    );
  }
  return (
    <Page
      title={account.name}
      above={
        <Link to="/dashboard" className="text-link">
          Dashboard
        </Link>
      }
      actions={isUsable(account) && <AccountActions account={account} accounts={accounts ?? []} />}
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
        {TYPE_LABELS[account.type]}
        <span aria-hidden>·</span>
        <CopyNumber number={account.account_number} masked={maskedNumber(account)} />
        {account.user_id === null && <Badge tone="info">Shared, view only</Badge>}
        {account.closed_at && <Badge>Closed</Badge>}
      </p>
      <p className="mt-6 text-ink-3 text-sm">Balance</p>
      <p aria-live="polite">
        <BalanceFigure account={account} />
      </p>
      {account.closed_at && <AccountActions account={account} accounts={accounts ?? []} />}
      <BalanceHistory accountId={account.id} currency={account.currency} />
      {account.type === 'SAVINGS' && account.closed_at === null && (
        <Section title="Interest" className="mt-10">
          <SavingsTerms balance={account.balance} currency={account.currency} />
        </Section>
      )}
      <DocumentLinks about={account.id} title="Statements" className="mt-10" />
      <Section
        title="History"
        aside={
          <span className="flex flex-wrap justify-end gap-x-5">
            {isUsable(account) && (
              <Link to={`/dashboard/accounts/${account.id}/reconcile`} className="text-link">
                Reconcile
              </Link>
            )}
            <Link to={`/transactions?account=${account.id}`} className="text-link">
              Search
            </Link>
          </span>
        }
        className="mt-10"
      >
        <AccountHistory account={account} />
      </Section>
    </Page>
  );
}

function BalanceHistory({ accountId, currency }: { accountId: string; currency: string }) {
  const { data } = useQuery(accountQueries.history(accountId));
  if (!data || data.length < 2) return null;
  const points = data.map(({ day, balance }) => ({ day, value: balance }));
  return <LineChart label="Balance" points={points} currency={currency} fromZero className="mt-8" />;
}
