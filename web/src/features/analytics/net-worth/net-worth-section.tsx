import { addMonths, dayText, parseDay } from '@engine/calendar/calendar.ts';
import { useQuery } from '@tanstack/react-query';
import { Explain } from '@/entities/explanation/explain';
import { formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { ErrorState } from '@/ui/error-state';
import { Section } from '@/ui/page';
import { Skeleton } from '@/ui/skeleton';
import { analyticsQueries } from '../queries';
import type { Range } from '../range';
import { getChange, type WorthDay, worthDays } from './net-worth';
import { WorthChart } from './net-worth-chart';

type WorthSectionProps = { range: Range; base: string };

const LEAST_MONTHS = 6;

/** Renders the parts of net worth at the end of each month of the range, for at least six months. */
export function WorthSection({ range, base }: WorthSectionProps) {
  // A single month shows no trend.
  const halfYear = dayText(addMonths(parseDay(range.to), 1 - LEAST_MONTHS));
  const from = range.from < halfYear ? range.from : halfYear;
  const worth = useQuery(analyticsQueries.worth(from, range.to));
  if (worth.error && !worth.data)
    return (
      <Section title="Assets and debts">
        <ErrorState
          title="We couldn’t load your net worth."
          onRetry={() => void worth.refetch()}
          busy={worth.isFetching}
        />
      </Section>
    );
  if (!worth.data)
    return (
      <Section title="Assets and debts">
        <div role="status" aria-label="Loading your assets and debts">
          <Skeleton className="h-70 w-full" />
        </div>
      </Section>
    );
  const days = worthDays(worth.data);
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  const isMixed = worth.data.some(({ currency }) => currency !== base);
  const leftOut = [...new Set(worth.data.flatMap((row) => (row.worth === null ? [row.currency] : [])))];
  return (
    <Section title="Assets and debts" aside={isMixed && `In ${base} at daily exchange rates`}>
      <WorthChart days={days} currency={base} />
      {leftOut.length > 0 && (
        <p className="mt-3 text-ink-3 text-sm">
          Excludes {leftOut.join(' and ')}: no exchange rate is available for every day.
        </p>
      )}
      {isMixed && <RateEffects days={days} from={first.day} to={last.day} base={base} />}
    </Section>
  );
}

type RateEffectsProps = { days: readonly WorthDay[]; from: string; to: string; base: string };

/** Renders the parts of a change that the customer and exchange rates caused. */
function RateEffects({ days, from, to, base }: RateEffectsProps) {
  const effects = useQuery(analyticsQueries.rateEffects(from, to)).data ?? [];
  const change = getChange(days, effects);
  if (!change) return null;
  const money = (amount: number) => formatMoney(amount, base, true);
  return (
    <p className="mt-3 text-ink-2">
      Net worth changed by <strong className="figures font-semibold">{money(change.by)}</strong> since{' '}
      {formatTextDate(from)}:{' '}
      <Explain
        title={change.fromRates < 0 ? 'Exchange loss' : 'Exchange gain'}
        formula="Each foreign balance × the daily change in its exchange rate."
        inputs={effects.map(({ currency, amount }) => ({ name: currency, value: money(amount) }))}
        source={`From ${formatTextDate(from)} to ${formatTextDate(to)}. Homes aren't included.`}
      >
        {money(change.fromRates)} from exchange rates
      </Explain>
      , {money(change.fromTheRest)} from everything else.
    </p>
  );
}
