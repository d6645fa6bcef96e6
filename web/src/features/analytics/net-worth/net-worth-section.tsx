import { addMonths, dayText, parseDay } from '@engine/calendar/calendar.ts';
import { useQuery } from '@tanstack/react-query';
import { line, type SeriesPoint, stack, stackOffsetDiverging } from 'd3-shape';
import { Explain } from '@/entities/explanation/explain';
import { formatTableDate, formatTextDate } from '@/lib/dates';
import { formatMoney, sumAmounts } from '@/lib/money';
import { BarChart, type BarScales, formatAxisMonth } from '@/ui/charts/bar-chart';
import { ColorKey, LineKey } from '@/ui/charts/chart-parts';
import { ChartTable } from '@/ui/charts/chart-table';
import { Loaded } from '@/ui/loaded';
import { Section } from '@/ui/page';
import { Skeleton } from '@/ui/skeleton';
import { analyticsQueries, type WorthRow } from '../queries';
import type { Range } from '../range';

const LEAST_MONTHS = 6;

/** Renders the parts of net worth at the end of each month in the range, for at least six months. */
export function WorthSection({ range, base }: { range: Range; base: string }) {
  // A single month doesn't show a trend.
  const halfYear = dayText(addMonths(parseDay(range.to), 1 - LEAST_MONTHS));
  const from = range.from < halfYear ? range.from : halfYear;
  const worth = useQuery(analyticsQueries.worth(from, range.to));
  const isMixed = worth.data?.some(({ currency }) => currency !== base);
  if (worth.data?.length === 0) return null;
  return (
    <Section title="Assets and debts" aside={isMixed && `In ${base} at daily exchange rates`}>
      <Loaded
        from={worth}
        failure="We couldn’t load your net worth."
        placeholder={
          <div role="status" aria-label="Loading your assets and debts">
            <Skeleton className="h-72 w-full" />
          </div>
        }
      >
        {(rows) => <Worth rows={rows} base={base} />}
      </Loaded>
    </Section>
  );
}

function Worth({ rows, base }: { rows: readonly WorthRow[]; base: string }) {
  const days = worthDays(rows);
  const [first, last] = [days[0], days.at(-1)];
  const isMixed = rows.some(({ currency }) => currency !== base);
  const leftOut = [...new Set(rows.flatMap((row) => (row.worth === null ? [row.currency] : [])))];
  return (
    <>
      <WorthChart days={days} currency={base} />
      {leftOut.length > 0 && (
        <p className="mt-3 text-ink-3 text-sm">
          Excludes {leftOut.join(' and ')}: some days have no exchange rate.
        </p>
      )}
      {isMixed && first && last && <RateEffects days={days} from={first.day} to={last.day} base={base} />}
    </>
  );
}

type RateEffectsProps = { days: readonly WorthDay[]; from: string; to: string; base: string };

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

/** Renders assets above the axis and debts below it by month, with net worth as a line. */
function WorthChart({ days, currency }: { days: readonly WorthDay[]; currency: string }) {
  const money = (amount: number) => formatMoney(amount, currency);
  const series = stackKinds(days);
  const ends = series.flat(2);
  const shownKinds = KINDS.filter(({ key }) => days.some(({ parts }) => parts[key] !== 0));
  const last = days.at(-1);
  return (
    <BarChart
      label={`Net worth by kind over ${days.length} months${last ? `, ending at ${money(last.worth)}` : ''}. The table lists all values.`}
      names={days.map(({ day }) => formatAxisMonth(day))}
      domain={[Math.min(0, ...ends), Math.max(1, ...ends)]}
      currency={currency}
      height={280}
      ticks={5}
      legend={
        <ul className="mb-2 flex flex-wrap gap-x-5 gap-y-1 text-ink-2 text-sm">
          {shownKinds.map(({ key, name, className }) => (
            <ColorKey key={key} className={className}>
              {name}
            </ColorKey>
          ))}
          <LineKey kind="past">Net worth</LineKey>
        </ul>
      }
      caption={
        <ChartTable
          label="Net worth by kind"
          heads={['Month ending', ...shownKinds.map(({ name }) => name), 'Net worth']}
          rows={days.map(({ day, parts, worth }) => ({
            key: day,
            name: formatTableDate(day),
            cells: [...shownKinds.map(({ key }) => money(parts[key])), money(worth)],
          }))}
        />
      }
    >
      {(scales) => (
        <>
          {days.map((day, index) => (
            <g key={day.day}>
              <title>{`${formatTextDate(day.day)}: ${money(day.worth)}`}</title>
              {series.map((segments) => (
                <Segment
                  key={segments.key}
                  kind={segments.key}
                  ends={segments[index]}
                  middle={scales.x(index)}
                  scales={scales}
                />
              ))}
            </g>
          ))}
          <WorthLine days={days} scales={scales} />
        </>
      )}
    </BarChart>
  );
}

