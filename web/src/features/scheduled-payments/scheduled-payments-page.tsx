import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { customerQueries } from '@/entities/customer/queries';
import { clockQueries } from '@/entities/household/clock-queries';
import { EmptyState } from '@/ui/empty-state';
import { ErrorState } from '@/ui/error-state';
import { LinkButton } from '@/ui/link';
import { Page } from '@/ui/page';
import { Skeleton, SkeletonRows } from '@/ui/skeleton';
import { scheduledPaymentQueries } from './queries';
import { ScheduledPayments } from './scheduled-payments';
import { projectPayments } from './upcoming/projection';

const AHEAD_DAYS = 60;

/** Renders upcoming payments, risky days, rules, and detected recurring payments. */
export default function ScheduledPaymentsPage() {
  const rules = useQuery(scheduledPaymentQueries.list());
  const household = useQuery(clockQueries.household());
  const me = useQuery(customerQueries.me());
  const all = [rules, household, me];
  const missing = all.find(({ data }) => data === undefined);
  const row = household.data;
  const affordability = useMemo(() => (row ? projectPayments(row, AHEAD_DAYS) : null), [row]);
  if (missing)
    return (
      <Page title="Scheduled payments">
        {missing.error ? (
          <ErrorState
            title="We couldn't load your scheduled payments."
            onRetry={() => all.forEach((query) => void query.refetch())}
            busy={all.some(({ isFetching }) => isFetching)}
          />
        ) : (
          <PaymentsSkeleton />
        )}
      </Page>
    );
  if (!rules.data || !me.data) return null;
  if (!row || !affordability || affordability.accounts.size === 0)
    return (
      <Page title="Scheduled payments">
        <EmptyState
          title="No accounts yet"
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
  return (
    <ScheduledPayments rules={rules.data} household={row} affordability={affordability} customer={me.data} />
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
