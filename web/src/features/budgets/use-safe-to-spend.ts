import {
  type BudgetedCategory,
  computeSafeToSpend,
  type SafeToSpendAnswer,
} from '@engine/insights/safe-to-spend.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { clockQueries } from '@/entities/household/clock-queries';
import { exchangeRateQueries } from '@/entities/household/exchange-rate-queries';

export type Safe = SafeToSpendAnswer & { currency: string };

/**
 * Returns the amount that the customer can spend per day. Null if there is no checking account, or until the
 * household and today's rates have loaded.
 */
export function useSafeToSpend(
  currency: string,
  today: string,
  categories: readonly BudgetedCategory[],
): Safe | null {
  const household = useQuery(clockQueries.household()).data;
  const rates = useQuery(exchangeRateQueries.day(currency, today)).data;
  return useMemo(() => {
    const safe = household && rates ? computeSafeToSpend(household, currency, categories, rates) : null;
    return safe && { ...safe, currency };
  }, [household, rates, currency, categories]);
}
