import { useMemo } from 'react';
import { formatAs, formatTextDate, getDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import type { DayValue } from './line-chart';
import { Ends, LINE_NAMES } from './overlay-ends';
import { OverlayFrame } from './overlay-frame';
import {
  type DayBand,
  layOutOverlay,
  NARROW_PX,
  type Overlay,
  type Placed,
  paths,
  placeMarks,
} from './overlay-geometry';
import { OverlayTable } from './overlay-table';
import { useWidth } from './use-width';

/** An event on a day of one of the lines. */
export type OverlayMark = { day: string; words: string; of: 'branch' | 'baseline' };
type Labeled = OverlayMark & { short: string; above: boolean };

type OverlayChartProps = {
  /** The label of the lines: "Net worth". */
  label: string;
  /** Both lines cover the same days, today first, in major units. */
  branch: readonly DayValue[];
  baseline: readonly DayValue[];
  branchBand?: readonly DayBand[] | undefined;
  baselineBand?: readonly DayBand[] | undefined;
  marks?: readonly OverlayMark[];
  /** The last day of history. Up to it the baseline is solid. */
  past?: string | undefined;
  currency?: string;
};

const HEIGHT = 300;
const HEIGHT_NARROW = 230;
/** Shows differences at the ends of the lines: "+$1,234,567.89". */
const END_ROOM = 132;
const NO_MARKS: readonly OverlayMark[] = [];
const NO_POINTS: readonly DayValue[] = [];

/** Compares two futures over years: the scenario dashed, the baseline dotted. */
export function OverlayChart({
  label,
  branch,
  baseline,
  branchBand,
  baselineBand,
  marks = NO_MARKS,
  past,
  currency = 'USD',
}: OverlayChartProps) {
  const [container, width] = useWidth();
  const narrow = width < NARROW_PX;
  const height = narrow ? HEIGHT_NARROW : HEIGHT;
  const days = useMemo(() => branch.map(({ day }) => day), [branch]);
  const overlay = useMemo(() => {
    const values = [...branch, ...baseline].map(({ value }) => value);
    const bands = [...(branchBand ?? []), ...(baselineBand ?? [])].flatMap(({ low, high }) => [low, high]);
    const endRoom = narrow ? 0 : END_ROOM;
    return layOutOverlay(days, [...values, ...bands], { width, height, endRoom, currency });
  }, [branch, baseline, branchBand, baselineBand, days, width, height, narrow, currency]);
  const simulated = past === undefined ? NO_POINTS : baseline.filter(({ day }) => day <= past);
  const placed = useMemo(
    () => placeAll(marks, branch, baseline, overlay, narrow),
    [marks, branch, baseline, overlay, narrow],
  );

  return (
    <figure>
      <div ref={container} className="relative overflow-x-clip" style={{ height }}>
        {width > 0 && branch.length > 0 && (
          <OverlayFrame
            label={label}
            summary={getSummary(label, branch, baseline, { currency, past })}
            days={days}
            overlay={overlay}
            width={width}
            height={height}
            readout={(index) => (
              <Readout index={index} branch={branch} baseline={baseline} marks={marks} currency={currency} />
            )}
          >
            {(read) => (
              <>
                {baselineBand && (
                  <path d={paths.band(overlay, baselineBand)} fill="var(--ink)" opacity="0.06" />
                )}
                {branchBand && <path d={paths.band(overlay, branchBand)} fill="var(--chart-band)" />}
                {past !== undefined && (
                  <path
                    d={paths.line(overlay, simulated)}
                    fill="none"
                    stroke="var(--chart-past)"
                    strokeWidth="2"
                  />
                )}
                <path
                  d={paths.line(overlay, baseline.slice(Math.max(0, simulated.length - 1)))}
                  fill="none"
                  stroke="var(--ink-2)"
                  strokeWidth="2"
                  strokeDasharray="2 4"
                />
                <path
                  d={paths.line(overlay, branch)}
                  fill="none"
                  stroke="var(--chart-next)"
                  strokeWidth="2"
                  strokeDasharray="5 5"
                />
                <Today overlay={overlay} point={branch[0]} />
                {placed.map((each) => (
                  <Mark key={`${each.mark.of}${each.mark.day}${each.mark.words}`} {...each} />
                ))}
                {!narrow && (
                  <Ends overlay={overlay} branch={branch} baseline={baseline} currency={currency} />
                )}
                {read !== null && (
                  <>
                    <Dot overlay={overlay} point={baseline[read]} color="var(--ink-2)" />
                    <Dot overlay={overlay} point={branch[read]} color="var(--chart-next)" />
                  </>
                )}
              </>
            )}
          </OverlayFrame>
        )}
      </div>
      <figcaption>
        <OverlayTable label={label} branch={branch} baseline={baseline} currency={currency} />
      </figcaption>
    </figure>
  );
}

function Readout({
  index,
  branch,
  baseline,
  marks,
  currency,
}: Required<Pick<OverlayChartProps, 'branch' | 'baseline' | 'marks' | 'currency'>> & { index: number }) {
  const [one, other] = [branch[index], baseline[index]];
  if (!one || !other) return null;
  const before = branch[index - 1]?.day ?? '';
  const passedMarks = marks.filter(({ day }) => day > before && day <= one.day);
  return (
    <>
      <p>{formatAs(one.day, 'MMM yyyy')}</p>
      <p>
        {LINE_NAMES.branch} <strong className="font-semibold">{formatMoney(one.value, currency)}</strong>
      </p>
      <p>
        {LINE_NAMES.baseline} <strong className="font-semibold">{formatMoney(other.value, currency)}</strong>
      </p>
      {passedMarks.map(({ of, words }) => (
        <p key={`${of}${words}`}>
          {of === 'branch' ? '' : `${LINE_NAMES.baseline}: `}
          {words}
        </p>
      ))}
    </>
  );
}

function Today({ overlay: { x, y }, point }: { overlay: Overlay; point: DayValue | undefined }) {
  if (!point) return null;
  return (
    <circle
      cx={x(getDate(point.day))}
      cy={y(point.value)}
      r="5"
      fill="var(--chart-past)"
      stroke="var(--canvas)"
      strokeWidth="2"
    />
  );
}

function Dot({
  overlay: { x, y },
  point,
  color,
}: {
  overlay: Overlay;
  point: DayValue | undefined;
  color: string;
}) {
  if (!point) return null;
  return (
    <circle
      cx={x(getDate(point.day))}
      cy={y(point.value)}
      r="4.5"
      fill={color}
      stroke="var(--canvas)"
      strokeWidth="2"
    />
  );
}

/** Hollow because it is in the future. */
function Mark({ mark, left, top, label }: Placed<Labeled>) {
  return (
    <>
      <circle
        cx={left}
        cy={top}
        r="4.5"
        fill="var(--canvas)"
        stroke={mark.of === 'branch' ? 'var(--chart-next)' : 'var(--ink-2)'}
        strokeWidth="2"
      />
      {label && (
        <text
          x={label.left}
          y={label.top}
          dy="0.32em"
          textAnchor={label.anchor}
          stroke="var(--canvas)"
          strokeWidth="6"
          strokeLinejoin="round"
          paintOrder="stroke"
          className="fill-ink-2 text-sm"
        >
          {label.words}
        </text>
      )}
    </>
  );
}

/** On phones the marks have no labels. A tap reads them. */
function placeAll(
  marks: readonly OverlayMark[],
  branch: readonly DayValue[],
  baseline: readonly DayValue[],
  overlay: Overlay,
  narrow: boolean,
): Placed<Labeled>[] {
  const positioned = marks.flatMap((mark) => {
    const points = mark.of === 'branch' ? branch : baseline;
    const point = points.find(({ day }) => day >= mark.day);
    if (!point) return [];
    const labeled = { ...mark, short: formatAs(mark.day, 'MMM yyyy'), above: mark.of === 'branch' };
    return [{ mark: labeled, left: overlay.x(getDate(point.day)), top: overlay.y(point.value) }];
  });
  return narrow
    ? positioned.map((each) => ({ ...each, label: null }))
    : placeMarks(positioned, overlay, [...branch, ...baseline]);
}

function getSummary(
  label: string,
  branch: readonly DayValue[],
  baseline: readonly DayValue[],
  { currency, past }: { currency: string; past: string | undefined },
): string {
  const [first, last, other] = [branch[0], branch.at(-1), baseline.at(-1)];
  if (!first || !last || !other) return `${label}: no data yet.`;
  const money = (value: number) => formatMoney(value, currency);
  const then = formatAs(last.day, 'MMMM yyyy');
  const began = past === undefined ? 'is' : 'was';
  const when = past === undefined ? 'today' : `on ${formatTextDate(first.day)}`;
  return `${label} ${began} ${money(first.value)} ${when}. In ${then} it is ${money(last.value)} in this what-if and ${money(other.value)} in your current plan.`;
}
