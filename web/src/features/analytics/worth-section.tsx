import { addMonths, dayText, parseDay } from '@engine/calendar.ts';
import { useQuery } from '@tanstack/react-query';
import { dashboardQueries } from '@/features/dashboard/queries';
import { mortgageQueries } from '@/features/mortgages/queries';
import { ErrorState } from '@/ui/error-state';
import { Section } from '@/ui/page';
import { Skeleton } from '@/ui/skeleton';
import { analyticsQueries } from './queries';
import type { Range } from './range';
import { worthDays } from './worth';
import { WorthChart } from './worth-chart';

type WorthSectionProps = { range: Range; today: string; base: string; zone: string };

const LEAST_MONTHS = 6;

/** What the net worth is made of, at the end of each month of the range, and of six at least. */
export function WorthSection({ range, today, base, zone }: WorthSectionProps) {
  // A single month says nothing about where it is going.
  const halfYear = dayText(addMonths(parseDay(range.to), 1 - LEAST_MONTHS));
  const from = range.from < halfYear ? range.from : halfYear;
  const worth = useQuery(analyticsQueries.worth(from, range.to));
  const rates = useQuery(dashboardQueries.rates(base, today));
  const valuations = useQuery(dashboardQueries.valuations(zone));
  const mortgages = useQuery(mortgageQueries.list());
  const all = [worth, rates, valuations, mortgages];
  if (all.some(({ error, data }) => error && !data))
    return (
      <Section title="What you own and owe">
        <ErrorState
          title="What your net worth is made of could not be read."
          onRetry={() => all.forEach((query) => void query.refetch())}
          busy={all.some(({ isFetching }) => isFetching)}
        />
      </Section>
    );
  if (!worth.data || !rates.data || !valuations.data || !mortgages.data)
    return (
      <Section title="What you own and owe">
        <div role="status" aria-label="Loading what you own and owe">
          <Skeleton className="h-70 w-full" />
        </div>
      </Section>
    );
  const days = worthDays(worth.data, mortgages.data, rates.data, valuations.data);
  if (days.length === 0) return null;
  const isMixed = new Set(worth.data.map(({ currency }) => currency)).size > 1;
  return (
    <Section title="What you own and owe" aside={isMixed && `In ${base}, at today's rates`}>
      <WorthChart days={days} currency={base} />
    </Section>
  );
}
