import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { accountQueries, isUsable } from '@/entities/account/queries';
import { loanAsDebt } from '@/entities/debt/data/terms';
import { DebtPage } from '@/entities/debt/debt-page';
import { clockQueries } from '@/entities/household/clock-queries';
import { LoanActions } from './loan-actions';
import type { Loan } from './queries';

/** The page of a loan. */
export default function LoanPage({ loan, today, timeZone }: { loan: Loan; today: string; timeZone: string }) {
  const debt = useMemo(() => loanAsDebt(loan), [loan]);
  const accounts = useQuery(accountQueries.list()).data?.filter(isUsable) ?? [];
  const household = useQuery(clockQueries.household()).data ?? null;
  const navigate = useNavigate();
  return (
    <DebtPage
      key={loan.id}
      debt={debt}
      accounts={accounts}
      household={household}
      today={today}
      timeZone={timeZone}
      actions={
        <LoanActions
          loan={loan}
          accounts={accounts}
          today={today}
          onDeleted={() => navigate('/loans', { replace: true })}
        />
      }
    />
  );
}
