import { Zone } from '@engine/calendar/calendar.ts';
import { buildHouseholdState } from '@engine/household/state.ts';
import { type Minor, toMinor } from '@engine/money/minor.ts';
import { primeRate } from '@engine/products/rates.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { mortgageAsDebt } from '@/entities/debt/data/terms';
import { clockQueries } from '@/entities/household/clock-queries';
import { mortgageQueries } from '@/features/mortgages/queries';

/** A home that can secure a line of credit, with its value and what is owed on it in minor units. */
export type OwnHome = { id: string; name: string; value: Minor; lien: Minor };

const NO_HOMES: readonly OwnHome[] = [];

/** Returns the customer's homes in US dollars, the currency of applications. */
export function useHomes(): readonly OwnHome[] {
  const { data } = useQuery(mortgageQueries.list());
  return useMemo(
    () =>
      data?.flatMap((row) => {
        const { id, name, home, owed, currency } = mortgageAsDebt(row);
        return home && currency === 'USD'
          ? [{ id, name, value: toMinor(home.value), lien: toMinor(owed) }]
          : [];
      }) ?? NO_HOMES,
    [data],
  );
}

/** Returns the prime rate on the simulated day, in percent per year; undefined until the household is loaded. */
export function usePrimeRate(): number | undefined {
  const { data } = useQuery(clockQueries.household());
  return useMemo(() => {
    if (!data) return undefined;
    const state = buildHouseholdState(data);
    return primeRate(state, new Zone(state.timeZone).getDay(data.now));
  }, [data]);
}
