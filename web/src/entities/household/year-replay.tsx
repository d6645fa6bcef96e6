import { fromMinor, type Minor, markMinor, subtractMinor, toMinor } from '@engine/money/minor.ts';
import { Play, Square } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatAs, formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { prefersReducedMotion } from '@/lib/screen/reduced-motion';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { Money } from '@/ui/money';
import { groupByMonth, type ReplayDay, type ReplayMonth } from './replay-months';

const DAY_MS_SHOWN = 16;

type YearReplayProps = {
  /** The net worth at the end of each day in major units, in order. */
  days: readonly ReplayDay[];
  currency: string;
};

/**
 * Plays a year back: shows the net worth of each day in turn, and fills a bar for each month. With reduced
 * motion, shows all months at once.
 */
export function YearReplay({ days, currency }: YearReplayProps) {
  const last = days.length - 1;
  const { shown, isPlaying, play, stop } = useReplay(last);
  const first = days[0];
  const day = days[shown];
  if (!first || !day) return null;
  const change = subtractMinor(toMinor(day.amount), toMinor(first.amount));
  const months = groupByMonth(days);
  return (
    <div>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <p className="text-ink-2 text-sm">{formatAs(day.day, 'MMMM yyyy')}</p>
          <Money amount={day.amount} currency={currency} size="page" />
          <p className={classNames('figures text-sm', change > 0 && 'text-positive')}>
            <Money amount={fromMinor(change)} currency={currency} signed size="small" /> since{' '}
            {formatTextDate(first.day)}
          </p>
        </div>
        {isPlaying ? (
          <Button onClick={stop} className="shrink-0 whitespace-nowrap">
            <Square className="size-4" /> Stop
          </Button>
        ) : (
          <Button onClick={play} className="shrink-0 whitespace-nowrap">
            <Play className="size-4" /> Play again
          </Button>
        )}
      </div>
      <MonthBars months={months} shown={shown} currency={currency} />
      <p className="mt-4 min-h-6 text-ink-2 text-sm">{!isPlaying && describeExtremes(months, currency)}</p>
      <p className="sr-only" role="status">
        {isPlaying
          ? ''
          : `${formatTextDate(day.day)}: net worth ${formatMoney(day.amount, currency)}, change ${formatMoney(fromMinor(change), currency)}.`}
      </p>
    </div>
  );
}

/** Names the months with the largest and the smallest change. Empty for fewer than two months. */
function describeExtremes(months: readonly ReplayMonth[], currency: string): string {
  const changes = months.map(({ month, changes }) => ({ month, change: changes.at(-1) ?? 0 }));
  const sorted = changes.toSorted((left, right) => right.change - left.change);
  const [best, worst] = [sorted[0], sorted.at(-1)];
  if (!best || !worst || best === worst) return '';
  const format = ({ month, change }: { month: string; change: number }) =>
    `${formatAs(`${month}-01`, 'MMMM')}, ${formatMoney(fromMinor(markMinor(change)), currency, true)}`;
  return `Best month: ${format(best)}. Worst month: ${format(worst)}.`;
}

/**
 * Advances the shown day to the last one, at most one day per frame. Starts at once unless motion is reduced.
 */
function useReplay(last: number) {
  const [shown, setShown] = useState(() => (prefersReducedMotion() ? last : 0));
  const [isPlaying, setIsPlaying] = useState(() => !prefersReducedMotion());
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => setShown((day) => Math.min(last, day + 1)), DAY_MS_SHOWN);
    return () => clearInterval(timer);
  }, [isPlaying, last]);
  useEffect(() => {
    if (shown >= last) setIsPlaying(false);
  }, [shown, last]);
  return {
    shown: Math.min(shown, last),
    isPlaying,
    stop: () => setIsPlaying(false),
    play: () => {
      const isStill = prefersReducedMotion();
      setShown(isStill ? last : 0);
      setIsPlaying(!isStill);
    },
  };
}

type MonthBarsProps = { months: readonly ReplayMonth[]; shown: number; currency: string };

/** Renders a bar for the change in each month, upward for a gain and downward for a loss. */
function MonthBars({ months, shown, currency }: MonthBarsProps) {
  const largest = Math.max(1, ...months.map(({ changes }) => Math.max(...changes.map(Math.abs))));
  return (
    <ol aria-label="Change by month" className="mt-6 flex h-40 gap-1">
      {months.map(({ month, from, changes }) => {
        const reached = shown - from;
        const change = reached < 0 ? null : (changes[Math.min(reached, changes.length - 1)] ?? null);
        return (
          <li key={month} className="flex min-w-0 flex-1 flex-col">
            <HalfBar share={change === null ? 0 : Math.max(0, change / largest)} isUp />
            <HalfBar share={change === null ? 0 : Math.max(0, -change / largest)} />
            <span className="mt-1 truncate text-center text-ink-3 text-xs">
              <span aria-hidden>{formatAs(`${month}-01`, 'MMM')}</span>
              <span className="sr-only">
                {formatAs(`${month}-01`, 'MMMM yyyy')}:{' '}
                {formatMoney(fromMinor((changes.at(-1) ?? 0) as Minor), currency)}
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function HalfBar({ share, isUp = false }: { share: number; isUp?: boolean }) {
  return (
    <span
      aria-hidden
      className={classNames('flex flex-1', isUp ? 'items-end border-line border-b' : 'items-start')}
    >
      <span
        className={classNames('w-full rounded-1', isUp ? 'bg-accent' : 'bg-ink')}
        style={{ height: `${Math.round(share * 100)}%` }}
      />
    </span>
  );
}
