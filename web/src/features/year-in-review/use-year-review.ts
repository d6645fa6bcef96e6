import { getDate, getDay as getDayNumber, parseDay, Zone } from '@engine/calendar/calendar.ts';
import { getLastYear, getYearSpan, reviewYear, type YearReview } from '@engine/insights/year-review.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Customer } from '@/entities/customer/queries';
import { netWorthQuery } from '@/entities/household/net-worth-query';
import { analyticsQueries } from '@/features/analytics/queries';
import { getDay } from '@/lib/dates';
import { combineQueries, type QueryState } from '@/ui/loaded';
import { yearReviewQueries } from './queries';

type CustomerDates = Pick<Customer, 'base_currency' | 'now' | 'time_zone'>;

/** Returns the complete years since the household's first day, the latest first. */
export function useCompleteYears({ now, time_zone }: CustomerDates): QueryState<number[]> {
  const history = useQuery(netWorthQuery());
  const last = getLastYear(getDay(now, time_zone));
  const years = useMemo(() => {
    const first = history.data?.[0];
    if (!history.data) return undefined;
    const count = first ? Math.max(0, last - Number(first.day.slice(0, 4)) + 1) : 0;
    return Array.from({ length: count }, (_, index) => last - index);
  }, [history.data, last]);
  return { ...history, data: years };
}

export type YearTaxes = { withheld: number; opensOn: string; isOpen: boolean };

/** Reviews a complete year. */
export function useYearReview(
  { base_currency: currency, now, time_zone }: CustomerDates,
  year: number,
): QueryState<{ review: YearReview; taxes: YearTaxes | null }> {
  const today = getDate(parseDay(getDay(now, time_zone)));
  const zone = useMemo(() => new Zone(time_zone), [time_zone]);
  const getStart = (first: number) => new Date(zone.getStart(getDayNumber(first, 1, 1))).toISOString();
  const history = useQuery(netWorthQuery());
  const movements = useQuery(yearReviewQueries.movements(year));
  const flows = useQuery(analyticsQueries.flows(getYearSpan(year), null));
  const budgets = useQuery(yearReviewQueries.budgets((today.year - year) * 12 + today.month));
  const purchases = useQuery(yearReviewQueries.purchases(year));
  const goals = useQuery(yearReviewQueries.goals(getStart(year), getStart(year + 1)));
  const taxYears = useQuery(yearReviewQueries.taxYears());
  const loaded = combineQueries(history, movements, flows, budgets, purchases, goals, taxYears);
  const data = useMemo(() => {
    if (!history.data || !movements.data || !flows.data || !budgets.data) return undefined;
    if (!purchases.data || !goals.data || !taxYears.data) return undefined;
    const review = reviewYear({
      year,
      currency,
      days: history.data,
      movements: movements.data,
      flows: flows.data,
      budgets: budgets.data,
      purchases: purchases.data,
      goals: goals.data.map(({ description }) => description),
    });
    const tax = taxYears.data.find(({ tax_year }) => tax_year === year);
    return {
      review,
      taxes: tax ? { withheld: tax.withheld, opensOn: tax.opens_on, isOpen: tax.is_open } : null,
    };
  }, [
    year,
    currency,
    history.data,
    movements.data,
    flows.data,
    budgets.data,
    purchases.data,
    goals.data,
    taxYears.data,
  ]);
  return { ...loaded, data };
}
