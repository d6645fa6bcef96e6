import { lazy } from 'react';
import { mortgageAsDebt } from '@/entities/debt/data/terms';
import { DebtsPage } from '@/entities/debt/debts-page';
import { EmptyState } from '@/ui/empty-state';
import { ExampleCurve } from '@/ui/examples';
import { LinkButton } from '@/ui/link';
import { MortgageForm } from './mortgage-form';
import { mortgageQueries } from './queries';

const MortgagePage = lazy(() => import('./mortgage-page'));

/** Renders all mortgages, or the mortgage in the URL. */
export default function MortgagesPage() {
  return (
    <DebtsPage
      product="mortgage"
      title="Mortgages"
      list={mortgageQueries.list()}
      toDebt={mortgageAsDebt}
      DebtPage={MortgagePage}
      Form={MortgageForm}
      emptyState={
        <EmptyState
          title="No mortgages yet"
          example={<ExampleCurve from="$240,000.00" to="Yours" start="Today" end="30 years" />}
          action={<LinkButton to="/loan-applications">Apply for a mortgage</LinkButton>}
        >
          Enter a home price and down payment to see the monthly payment.
        </EmptyState>
      }
    />
  );
}
