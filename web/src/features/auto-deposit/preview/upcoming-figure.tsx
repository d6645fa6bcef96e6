import { DAY_MS, dayText, type Zone } from '@engine/calendar/calendar.ts';
import { useQuery } from '@tanstack/react-query';
import { exchangeRateQueries } from '@/entities/household/exchange-rate-queries';
import { addMinor, convertMinor, formatMinor, fromMinor, type Minor, toMinor } from '@/lib/money';
import { Money } from '@/ui/money';
import { Skeleton } from '@/ui/skeleton';
import { formatDay, type UpcomingDeposit } from './upcoming-deposits';

type ComingProps = {
  /** Null while loading. */
  arrivals: readonly UpcomingDeposit[] | null;
  days: number;
  now: number;
  zone: Zone;
  /** The currency of the total. */
  base: string;
};

/** Renders the total of upcoming deposits; several currencies are converted at today's rates. */
export function UpcomingFigure({ arrivals, days, now, zone, base }: ComingProps) {
  const coming = arrivals?.filter(({ missing }) => missing === null) ?? [];
  const totals = getTotals(coming);
  const [only] = totals.keys();
  const isMixed = totals.size > 1;
  const rates = useQuery({
    ...exchangeRateQueries.day(base, dayText(zone.getDay(now))),
    enabled: isMixed,
  });
  const figure = isMixed
    ? rates.data && converted(totals, rates.data)
    : (totals.get(only ?? base) ?? toMinor(0));
  const currency = isMixed ? base : (only ?? base);
  return (
    <div>
      <p className="text-ink-3 text-sm">Arriving in the next {days} days</p>
      {arrivals && figure !== undefined ? (
        <p aria-live="polite">
          <Money amount={fromMinor(figure)} currency={currency} size="page" expected />
        </p>
      ) : (
        <Skeleton className="my-2 h-12 w-64" />
      )}
      <p className="figures text-ink-3 text-sm">
        {coming.length === 1 ? '1 deposit' : `${coming.length.toLocaleString('en-US')} deposits`} until{' '}
        {formatDay(now + days * DAY_MS, zone)}
        {isMixed &&
          `: ${[...totals].map(([code, total]) => formatMinor(total, code)).join(' and ')}, at today's rates`}
      </p>
    </div>
  );
}

function getTotals(arrivals: readonly UpcomingDeposit[]): Map<string, Minor> {
  const totals = new Map<string, Minor>();
  for (const { currency, amount } of arrivals)
    totals.set(currency, addMinor(totals.get(currency) ?? toMinor(0), toMinor(amount)));
  return totals;
}

function converted(totals: ReadonlyMap<string, Minor>, rates: Record<string, number>): Minor {
  return addMinor(...[...totals].map(([code, total]) => convertMinor(total, rates[code] ?? 1)));
}
