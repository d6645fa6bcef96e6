import { getBudgetStatus } from '@engine/insights/budgets.ts';
import { toMinor } from '@engine/money/minor.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { accountQueries } from '@/entities/account/queries';
import { creditCardQueries } from '@/entities/card/queries';
import { customerQueries } from '@/entities/customer/queries';
import { preferenceFor } from '@/entities/notification/notification-kinds';
import { notify, resolve } from '@/entities/notification/notifications';
import { steadyCategories } from '@/entities/transaction/steady-categories';
import { type BudgetRow, budgetQueries } from '@/features/budgets/queries';
import { loanApplicationQueries } from '@/features/loan-applications/queries';
import { notificationQueries } from '@/features/notifications/queries';
import { LATEST_PAYMENTS, peopleNotices } from '@/features/people/people-text';
import { peopleQueries } from '@/features/people/queries';
import { supportQueries } from '@/features/support/queries';
import { ticketNotices } from '@/features/support/tickets/ticket-notices';
import { getDay } from '@/lib/dates';
import { budgetNotices, type Facts, getAlerts, newsNotices } from './alerts';

/** Doesn't retry failed reads, because the page that shows the data reports the failure. */
const WITHOUT_RETRY = { retryOnMount: false } as const;

/**
 * Raises alerts for the loaded data. Waits for fresh data after a fast-forward, so that an old balance isn't
 * reported on the new day. This is a component so that its code loads on demand.
 */
export function Alerts({ customerId }: { customerId: string }): null {
  const me = useQuery({ ...customerQueries.me(), ...WITHOUT_RETRY });
  const accounts = useQuery({ ...accountQueries.list(), ...WITHOUT_RETRY });
  const cards = useQuery({ ...creditCardQueries.list(), ...WITHOUT_RETRY });
  const applications = useQuery({ ...loanApplicationQueries.list(), ...WITHOUT_RETRY });
  const news = useQuery({ ...notificationQueries.news(customerId), ...WITHOUT_RETRY });
  const preferences = useQuery({ ...notificationQueries.preferences(), ...WITHOUT_RETRY });
  const transfers = useQuery({ ...peopleQueries.inbox(), ...WITHOUT_RETRY });
  const payments = useQuery({ ...peopleQueries.payments(LATEST_PAYMENTS), ...WITHOUT_RETRY });
  const tickets = useQuery({ ...supportQueries.tickets(), ...WITHOUT_RETRY });
  const now = me.data?.now;
  const today = me.data ? getDay(me.data.now, me.data.time_zone) : null;
  const budgets = useBudgetNotices(today, preferences.data);
  const isReading =
    budgets.isReading ||
    [me, accounts, cards, applications, news, preferences, transfers, payments, tickets].some(
      ({ isFetching }) => isFetching,
    );
  useEffect(() => {
    if (isReading || !now || !today) return;
    const alerts = getAlerts({
      accounts: accounts.data ?? [],
      cards: cards.data ?? [],
      applications: applications.data ?? [],
      preferences: preferences.data ?? [],
      today,
    });
    const people = preferenceFor(preferences.data ?? [], 'people').isOn
      ? peopleNotices(transfers.data ?? [], payments.data ?? [], now)
      : [];
    const answers = preferenceFor(preferences.data ?? [], 'support_answered').isOn
      ? ticketNotices(tickets.data ?? [])
      : [];
    const notices = [...newsNotices(news.data ?? []), ...budgets.notices, ...people, ...answers];
    notify({ alerts, notices }, customerId, { day: today, now });
    resolve();
  }, [
    isReading,
    now,
    today,
    accounts.data,
    cards.data,
    applications.data,
    news.data,
    preferences.data,
    transfers.data,
    payments.data,
    tickets.data,
    budgets.notices,
    customerId,
  ]);
  return null;
}

function useBudgetNotices(today: string | null, preferences: Facts['preferences'] | undefined) {
  const budgets = useQuery({ ...budgetQueries.status(null), enabled: today !== null });
  // Loads the steady categories only if a budget is nearly used.
  const isNear = (budgets.data ?? []).some(isNearlyUsed);
  const history = useQuery({ ...budgetQueries.history(), enabled: isNear });
  const notices = useMemo(() => {
    const month = budgets.data?.[0]?.month_start;
    if (!today || !month || !budgets.data) return [];
    const steady = history.data ? steadyCategories(history.data, month) : null;
    return budgetNotices({ budgets: budgets.data, month, steady, preferences: preferences ?? [], today });
  }, [today, budgets.data, history.data, preferences]);
  return { notices, isReading: budgets.isFetching || history.isFetching };
}

const isNearlyUsed = ({ available, spent }: BudgetRow) =>
  available !== null && available > 0 && getBudgetStatus(toMinor(available), toMinor(spent), 1) === 'near';
