import type { Upcoming } from '@engine/forecast/upcoming.ts';
import { Money } from '@/ui/money';
import { useFastForward, useShownInstant } from './clock-store';

const MAX_ITEMS = 7;

/** Renders the largest payments and deposits of a fast-forward, each when the marker passes it. */
export function PostedItem({ upcoming }: { upcoming: readonly Upcoming[] }) {
  const progress = useFastForward();
  const shown = useShownInstant();
  const largest = upcoming
    .filter(({ at }) => progress && at <= progress.to)
    .toSorted((left, right) => Math.abs(right.amount) - Math.abs(left.amount))
    .slice(0, MAX_ITEMS)
    .toSorted((left, right) => left.at - right.at);
  const item = largest.findLast(({ at }) => shown !== null && at <= shown);
  if (!item) return <span className="hidden flex-1 md:block xl:w-60 xl:flex-none" />;
  return (
    <span
      key={item.key}
      aria-hidden
      className="hidden min-w-0 flex-1 animate-float-by items-baseline gap-3 text-sm md:flex xl:w-60 xl:flex-none"
    >
      <span className="min-w-0 flex-1 truncate text-ink-2">{item.name}</span>
      <Money amount={item.amount} currency={item.currency} signed size="small" />
    </span>
  );
}
