import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { accountQueries } from '@/entities/account/queries';
import { customerQueries } from '@/entities/customer/queries';
import { clockQueries } from '@/entities/household/clock-queries';
import { exchangeRateQueries } from '@/entities/household/exchange-rate-queries';
import { analyticsQueries } from '@/features/analytics/queries';
import { lastFullMonths } from '@/features/analytics/range';
import { creditScoreQueries } from '@/features/credit-score/queries';
import { getDay } from '@/lib/dates';
import { combineQueries, type QueryState } from '@/ui/loaded';
import type { LessonFacts } from './lesson';
import { MONTHS, ownFacts } from './own-facts';

const SOME_DAY = '2000-01-01';

export function useFacts(): QueryState<LessonFacts> {
  const me = useQuery(customerQueries.me());
  const today = me.data ? getDay(me.data.now, me.data.time_zone) : '';
  const currency = me.data?.base_currency ?? '';
  const isKnown = me.data !== undefined;
  const range = useMemo(() => lastFullMonths(today || SOME_DAY, MONTHS), [today]);
  const flows = useQuery({ ...analyticsQueries.flows(range, null), enabled: isKnown });
  const rates = useQuery({ ...exchangeRateQueries.day(currency, today), enabled: isKnown });
  const accounts = useQuery(accountQueries.list());
  const household = useQuery(clockQueries.household());
  const credit = useQuery(creditScoreQueries.facts());
  const facts = useMemo(
    () =>
      flows.data && rates.data && accounts.data && household.data !== undefined && credit.data !== undefined
        ? ownFacts({
            today,
            currency,
            flows: flows.data,
            accounts: accounts.data,
            rates: rates.data,
            household: household.data,
            credit: credit.data,
          })
        : undefined,
    [today, currency, flows.data, rates.data, accounts.data, household.data, credit.data],
  );
  return { ...combineQueries(me, flows, rates, accounts, household, credit), data: facts };
}
