import { addMonths, dayText, parseDay } from '@engine/calendar/calendar.ts';
import { useQuery } from '@tanstack/react-query';
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { Explain } from '@/entities/explanation/explain';
import { formatAs, formatTableDate, formatTextDate } from '@/lib/dates';
import { formatMoney, sumOf } from '@/lib/money';
import { ChartTable } from '@/ui/charts/chart-table';
import { axisMoney } from '@/ui/charts/line-chart';
import { useWidth } from '@/ui/charts/use-width';
import { ErrorState } from '@/ui/error-state';
import { Section } from '@/ui/page';
import { Skeleton } from '@/ui/skeleton';
import type { WorthRow } from '../queries';
import { analyticsQueries } from '../queries';
import type { Range } from '../range';

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

const HEIGHT = 280;
const LEFT = 60;
const TOP = 10;
const BOTTOM = 26;
const TICKS = 5;
const LABEL_APART_PX = 48;
const WIDEST_BAR = 44;

/** Shows assets above the axis and debts below it by month, with net worth as a line. */
function WorthChart({ days, currency }: { days: readonly WorthDay[]; currency: string }) {
  const [container, width] = useWidth();
  const money = (amount: number) => formatMoney(amount, currency);
  const ends = days.flatMap((day) => stacked(day).map(({ to }) => to));
  const y = scaleLinear()
    .domain([Math.min(0, ...ends), Math.max(1, ...ends)])
    .nice(TICKS)
    .range([HEIGHT - BOTTOM, TOP]);
  const step = (width - LEFT) / Math.max(1, days.length);
  const bar = Math.max(2, Math.min(WIDEST_BAR, step * 0.6));
  const every = Math.max(1, Math.ceil(LABEL_APART_PX / Math.max(1, step)));
  const x = (index: number) => LEFT + step * (index + 0.5);
  const path = line<WorthDay>()
    .x((_, index) => x(index))
    .y(({ worth }) => y(worth));
  const shown = KINDS.filter(({ key }) => days.some(({ parts }) => parts[key] !== 0));
  const last = days.at(-1);
  return (
    <figure>
      <ul className="mb-2 flex flex-wrap gap-x-5 gap-y-1 text-ink-2 text-sm">
        {shown.map(({ key, name, color }) => (
          <li key={key} className="flex items-center gap-2">
            <span aria-hidden className="size-3 rounded-1" style={{ background: color }} />
            {name}
          </li>
        ))}
        <li className="flex items-center gap-2">
          <span aria-hidden className="h-0.5 w-4 bg-ink" /> Net worth
        </li>
      </ul>
      <div ref={container} className="overflow-x-clip" style={{ height: HEIGHT }}>
        {width > 0 && (
          <svg
            width={width}
            height={HEIGHT}
            role="img"
            aria-label={`Net worth by kind over ${days.length} months${last ? `, ending at ${money(last.worth)}` : ''}. The table has every number.`}
          >
            {y.ticks(TICKS).map((tick) => (
              <g key={tick} transform={`translate(0 ${y(tick)})`}>
                <line x1={LEFT} x2={width} stroke={tick === 0 ? 'var(--line-strong)' : 'var(--chart-grid)'} />
                <text dy="0.32em" className="figures fill-ink-3 text-xs">
                  {axisMoney(tick, currency)}
                </text>
              </g>
            ))}
            {days.map((day, index) => (
              <g key={day.day}>
                <title>{`${formatTextDate(day.day)}: ${money(day.worth)}`}</title>
                {stacked(day).map(({ kind, color, from, to }) => (
                  <rect
                    key={kind}
                    x={x(index) - bar / 2}
                    y={Math.min(y(from), y(to))}
                    width={bar}
                    height={Math.abs(y(from) - y(to))}
                    fill={color}
                  />
                ))}
                {index % every === 0 && (
                  <text
                    x={x(index)}
                    y={HEIGHT - 8}
                    textAnchor="middle"
                    className="figures fill-ink-3 text-xs"
                  >
                    {formatAs(day.day, day.day.slice(5, 7) === '01' ? 'MMM yyyy' : 'MMM')}
                  </text>
                )}
              </g>
            ))}
            <g fill="none" strokeLinejoin="round">
              <path d={path([...days]) ?? ''} stroke="var(--canvas)" strokeWidth={5} />
              <path d={path([...days]) ?? ''} stroke="var(--chart-past)" strokeWidth={2} />
            </g>
            {days.map((day, index) => (
              <circle
                key={day.day}
                cx={x(index)}
                cy={y(day.worth)}
                r={3.5}
                fill="var(--chart-past)"
                stroke="var(--canvas)"
                strokeWidth={2}
              />
            ))}
          </svg>
        )}
      </div>
      <ChartTable
        label="Net worth by kind"
        heads={['Month ending', ...shown.map(({ name }) => name), 'Net worth']}
        rows={days.map(({ day, parts, worth }) => ({
          key: day,
          name: formatTableDate(day),
          cells: [...shown.map(({ key }) => formatMoney(parts[key], currency)), formatMoney(worth, currency)],
        }))}
      />
    </figure>
  );
}

