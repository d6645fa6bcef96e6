import { addMonths, getDay as dayNumber, dayText, getDate, parseDay } from '@engine/calendar/calendar.ts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { accountQueries, isUsable } from '@/entities/account/queries';
import { creditCardQueries } from '@/entities/card/queries';
import { analyticsQueries } from '@/features/analytics/queries';
import { autoDepositQueries } from '@/features/auto-deposit/queries';
import { goalQueries } from '@/features/goals/queries';
import { loanQueries } from '@/features/loans/queries';
import { mortgageQueries } from '@/features/mortgages/queries';
import { customerQueries } from '@/features/settings/queries';
import { formatAs, getDay } from '@/lib/dates';
import { getStarters, type StarterGroup } from './starters';

/** Used until the simulated day is known. */
const SOME_DAY = '2000-01-01';
const MONTHS_AHEAD = 2;

/**
 * Returns example questions about the customer's own products: undefined while loading, empty without
 * products.
 */
export function useStarters(): StarterGroup[] | undefined {
  const { data: me } = useQuery(customerQueries.me());
  const { data: accounts } = useQuery(accountQueries.list());
  const { data: cards } = useQuery(creditCardQueries.list());
  const { data: loans } = useQuery(loanQueries.list());
  const { data: mortgages } = useQuery(mortgageQueries.list());
  const { data: goals } = useQuery(goalQueries.list());
  const { data: deposits } = useQuery(autoDepositQueries.list());
  const today = me ? getDay(me.now, me.time_zone) : SOME_DAY;
  const flows = useQuery({
    ...analyticsQueries.flows(
      useMemo(() => lastMonth(today), [today]),
      null,
    ),
    enabled: me !== undefined,
  });
  const [card] = cards?.filter(({ closed_at }) => closed_at === null) ?? [];
  const [statements] = useQueries({
    queries: (card ? [card] : []).map(({ id }) => creditCardQueries.statements(id)),
  });
  // Skips questions about data that failed to load.
  if (!me || !accounts || !cards || !loans || flows.isPending || statements?.isPending) return undefined;
  const usable = accounts.filter(isUsable);
  if (usable.length + cards.length + loans.length === 0) return [];
  const interest = statements?.data?.find((statement) => statement.interest > 0)?.interest;
  return getStarters({
    accounts: usable,
    cards: cards.filter(({ closed_at }) => closed_at === null),
    debts: loans.filter(({ remaining_balance }) => remaining_balance > 0),
    hasMortgage: (mortgages ?? []).some(({ remaining_balance }) => remaining_balance > 0),
    goals: (goals ?? []).filter(({ status }) => status === 'active'),
    largestCategory: getLargest(flows.data ?? []),
    cardInterest: card && interest ? { amount: interest, currency: card.currency } : null,
    monthAhead: formatAs(monthAhead(today), 'MMMM'),
    hasPay: (deposits ?? []).some((deposit) => deposit.is_pay && !deposit.paused),
  });
}

type Flow = {
  part: string;
  is_before: boolean;
  direction: string | null;
  category: string | null;
  amount: number | null;
};

function getLargest(flows: readonly Flow[]): string | null {
  const spent = flows
    .filter(({ part, is_before, direction }) => part === 'category' && !is_before && direction === 'out')
    .filter(({ category }) => category !== null)
    .toSorted((one, other) => (other.amount ?? 0) - (one.amount ?? 0));
  return spent[0]?.category ?? null;
}

/** The last full month and the one before it. */
function lastMonth(today: string) {
  const first = firstOf(today);
  const from = addMonths(first, -1);
  return {
    name: 'month' as const,
    from: dayText(from),
    to: dayText(first - 1),
    beforeFrom: dayText(addMonths(from, -1)),
    beforeTo: dayText(from - 1),
    beforeWords: 'the month before',
  };
}

const monthAhead = (today: string) => dayText(addMonths(firstOf(today), MONTHS_AHEAD));

function firstOf(today: string) {
  const { year, month } = getDate(parseDay(today));
  return dayNumber(year, month, 1);
}
