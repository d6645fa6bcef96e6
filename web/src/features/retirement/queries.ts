import { addMonths, dayText, MONTHS_A_YEAR, monthsBetween, parseDay } from '@engine/calendar/calendar.ts';
import { fromMinor, roundMinor, toMinor } from '@engine/money/minor.ts';
import { sumAmounts } from '@/lib/money';
import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

export const retirementQueries = {
  /**
   * Reads the average monthly amount that the customer moved into accounts in the year before a day, minus
   * what they took out, in major units.
   */
  monthlySaving: (accountIds: readonly string[], today: string) =>
    requestQuery(
      ['retirement', 'saving', ...accountIds, today],
      "We couldn't load your transfers",
      async () => {
        const since = dayText(addMonths(parseDay(today), -MONTHS_A_YEAR));
        const { data } = await supabase
          .from('transactions')
          .select('date, amount, direction')
          .in('account_id', accountIds)
          .in('kind', ['auto_deposit', 'deposit', 'check_deposit', 'transfer', 'withdrawal'])
          .gte('date', since)
          .order('date')
          .throwOnError();
        const first = data[0]?.date;
        if (!first) return 0;
        const moved = sumAmounts(
          data.map(({ amount, direction }) => (direction === 'in' ? amount : -amount)),
        );
        const months = Math.max(1, monthsBetween(parseDay(first.slice(0, 10)), parseDay(today)));
        return Math.max(0, fromMinor(roundMinor(toMinor(moved) / months)));
      },
    ),
};
