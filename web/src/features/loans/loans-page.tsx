import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useParams } from 'react-router';
import { accountQueries, isUsable } from '@/entities/account/queries';
import { customerQueries } from '@/entities/customer/queries';
import { loanAsDebt } from '@/entities/debt/data/terms';
import { DebtItem } from '@/entities/debt/list-item';
import { DebtTotal } from '@/entities/debt/total';
import { BROWSER_TIME_ZONE, getDay } from '@/lib/dates';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { ErrorState } from '@/ui/error-state';
import { Dialog } from '@/ui/overlays/dialog';
import { Page } from '@/ui/page';
import { Skeleton, SkeletonRows } from '@/ui/skeleton';
import { PageSpinner } from '@/ui/spinner';
import { LoanActions } from './loan-actions';
import { LoanForm } from './loan-form';
import { loanQueries } from './queries';

const LoanPage = lazy(() => import('./loan-page'));
const RefinancePage = lazy(() => import('./refinance-page'));

const REFINANCE = 'refinance';

/** An id of a debt. Other addresses show the list. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** All loans, or the one in the address. */
export default function LoansPage() {
  const { '*': chosenId = '' } = useParams();
  const { data: loans, error, refetch, isFetching } = useQuery(loanQueries.list());
  const accounts = useQuery(accountQueries.list()).data?.filter(isUsable) ?? [];
  const me = useQuery(customerQueries.me()).data;
  const today = getDay(me?.now ?? new Date(), me?.time_zone);
  const [creating, setCreating] = useState(false);
  const actions = (
    <>
      <Button asChild>
        <Link to="/applications">Applications</Link>
      </Button>
      <Button variant={loans?.length ? 'secondary' : 'primary'} onClick={() => setCreating(true)}>
        Create loan
      </Button>
    </>
  );
  if (chosenId === REFINANCE)
    return (
      <Suspense fallback={<PageSpinner />}>
        <RefinancePage today={today} />
      </Suspense>
    );
  const chosen = loans?.find(({ id }) => id === chosenId);
  if (chosen)
    return (
      <Suspense fallback={<PageSpinner />}>
        <LoanPage loan={chosen} today={today} timeZone={me?.time_zone ?? BROWSER_TIME_ZONE} />
      </Suspense>
    );
  const isGone = UUID.test(chosenId);
  if (isGone && !loans && !error)
    return (
      <Page title="Loan">
        <Skeleton className="mb-8 h-14 w-64" />
        <SkeletonRows rows={6} />
      </Page>
    );
  return (
    <Page title="Loans" docked={!loans?.length} actions={actions}>
      {error && !loans ? (
        <ErrorState title="We couldn't load your loans." onRetry={() => void refetch()} busy={isFetching} />
      ) : !loans ? (
        <SkeletonRows rows={4} />
      ) : loans.length === 0 ? (
        <EmptyState
          title="No loans yet"
          action={
            <Button asChild>
              <Link to="/loan-applications">Apply for a loan</Link>
            </Button>
          }
        >
          Apply for a loan, or create one with your own terms.
        </EmptyState>
      ) : (
        <div>
          {isGone && (
            <AlertBox kind="info" fact="We couldn't find that loan." className="mb-8">
              Here are the ones you have.
            </AlertBox>
          )}
          <DebtTotal debts={loans.map(loanAsDebt)} />
          {loans.map((loan) => (
            <DebtItem
              key={loan.id}
              debt={loanAsDebt(loan)}
              actions={<LoanActions loan={loan} accounts={accounts} today={today} />}
            />
          ))}
          {loans.length > 1 && (
            <p className="border-line border-t pt-6 text-sm">
              <Link to={`/loans/${REFINANCE}`} className="text-link">
                Combine loans
              </Link>
            </p>
          )}
        </div>
      )}
      <Dialog open={creating} onOpenChange={setCreating} title="Create loan">
        {creating && <LoanForm accounts={accounts} today={today} onDone={() => setCreating(false)} />}
      </Dialog>
    </Page>
  );
}
