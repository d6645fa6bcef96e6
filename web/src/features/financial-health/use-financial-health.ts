import { addMonths, parseDay, Zone } from '@engine/calendar/calendar.ts';
import {
  computeFinancialHealth,
  type FinancialHealth,
  type HealthFacts,
} from '@engine/insights/financial-health.ts';
import { collectHealthFacts, HEALTH_MONTHS } from '@engine/insights/financial-health-facts.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Customer } from '@/entities/customer/queries';
import { clockQueries } from '@/entities/household/clock-queries';
import { exchangeRateQueries } from '@/entities/household/exchange-rate-queries';
import { analyticsQueries } from '@/features/analytics/queries';
import { lastFullMonths } from '@/features/analytics/range';
import { budgetQueries } from '@/features/budgets/queries';
import { creditScoreQueries } from '@/features/credit-score/queries';
import { getDay } from '@/lib/dates';
import { combineQueries, type QueryState } from '@/ui/loaded';
import { financialHealthQueries } from './queries';

export type MeasuredHealth = { facts: HealthFacts; health: FinancialHealth; hasPaycheck: boolean };

/** Computes the customer's financial health score from the bank's records. */
export function useFinancialHealth({
  base_currency: currency,
  now,
  time_zone,
}: Pick<Customer, 'base_currency' | 'now' | 'time_zone'>): QueryState<MeasuredHealth> {
  const today = getDay(now, time_zone);
  const range = useMemo(() => lastFullMonths(today, HEALTH_MONTHS), [today]);
  const since = useMemo(() => {
    const yearAgo = addMonths(parseDay(today), -HEALTH_MONTHS);
    return new Date(new Zone(time_zone).getStart(yearAgo)).toISOString();
  }, [today, time_zone]);
  const household = useQuery(clockQueries.household());
  const credit = useQuery(creditScoreQueries.facts());
  const flows = useQuery(analyticsQueries.flows(range, null));
  const rates = useQuery(exchangeRateQueries.day(currency, today));
  const budgets = useQuery(budgetQueries.status(null));
  const failed = useQuery(financialHealthQueries.failedPayments(since));
  const loaded = combineQueries(household, credit, flows, rates, budgets, failed);
  const health = useMemo(() => {
    const isLoaded = household.data !== undefined && credit.data !== undefined;
    if (!isLoaded || !flows.data || !rates.data || !budgets.data || !failed.data) return undefined;
    const facts = collectHealthFacts({
      today,
      currency,
      household: household.data,
      credit: credit.data,
      flows: flows.data,
      rates: rates.data,
      budgets: budgets.data,
      failed: failed.data,
    });
    const hasPaycheck = (household.data?.auto_deposits.length ?? 0) > 0;
    return { facts, health: computeFinancialHealth(facts), hasPaycheck };
  }, [today, currency, household.data, credit.data, flows.data, rates.data, budgets.data, failed.data]);
  return { ...loaded, data: health };
}
