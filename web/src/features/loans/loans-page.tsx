import { lazy, Suspense } from 'react';
import { Link, useParams } from 'react-router';
import { loanAsDebt } from '@/entities/debt/data/terms';
import { DebtsPage } from '@/entities/debt/debts-page';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { PageSpinner } from '@/ui/spinner';
import { LoanForm } from './loan-form';
import { loanQueries } from './queries';

const DebtPage = lazy(async () => ({ default: (await import('@/entities/debt/debt-page')).DebtPage }));
const RefinancePage = lazy(() => import('./refinance-page'));

const REFINANCE = 'refinance';

/** All loans, the one in the address, or refinancing. */
export default function LoansPage() {
  const { '*': path } = useParams();
  if (path === REFINANCE)
    return (
      <Suspense fallback={<PageSpinner />}>
        <RefinancePage />
      </Suspense>
    );
  return (
    <DebtsPage
      product="loan"
      title="Loans"
      list={loanQueries.list()}
      toDebt={loanAsDebt}
      DebtPage={DebtPage}
      Form={LoanForm}
      actions={
        <Button asChild>
          <Link to="/applications">Applications</Link>
        </Button>
      }
      emptyState={
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
      }
      footer={(loans) =>
        loans.length > 1 && (
          <p className="border-line border-t pt-6 text-sm">
            <Link to={`/loans/${REFINANCE}`} className="text-link">
              Combine loans
            </Link>
          </p>
        )
      }
    />
  );
}
