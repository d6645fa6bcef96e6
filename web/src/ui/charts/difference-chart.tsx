import { useId } from 'react';
import { formatAs } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { Dot, ReadoutValue } from './chart-parts';
import { END_SPACE } from './overlay-chart';
import { areaPath, createYearlyScales, type DayValue, linePath, NARROW_PX } from './scales';
import { TimeChart } from './time-chart';

type DifferenceChartProps = {
  label: string;
  /** The differences between the two lines, oldest first, in major units. */
  points: readonly DayValue[];
  /** True for debts, for which less is better. */
  lessIsBetter: boolean;
  currency: string;
};

const HEIGHT = 168;
const YEAR_MONTHS = 12;

/**
 * Renders the difference between two lines that are close together. The difference can be positive or
 * negative.
 */
export function DifferenceChart({ label, points, lessIsBetter, currency }: DifferenceChartProps) {
  const clipId = useId();
  const days = points.map(({ day }) => day);
  const format = (value: number) => formatMoney(value, currency, true);
  const last = points.at(-1);
  if (!last) return null;
  const [above, below] = lessIsBetter ? ['behind', 'ahead'] : ['ahead', 'behind'];
  return (
    <TimeChart
      label={label}
      summary={`${label}: ${format(last.value)} in ${formatAs(last.day, 'MMMM yyyy')}.`}
      days={days}
      height={HEIGHT}
      page={YEAR_MONTHS}
      createScales={(size) =>
        createYearlyScales(
          days,
          points.map(({ value }) => value),
          { ...size, endSpace: size.width < NARROW_PX ? 0 : END_SPACE, currency, signed: true },
        )
      }
      renderSelection={(index, scales) =>
        index !== null && <Dot scales={scales} kind="expected" point={points[index]} />
      }
      renderReadout={(index) => (
        <ReadoutValue name={formatAs(points[index]?.day ?? last.day, 'MMM yyyy')}>
          {format(points[index]?.value ?? 0)}
        </ReadoutValue>
      )}
    >
      {(scales, { width }) => {
        const zero = scales.y(0);
        const area = areaPath(scales, points, 0);
        return (
          <>
            <clipPath id={`${clipId}-above`}>
              <rect x="0" y="0" width={width} height={Math.max(0, zero)} />
            </clipPath>
            <clipPath id={`${clipId}-below`}>
              <rect x="0" y={zero} width={width} height={HEIGHT} />
            </clipPath>
            <path d={area} fill={`var(--chart-${above})`} clipPath={`url(#${clipId}-above)`} />
            <path d={area} fill={`var(--chart-${below})`} clipPath={`url(#${clipId}-below)`} />
            <path
              d={linePath(scales, points)}
              fill="none"
              stroke="var(--chart-next)"
              strokeWidth="1.5"
              strokeDasharray="5 5"
            />
            {width >= NARROW_PX && (
              <text
                x={scales.right + 12}
                y={scales.y(last.value)}
                dy="0.32em"
                className="figures fill-ink font-semibold text-sm"
              >
                {format(last.value)}
              </text>
            )}
          </>
        );
      }}
    </TimeChart>
  );
}
