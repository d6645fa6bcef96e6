import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { accountQueries, isUsable } from '@/entities/account/queries';
import { isVariable } from '@/entities/debt/data/plan';
import { mortgageAsDebt } from '@/entities/debt/data/terms';
import { DebtPage } from '@/entities/debt/debt-page';
import { clockQueries } from '@/entities/household/clock-queries';
import { HomeSection } from './home-section';
import { MortgageActions } from './mortgage-actions';
import type { Mortgage } from './queries';
import { RateSection } from './rate-section';

type MortgagePageProps = { mortgage: Mortgage; today: string; timeZone: string };

/** The page of a mortgage. */
export default function MortgagePage({ mortgage, today, timeZone }: MortgagePageProps) {
  const debt = useMemo(() => mortgageAsDebt(mortgage), [mortgage]);
  const accounts = useQuery(accountQueries.list()).data?.filter(isUsable) ?? [];
  const household = useQuery(clockQueries.household()).data ?? null;
  const navigate = useNavigate();
  return (
    <DebtPage
      key={mortgage.id}
      debt={debt}
      accounts={accounts}
      household={household}
      today={today}
      timeZone={timeZone}
      actions={
        <MortgageActions
          mortgage={mortgage}
          accounts={accounts}
          today={today}
          onDeleted={() => navigate('/mortgages', { replace: true })}
        />
      }
    >
      {(lived) => (
        <>
          {debt.home && debt.owed > 0 && (
            <HomeSection debt={debt} home={debt.home} lived={lived} timeZone={timeZone} />
          )}
          {debt.owed > 0 && isVariable(lived.terms) && (
            <RateSection debt={debt} terms={lived.terms} timeZone={timeZone} />
          )}
        </>
      )}
    </DebtPage>
  );
}
