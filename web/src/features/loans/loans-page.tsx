import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { loanAsDebt } from '@/entities/debt/data/terms';
import type { DebtPageProps } from '@/entities/debt/debt-page';
import { DebtsPage } from '@/entities/debt/debts-page';
import { EmptyState } from '@/ui/empty-state';
import { ExampleCurve } from '@/ui/examples';
import { LinkButton, TextLink } from '@/ui/link';
import { PageSpinner } from '@/ui/spinner';
import { LoanForm } from './loan-form';
import { loanQueries } from './queries';

const DebtPage = lazy(async () => ({ default: (await import('@/entities/debt/debt-page')).DebtPage }));
const CreditLinePage = lazy(() => import('./credit-line-page'));
const RefinancePage = lazy(() => import('./refinance-page'));

const REFINANCE = 'refinance';

/** Renders a loan's page, or that of a home equity line of credit. */
function LoanPage(props: DebtPageProps) {
  const Content = props.debt.line ? CreditLinePage : DebtPage;
  return <Content {...props} />;
}

/** Renders all loans, the loan in the URL, or the refinancing page. */
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
      DebtPage={LoanPage}
      Form={LoanForm}
      emptyState={
        <EmptyState
          title="No loans yet"
          example={<ExampleCurve from="$20,000.00" to="Paid off" start="Today" end="5 years" />}
          action={<LinkButton to="/loan-applications">Apply for a loan</LinkButton>}
        >
          Apply for a loan, or create one with your own terms.
        </EmptyState>
      }
      footer={(loans) =>
        loans.filter(({ draw_months }) => draw_months === null).length > 1 && (
          <p className="mt-6 text-sm">
            <TextLink to={`/loans/${REFINANCE}`}>Combine loans</TextLink>
          </p>
        )
      }
    />
  );
}
