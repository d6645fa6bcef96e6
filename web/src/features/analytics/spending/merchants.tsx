import { useQuery } from '@tanstack/react-query';
import { formatTextDate } from '@/lib/dates';
import { ErrorState } from '@/ui/error-state';
import { Section } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';
import { FlowList, formatTimes } from '../money-flow/flow-list';
import { analyticsQueries } from '../queries';
import { type Range, rowsNamed } from '../range';

/** The merchants with the most spending. */
export function Merchants({
  range,
  only,
  currency,
}: {
  range: Range;
  only: string | null;
  currency: string;
}) {
  const { data, error, refetch, isFetching } = useQuery(analyticsQueries.merchants(range, only));
  if (data?.length === 0) return null;
  return (
    <Section title="Top merchants">
      {error && !data ? (
        <ErrorState
          title="We couldn't load your merchants."
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      ) : !data ? (
        <SkeletonRows rows={6} label="Loading merchants" />
      ) : (
        <FlowList
          label="Top merchants"
          currency={currency}
          beforeWords={range.beforeWords}
          items={data.map(({ merchant, amount, amount_before, times, last_day }) => ({
            key: merchant,
            name: merchant,
            amount,
            before: amount_before,
            note: `${formatTimes(times)}, last on ${formatTextDate(last_day)}`,
            to: rowsNamed(merchant, range),
          }))}
        />
      )}
    </Section>
  );
}
