import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountQueries } from '@/features/accounts/queries';
import { budgetQueries } from '@/features/budgets/queries';
import { clockQueries } from '@/features/clock/queries';
import { creditCardQueries } from '@/features/credit-cards/queries';
import { loanApplicationQueries } from '@/features/loan-applications/queries';
import { customerQueries } from '@/features/settings/queries';
import { dayOf } from '@/lib/dates';
import { raiseAlerts } from '@/lib/notifications';
import { alertsOf } from './alerts';

/** Keeps an eye on what is loaded and raises what it warns of. */
export function useAlerts(customerId: string): void {
  const accounts = useQuery(accountQueries.list()).data;
  const cards = useQuery(creditCardQueries.list()).data;
  const applications = useQuery(loanApplicationQueries.list()).data;
  const news = useQuery(clockQueries.news()).data;
  const budgets = useQuery(budgetQueries.status(null)).data;
  const me = useQuery(customerQueries.me()).data;
  useEffect(() => {
    if (!me) return;
    const today = dayOf(me.now, me.time_zone);
    const facts = {
      accounts: accounts ?? [],
      cards: cards ?? [],
      applications: applications ?? [],
      news: (news ?? []).map((item) => ({ ...item, day: dayOf(item.at, me.time_zone) })),
      budgets: budgets ?? [],
      today,
    };
    raiseAlerts(alertsOf(facts), customerId, today);
  }, [accounts, cards, applications, news, budgets, me, customerId]);
}
