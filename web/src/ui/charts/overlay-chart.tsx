import { fromMinor, subtractMinor, toMinor } from '@engine/money/minor.ts';
import { formatAs, formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { ChartLine, Dot, OutlinedText, ReadoutValue } from './chart-parts';
import { ChartTable } from './chart-table';
import { placeLabels, spreadEnds } from './place-labels';
import {
  bandPath,
  type ChartScales,
  createYearlyScales,
  type DayBand,
  type DayValue,
  NARROW_PX,
} from './scales';
import { TimeChart } from './time-chart';

/** An event that is marked on one of the two lines. */
export type OverlayMark = { day: string; label: string; line: 'branch' | 'baseline' };

type Lines = {
  /** The values of both lines in major units. Both cover the same days, starting today. */
  branch: readonly DayValue[];
  baseline: readonly DayValue[];
};

type OverlayChartProps = Lines & {
  /** The label of the lines, such as "Net worth". */
  label: string;
  branchBand?: readonly DayBand[] | undefined;
  baselineBand?: readonly DayBand[] | undefined;
  marks: readonly OverlayMark[];
  /** The last day of history. The baseline is solid up to this day. */
  past?: string | undefined;
  currency: string;
};

export const LINE_NAMES = { branch: 'This what-if', baseline: 'Current plan' } as const;
const YEAR_MONTHS = 12;
/** The width in px of the longest value at the end of a line, such as "+$1,234,567.89". */
export const END_SPACE = 132;

/**
 * Renders a chart that compares two projections over several years. The what-if's line is dashed, and the
 * baseline's line is dotted.
 */
export function OverlayChart({
  label,
  branch,
  baseline,
  branchBand,
  baselineBand,
  marks,
  past,
  currency,
}: OverlayChartProps) {
  const days = branch.map(({ day }) => day);
  const historyLength = past === undefined ? 0 : baseline.filter(({ day }) => day <= past).length;
  return (
    <TimeChart
      label={label}
      summary={getSummary(label, { branch, baseline, currency, past })}
      days={days}
      height={300}
      narrowHeight={230}
      page={YEAR_MONTHS}
      createScales={(size) => {
        const values = [...branch, ...baseline].map(({ value }) => value);
        const bands = [...(branchBand ?? []), ...(baselineBand ?? [])];
        const endSpace = size.width < NARROW_PX ? 0 : END_SPACE;
        return createYearlyScales(days, [...values, ...bands.flatMap(({ low, high }) => [low, high])], {
          ...size,
          endSpace,
          currency,
        });
      }}
      renderSelection={(index, scales) =>
        index !== null && (
          <>
            <Dot scales={scales} kind="baseline" point={baseline[index]} />
            <Dot scales={scales} kind="expected" point={branch[index]} />
          </>
        )
      }
      renderReadout={(index) => (
        <Readout index={index} branch={branch} baseline={baseline} marks={marks} currency={currency} />
      )}
      caption={<OverlayTable label={label} branch={branch} baseline={baseline} currency={currency} />}
    >
      {(scales, { width }) => (
        <>
          {baselineBand && <path d={bandPath(scales, baselineBand)} fill="var(--ink)" opacity="0.06" />}
          {branchBand && <path d={bandPath(scales, branchBand)} fill="var(--chart-band)" />}
          <ChartLine scales={scales} kind="past" points={baseline.slice(0, historyLength)} />
          <ChartLine
            scales={scales}
            kind="baseline"
            points={baseline.slice(Math.max(0, historyLength - 1))}
          />
          <ChartLine scales={scales} kind="expected" points={branch} />
          <Dot scales={scales} kind="past" point={branch[0]} />
          <Marks
            scales={scales}
            marks={marks}
            branch={branch}
            baseline={baseline}
            isLabeled={width >= NARROW_PX}
          />
          {width >= NARROW_PX && (
            <LineEnds scales={scales} branch={branch} baseline={baseline} currency={currency} />
          )}
        </>
      )}
    </TimeChart>
  );
}

type ReadoutProps = Lines & { index: number; marks: readonly OverlayMark[]; currency: string };

function Readout({ index, branch, baseline, marks, currency }: ReadoutProps) {
  const [point, baselinePoint] = [branch[index], baseline[index]];
  if (!point || !baselinePoint) return null;
  const previousDay = branch[index - 1]?.day ?? '';
  return (
    <>
      <p>{formatAs(point.day, 'MMM yyyy')}</p>
      <ReadoutValue name={LINE_NAMES.branch}>{formatMoney(point.value, currency)}</ReadoutValue>
      <ReadoutValue name={LINE_NAMES.baseline}>{formatMoney(baselinePoint.value, currency)}</ReadoutValue>
      {marks
        .filter(({ day }) => day > previousDay && day <= point.day)
        .map(({ line, label }) => (
          <p key={line + label}>
            {line === 'branch' ? '' : `${LINE_NAMES.baseline}: `}
            {label}
          </p>
        ))}
    </>
  );
}

type MarksProps = Lines & {
  scales: ChartScales;
  marks: readonly OverlayMark[];
  /** False on phones, where the customer taps a mark to read it. */
  isLabeled: boolean;
};

/** Renders the marks, which are hollow because they are in the future. */
function Marks({ scales, marks, branch, baseline, isLabeled }: MarksProps) {
  const positioned = marks.flatMap((mark) => {
    const point = (mark.line === 'branch' ? branch : baseline).find(({ day }) => day >= mark.day);
    if (!point) return [];
    const shortLabel = formatAs(mark.day, 'MMM yyyy');
    return {
      mark: { ...mark, point, shortLabel, isAbove: mark.line === 'branch' },
      left: scales.x(point.day),
      top: scales.y(point.value),
    };
  });
  return placeLabels(positioned, scales, [...branch, ...baseline]).map(({ mark, text }) => (
    <g key={mark.line + mark.day + mark.label}>
      <Dot
        scales={scales}
        kind={mark.line === 'branch' ? 'expected' : 'baseline'}
        point={mark.point}
        isHollow
      />
      {isLabeled && text && (
        <OutlinedText
          x={text.left}
          y={text.top}
          dy="0.32em"
          textAnchor={text.anchor}
          className="fill-ink-2 text-sm"
        >
          {text.text}
        </OutlinedText>
      )}
    </g>
  ));
}

const END_APART_PX = 38;
/** The height of the second line of the label. */
const END_HEIGHT_PX = 14;

type LineEndsProps = Lines & { scales: ChartScales; currency: string };

/** Renders the names and final values at the ends of the lines. */
function LineEnds({ scales, branch, baseline, currency }: LineEndsProps) {
  const values = [branch.at(-1)?.value ?? 0, baseline.at(-1)?.value ?? 0] as const;
  const tops = spreadEnds(scales.y(values[0]), scales.y(values[1]), END_APART_PX, {
    top: scales.top,
    bottom: scales.bottom - END_HEIGHT_PX,
  });
  const left = scales.right + 12;
  return [
    { name: LINE_NAMES.branch, className: 'fill-accent-ink', value: values[0], top: tops[0] },
    { name: LINE_NAMES.baseline, className: 'fill-ink', value: values[1], top: tops[1] },
  ].map(({ name, className, value, top }) => (
    <text key={name} x={left} y={top} className="figures text-sm">
      <tspan x={left} dy="-0.1em" className={`font-semibold ${className}`}>
        {name}
      </tspan>
      <tspan x={left} dy="1.25em" className="fill-ink-2">
        {formatMoney(value, currency)}
      </tspan>
    </text>
  ));
}

/** Above this number of months, the table shows years. */
const MAX_MONTHS = 25;

function OverlayTable({ label, branch, baseline, currency }: Lines & { label: string; currency: string }) {
  const rows = branch
    .map(({ day, value }, index) => ({ day, value, baselineValue: baseline[index]?.value ?? value }))
    .filter(
      ({ day }, index) =>
        branch.length <= MAX_MONTHS || index === 0 || index === branch.length - 1 || day.slice(5, 7) === '12',
    );
  return (
    <ChartTable
      label={label}
      heads={['Month', LINE_NAMES.branch, LINE_NAMES.baseline, 'Difference']}
      rows={rows.map(({ day, value, baselineValue }) => ({
        key: day,
        name: formatAs(day, 'MMM yyyy'),
        cells: [
          formatMoney(value, currency),
          formatMoney(baselineValue, currency),
          // Subtracts in cents, so that the displayed values add up.
          formatMoney(fromMinor(subtractMinor(toMinor(value), toMinor(baselineValue))), currency, true),
        ],
      }))}
    />
  );
}

function getSummary(
  label: string,
  { branch, baseline, currency, past }: Lines & { currency: string; past: string | undefined },
): string {
  const [first, last, baselineLast] = [branch[0], branch.at(-1), baseline.at(-1)];
  if (!first || !last || !baselineLast) return `${label}: no data yet.`;
  const start = formatMoney(first.value, currency);
  const opening = past === undefined ? `is ${start} today` : `was ${start} on ${formatTextDate(first.day)}`;
  return `${label} ${opening}. In ${formatAs(last.day, 'MMMM yyyy')} it is ${formatMoney(last.value, currency)} in this what-if and ${formatMoney(baselineLast.value, currency)} in your current plan.`;
}
