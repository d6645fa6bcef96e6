import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useParams } from 'react-router';
import { accountQueries, isUsable } from '@/entities/account/queries';
import { customerQueries } from '@/entities/customer/queries';
import { mortgageAsDebt } from '@/entities/debt/data/terms';
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
import { MortgageActions } from './mortgage-actions';
import { MortgageForm } from './mortgage-form';
import { mortgageQueries } from './queries';

const MortgagePage = lazy(() => import('./mortgage-page'));

/** An id of a debt. Other addresses show the list. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** All mortgages, or the one in the address. */
export default function MortgagesPage() {
  const { '*': chosenId = '' } = useParams();
  const { data: mortgages, error, refetch, isFetching } = useQuery(mortgageQueries.list());
  const accounts = useQuery(accountQueries.list()).data?.filter(isUsable) ?? [];
  const me = useQuery(customerQueries.me()).data;
  const today = getDay(me?.now ?? new Date(), me?.time_zone);
  const [creating, setCreating] = useState(false);
  const actions = (
    <Button variant={mortgages?.length ? 'secondary' : 'primary'} onClick={() => setCreating(true)}>
      Create mortgage
    </Button>
  );
  const chosen = mortgages?.find(({ id }) => id === chosenId);
  if (chosen)
    return (
      <Suspense fallback={<PageSpinner />}>
        <MortgagePage mortgage={chosen} today={today} timeZone={me?.time_zone ?? BROWSER_TIME_ZONE} />
      </Suspense>
    );
  const isGone = UUID.test(chosenId);
  if (isGone && !mortgages && !error)
    return (
      <Page title="Mortgage">
        <Skeleton className="mb-8 h-14 w-64" />
        <SkeletonRows rows={6} />
      </Page>
    );
  return (
    <Page title="Mortgages" docked={!mortgages?.length} actions={actions}>
      {error && !mortgages ? (
        <ErrorState
          title="We couldn't load your mortgages."
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      ) : !mortgages ? (
        <SkeletonRows rows={4} />
      ) : mortgages.length === 0 ? (
        <EmptyState title="No mortgages yet">
          Enter a home price and down payment to see the monthly payment.
        </EmptyState>
      ) : (
        <div>
          {isGone && (
            <AlertBox kind="info" fact="We couldn't find that mortgage." className="mb-8">
              Here are the ones you have.
            </AlertBox>
          )}
          <DebtTotal debts={mortgages.map(mortgageAsDebt)} />
          {mortgages.map((mortgage) => (
            <DebtItem
              key={mortgage.id}
              debt={mortgageAsDebt(mortgage)}
              actions={<MortgageActions mortgage={mortgage} accounts={accounts} today={today} />}
            />
          ))}
        </div>
      )}
      <Dialog open={creating} onOpenChange={setCreating} title="Create mortgage">
        {creating && <MortgageForm accounts={accounts} today={today} onDone={() => setCreating(false)} />}
      </Dialog>
    </Page>
  );
}
