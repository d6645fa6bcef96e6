import { dayText, parseDay } from '@engine/calendar/calendar.ts';
import { fromMinor, type Minor } from '@engine/money/minor.ts';
import type { FastForwardDigest } from '@engine/simulation/digest.ts';
import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { Suspense, useState } from 'react';
import { netWorthQuery } from '@/entities/household/net-worth-query';
import { lazyComponent } from '@/lib/bundle/lazy';
import { formatTextDate, getDay } from '@/lib/dates';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { Loaded } from '@/ui/loaded';
import { Money } from '@/ui/money';
import { SkeletonRows } from '@/ui/skeleton';
import { Part } from './digest-part';

type NetWorthProps = FastForwardDigest['netWorth'] & { change: Minor | null; from: string; zone: string };

/** Renders the dashboard's net worth and how it changed. */
export function NetWorth({ before, after, change, from, zone }: NetWorthProps) {
  return (
    <div>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <Money amount={after.amount} currency={after.currency} size="page" />
        {change !== null && (
          <Money
            amount={fromMinor(change)}
            currency={after.currency}
            signed
            className={classNames(change > 0 && 'text-positive')}
          />
        )}
      </p>
      <p className="mt-1 text-ink-2 text-sm">
        Net worth.
        {change !== null && (
          <>
            {' '}
            It was <Money amount={before.amount} currency={before.currency} size="small" /> on{' '}
            {formatTextDate(new Date(from), zone)}.
          </>
        )}
      </p>
    </div>
  );
}

const YearReplay = lazyComponent(() =>
  import('@/entities/household/year-replay').then((module) => module.YearReplay),
);

/** The shortest fast-forward whose last year can be played back, in days. */
const YEAR_DAYS = 365;

type LastYearReplayProps = { from: string; to: string; zone: string; currency: string };

/** Renders a button that plays back the last year of a fast-forward of a year or more. */
export function LastYearReplay({ from, to, zone, currency }: LastYearReplayProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [first, last] = [parseDay(getDay(from, zone)), parseDay(getDay(to, zone))];
  const history = useQuery({ ...netWorthQuery(), enabled: isOpen });
  if (last - first < YEAR_DAYS) return null;
  if (!isOpen)
    return (
      <Button className="mt-4" onClick={() => setIsOpen(true)}>
        <Play className="size-4" /> Play the year back
      </Button>
    );
  const since = dayText(last - YEAR_DAYS);
  return (
    <Part title="Your year">
      <Loaded from={history} failure="We couldn't load your net worth." rows={4}>
        {(days) => (
          <Suspense fallback={<SkeletonRows rows={4} />}>
            <YearReplay days={days.filter(({ day }) => day >= since)} currency={currency} />
          </Suspense>
        )}
      </Loaded>
    </Part>
  );
}
