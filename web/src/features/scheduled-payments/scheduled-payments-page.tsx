import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { customerQueries } from '@/entities/customer/queries';
import { clockQueries } from '@/entities/household/clock-queries';
import { TransactionTabs } from '@/entities/transaction/transaction-tabs';
import { EmptyState } from '@/ui/empty-state';
import { LinkButton } from '@/ui/link';
import { combineQueries, LoadedPage } from '@/ui/loaded';
import { Page } from '@/ui/page';
import { Skeleton, SkeletonRows } from '@/ui/skeleton';
import { ExamplePayments } from './payments/example-payments';
import { projectPayments } from './projection';
import { scheduledPaymentQueries } from './queries';
import { ScheduledPayments } from './scheduled-payments';

const AHEAD_DAYS = 60;
const TABS = <TransactionTabs current="/scheduled-payments" />;

export default function ScheduledPaymentsPage() {
  const rules = useQuery(scheduledPaymentQueries.list());
  const household = useQuery(clockQueries.household());
  const me = useQuery(customerQueries.me());
  const row = household.data;
  const affordability = useMemo(() => (row ? projectPayments(row, AHEAD_DAYS) : null), [row]);
  return (
    <LoadedPage
      title="Scheduled payments"
      tabs={TABS}
      from={combineQueries(rules, me, household)}
      failure="We couldn't load your scheduled payments."
      placeholder={<PaymentsSkeleton />}
    >
      {([list, customer]) =>
        row && affordability && affordability.accounts.size > 0 ? (
          <ScheduledPayments rules={list} household={row} affordability={affordability} customer={customer} />
        ) : (
          <NoAccounts />
        )
      }
    </LoadedPage>
  );
}

function NoAccounts() {
  return (
    <Page title="Scheduled payments" tabs={TABS}>
      <EmptyState
        title="No accounts yet"
        example={<ExamplePayments />}
        action={
          <LinkButton to="/create-account" variant="primary">
            Open account
          </LinkButton>
        }
      >
        Open an account to pay rent, subscriptions, and savings automatically.
      </EmptyState>
    </Page>
  );
}

function PaymentsSkeleton() {
  return (
    <div role="status" aria-label="Loading your scheduled payments">
      <Skeleton className="h-4 w-40" />
      <Skeleton className="mt-3 h-14 w-64" />
      <div className="mt-10 grid gap-16 lg:grid-cols-[2fr_3fr]">
        <SkeletonRows rows={5} />
        <Skeleton className="h-96 w-full" />
      </div>
    </div>
  );
}
