import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { clockQueries } from '@/entities/household/clock-queries';
import { upcomingPart } from '@/entities/household/upcoming-part';
import { useLoaded } from '@/lib/bundle/use-loaded';
import { formatMonthDay, getDay } from '@/lib/dates';
import { formatMoney, sumAmounts } from '@/lib/money';
import { currentNetWorth } from '../net-worth/net-worth-figure';
import { dashboardQueries } from '../queries';

const DAYS_AHEAD = 31;
const DAY_MS = 86_400_000;
const WIDTH = 480;
const HEIGHT = 176;
const MARGIN = 8;
const TOP = 40;
const FLOOR = 132;
const LABEL_WIDTH = 112;

type FirstOutlookProps = { customer: { now: string; time_zone: string; base_currency: string } };

/**
 * Renders the net worth that the next paychecks and bills lead to, for a household without a history. Later,
 * the chart of past net worth replaces it.
 */
export function FirstOutlook({ customer: { now, time_zone, base_currency } }: FirstOutlookProps) {
  const history = useQuery(dashboardQueries.netWorth()).data;
  const household = useQuery(clockQueries.household()).data;
  const projected = useLoaded(upcomingPart, Boolean(household));
  const upcoming = useMemo(
    () => (household && projected ? projected.upcomingOf(household, DAYS_AHEAD) : []),
    [household, projected],
  );
  const moves = upcoming.filter(
    ({ currency, toAccount }) => currency === base_currency && toAccount === null,
  );
  if (!history || history.length > 1 || moves.length === 0) return null;
  const start = Date.parse(now);
  const amounts = [currentNetWorth(history)];
  for (const { amount } of moves) amounts.push(sumAmounts([amounts.at(-1) ?? 0, amount]));
  const day = (at: number) => getDay(new Date(at), time_zone);
  // Movements on one day are one step of the line.
  const ends = moves.flatMap(({ at }, index) => {
    const next = moves[index + 1];
    const isLast = !next || day(next.at) !== day(at);
    return isLast ? [{ at, amount: amounts[index + 1] ?? 0 }] : [];
  });
  const shown = [amounts[0] ?? 0, ...ends.map(({ amount }) => amount)];
  const [least, most] = [Math.min(...shown), Math.max(...shown)];
  const across = (at: number) =>
    Math.round(MARGIN + ((at - start) / (DAYS_AHEAD * DAY_MS)) * (WIDTH - 2 * MARGIN));
  const up = (amount: number) => Math.round(FLOOR - ((amount - least) / (most - least || 1)) * (FLOOR - TOP));
  const levels = shown.map(up);
  const steps = ends.map(({ at, amount }) => `H${across(at)}V${up(amount)}`).join('');
  const last = amounts.at(-1) ?? 0;
  const expected = formatMoney(last, base_currency);
  return (
    <figure className="mt-4">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="figures w-full fill-ink-3 text-sm max-md:text-base"
        role="img"
        aria-label={`Expected net worth in ${DAYS_AHEAD} days: ${expected}`}
      >
        <path
          d={`M${MARGIN} ${levels[0]}${steps}H${WIDTH - MARGIN}`}
          fill="none"
          stroke="var(--chart-next)"
          strokeWidth="2"
          strokeDasharray="5 5"
        />
        <circle cx={MARGIN} cy={levels[0]} r="5" fill="var(--ink)" />
        <circle
          cx={WIDTH - MARGIN}
          cy={levels.at(-1)}
          r="5"
          fill="var(--canvas)"
          stroke="var(--chart-next)"
          strokeWidth="2"
        />
        <text x={WIDTH} y={TOP - 18} textAnchor="end" className="fill-ink-2">
          Expected {expected}
        </text>
        <line x1="0" x2={WIDTH} y1={FLOOR + 16} y2={FLOOR + 16} stroke="var(--line)" />
        {getLabels(moves, across).map(({ key, x, text: label }) => (
          <text key={key} x={x} y={HEIGHT - 6}>
            {label}
          </text>
        ))}
      </svg>
    </figure>
  );
}

type Move = { key: string; at: number; name: string };

/** Returns the labels of the first movements that fit next to each other. */
function getLabels(moves: readonly Move[], across: (at: number) => number) {
  let free = 0;
  return moves.flatMap(({ key, at, name }) => {
    const x = across(at);
    if (x < free || x > WIDTH - LABEL_WIDTH) return [];
    free = x + LABEL_WIDTH;
    return [{ key, x, text: `${name} ${formatMonthDay(new Date(at))}` }];
  });
}