type Ends = SeriesPoint<WorthDay> | undefined;
type SegmentProps = { kind: Kind; ends: Ends; middle: number; scales: BarScales };

function Segment({ kind, ends, middle, scales: { y, step } }: SegmentProps) {
  if (!ends || ends[0] === ends[1]) return null;
  const width = Math.max(2, Math.min(44, step * 0.6));
  return (
    <rect
      x={middle - width / 2}
      y={y(ends[1])}
      width={width}
      height={y(ends[0]) - y(ends[1])}
      className={KINDS.find(({ key }) => key === kind)?.className}
    />
  );
}

function WorthLine({ days, scales: { x, y } }: { days: readonly WorthDay[]; scales: BarScales }) {
  const path = line<WorthDay>(
    (_, index) => x(index),
    ({ worth }) => y(worth),
  )([...days]);
  return (
    <>
      <g fill="none" strokeLinejoin="round">
        <path d={path ?? ''} stroke="var(--canvas)" strokeWidth={5} />
        <path d={path ?? ''} stroke="var(--chart-past)" strokeWidth={2} />
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
    </>
  );
}

/** Assets are shades of the accent, and debts are shades of ink. */
const KINDS = [
  { key: 'cash', name: 'Cash and savings', className: 'bg-chart-1 fill-chart-1' },
  { key: 'investments', name: 'Investments', className: 'bg-chart-1/55 fill-chart-1/55' },
  { key: 'homes', name: 'Homes', className: 'bg-chart-1/25 fill-chart-1/25' },
  { key: 'cards', name: 'Cards and loans', className: 'bg-ink/70 fill-ink/70' },
  { key: 'mortgages', name: 'Mortgages', className: 'bg-ink/30 fill-ink/30' },
] as const;

type Kind = (typeof KINDS)[number]['key'];
/** The holdings at the end of a day by kind, in major units of the base currency; debts are negative. */
type WorthDay = { day: string; parts: Record<Kind, number>; worth: number };

const PART_OF: Record<string, Kind> = {
  cash: 'cash',
  investments: 'investments',
  property: 'homes',
  cards: 'cards',
  loans: 'cards',
  mortgages: 'mortgages',
};

/**
 * Groups the parts of net worth by day. The parts of a day add up to the net worth on that day. Leaves out
 * currencies without an exchange rate.
 */
export function worthDays(rows: readonly WorthRow[]): WorthDay[] {
  const days = [...new Set(rows.map(({ day }) => day))].toSorted((left, right) => (left < right ? -1 : 1));
  return days.map((day) => {
    const parts: Record<Kind, number> = { cash: 0, investments: 0, homes: 0, cards: 0, mortgages: 0 };
    for (const { kind, worth } of rows.filter((row) => row.day === day)) {
      const part = PART_OF[kind];
      if (part) parts[part] = sumAmounts([parts[part], worth ?? 0]);
    }
    return { day, parts, worth: sumAmounts(Object.values(parts)) };
  });
}

/**
 * Compares the first and last days and splits the change in net worth into the effect of exchange rates and
 * everything else. Returns null if there are no foreign currencies.
 */
export function getChange(days: readonly WorthDay[], effects: readonly { amount: number }[]) {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last || first === last || effects.length === 0) return null;
  const by = sumAmounts([last.worth, -first.worth]);
  const fromRates = sumAmounts(effects.map(({ amount }) => amount));
  return { by, fromRates, fromTheRest: sumAmounts([by, -fromRates]) };
}

/** Stacks assets up from zero and debts down from zero. */
function stackKinds(days: readonly WorthDay[]) {
  return stack<unknown, WorthDay, Kind>()
    .keys(KINDS.map(({ key }) => key))
    .value(({ parts }, kind) => parts[kind])
    .offset(stackOffsetDiverging)([...days]);
}
