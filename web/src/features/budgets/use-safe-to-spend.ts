import {
  type BudgetedCategory,
  computeSafeToSpend,
  type SafeToSpendAnswer,
} from '@engine/insights/safe-to-spend.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { clockQueries } from '@/entities/household/clock-queries';

export type Safe = SafeToSpendAnswer & { currency: string };

/**
 * Returns what the customer can spend a day; null without a checking account and until the household is
 * loaded.
 */
export function useSafeToSpend(currency: string, categories: readonly BudgetedCategory[]): Safe | null {
  const household = useQuery(clockQueries.household()).data;
  return useMemo(() => {
    const safe = household ? computeSafeToSpend(household, currency, categories) : null;
    return safe && { ...safe, currency };
  }, [household, currency, categories]);
}