const KINDS = [
  { key: 'cash', name: 'Cash and savings', color: 'var(--chart-3)' },
  { key: 'investments', name: 'Investments', color: 'var(--chart-1)' },
  { key: 'homes', name: 'Homes', color: 'var(--chart-5)' },
  { key: 'cards', name: 'Cards and loans', color: 'var(--chart-2)' },
  { key: 'mortgages', name: 'Mortgages', color: 'var(--chart-4)' },
] as const;

type Kind = (typeof KINDS)[number]['key'];
/** The holdings at the end of a day by kind, in major units of the base currency; debts are negative. */
type WorthDay = { day: string; parts: Record<Kind, number>; worth: number };

/** The chart segment of each kind of net worth. */
const PART_OF: Record<string, Kind> = {
  cash: 'cash',
  investments: 'investments',
  property: 'homes',
  cards: 'cards',
  loans: 'cards',
  mortgages: 'mortgages',
};

/** Groups the bank's net worth parts by day. The parts add up to the net worth; currencies without a rate are left out. */
export function worthDays(rows: readonly WorthRow[]): WorthDay[] {
  const days = [...new Set(rows.map(({ day }) => day))].toSorted((one, other) => (one < other ? -1 : 1));
  return days.map((day) => {
    const parts: Record<Kind, number> = { cash: 0, investments: 0, homes: 0, cards: 0, mortgages: 0 };
    for (const { kind, worth } of rows.filter((row) => row.day === day)) {
      const part = PART_OF[kind];
      if (part) parts[part] = sumOf([parts[part], worth ?? 0]);
    }
    return { day, parts, worth: sumOf(Object.values(parts)) };
  });
}

/** A change of net worth: the part from exchange rates, and the rest. Major units of the base currency. */
type Change = { by: number; fromRates: number; fromTheRest: number; currencies: readonly string[] };

/** Compares the first and the last day; null without foreign currencies. */
export function getChange(
  days: readonly WorthDay[],
  effects: readonly { currency: string; amount: number }[],
): Change | null {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last || first === last || effects.length === 0) return null;
  const by = sumOf([last.worth, -first.worth]);
  const fromRates = sumOf(effects.map(({ amount }) => amount));
  return {
    by,
    fromRates,
    fromTheRest: sumOf([by, -fromRates]),
    currencies: effects.map(({ currency }) => currency),
  };
}

/** Returns the segments of a stacked bar: assets up from zero, debts down from zero. */
function stacked({ parts }: WorthDay): { kind: Kind; color: string; from: number; to: number }[] {
  let up = 0;
  let down = 0;
  return KINDS.flatMap(({ key, color }) => {
    const amount = parts[key];
    if (amount === 0) return [];
    const from = amount > 0 ? up : down;
    if (amount > 0) up += amount;
    else down += amount;
    return [{ kind: key, color, from, to: from + amount }];
  });
}
