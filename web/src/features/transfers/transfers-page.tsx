import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { accountQueries, isUsable } from '@/entities/account/queries';
import { EmptyState } from '@/ui/empty-state';
import { ErrorState } from '@/ui/error-state';
import { LinkButton, TextLink } from '@/ui/link';
import { Page } from '@/ui/page';
import { Panel } from '@/ui/panel';
import { SkeletonRows } from '@/ui/skeleton';
import { MoveMoney } from './move-money';

/** Transfers money with a review. */
export default function TransfersPage() {
  const [search] = useSearchParams();
  const { data, error, refetch, isFetching } = useQuery(accountQueries.list());
  const accounts = data?.filter(isUsable);
  return (
    <Page
      title="Transfer money"
      className="max-w-152!"
      above={<TextLink to="/dashboard">Dashboard</TextLink>}
    >
      {error && !data ? (
        <ErrorState
          title="We couldn't load your accounts."
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      ) : !accounts ? (
        <SkeletonRows rows={4} />
      ) : accounts.length < 2 ? (
        <EmptyState
          title={
            accounts.length === 0
              ? 'You have no accounts yet'
              : 'You need a second account to transfer money.'
          }
          action={
            <LinkButton to="/create-account" variant="primary">
              Open account
            </LinkButton>
          }
        >
          To add or take out money, use Deposit or Withdraw on the account.
        </EmptyState>
      ) : (
        <Panel>
          <MoveMoney accounts={accounts} from={search.get('from')} to={search.get('to')} />
        </Panel>
      )}
      <p className="mt-6 text-ink-2">
        Paying someone else? <TextLink to="/dashboard/people">Pay people by email address</TextLink>
      </p>
    </Page>
  );
}
