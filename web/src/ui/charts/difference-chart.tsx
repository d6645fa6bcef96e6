import { useId, useMemo } from 'react';
import { formatAs, getDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import type { DayValue } from './line-chart';
import { OverlayFrame } from './overlay-frame';
import { layOutOverlay, NARROW_PX, paths } from './overlay-geometry';
import { useWidth } from './use-width';

type DifferenceChartProps = {
  label: string;
  /** The difference of the two lines, oldest first, in major units. */
  points: readonly DayValue[];
  /** True for a debt, where less is better. */
  lessIsBetter?: boolean;
  currency?: string;
};

const HEIGHT = 168;
const END_ROOM = 132;

/** Shows the difference of two close lines around zero. */
export function DifferenceChart({
  label,
  points,
  lessIsBetter = false,
  currency = 'USD',
}: DifferenceChartProps) {
  const [container, width] = useWidth();
  const clipId = useId();
  const narrow = width < NARROW_PX;
  const days = useMemo(() => points.map(({ day }) => day), [points]);
  const overlay = useMemo(
    () =>
      layOutOverlay(
        days,
        points.map(({ value }) => value),
        { width, height: HEIGHT, endRoom: narrow ? 0 : END_ROOM, currency, signed: true },
      ),
    [days, points, width, narrow, currency],
  );
  const last = points.at(-1);
  const zero = overlay.y(0);
  const area = paths.area(overlay, points);
  const [above, below] = lessIsBetter ? ['behind', 'ahead'] : ['ahead', 'behind'];
  return (
    <div ref={container} className="relative overflow-x-clip" style={{ height: HEIGHT }}>
      {width > 0 && last && (
        <OverlayFrame
          label={label}
          summary={`${label}: ${formatMoney(last.value, currency, true)} in ${formatAs(last.day, 'MMMM yyyy')}.`}
          days={days}
          overlay={overlay}
          width={width}
          height={HEIGHT}
          readout={(index) => (
            <p>
              {formatAs(points[index]?.day ?? last.day, 'MMM yyyy')}{' '}
              <strong className="font-semibold">
                {formatMoney(points[index]?.value ?? 0, currency, true)}
              </strong>
            </p>
          )}
        >
          {(read) => (
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
                d={paths.line(overlay, points)}
                fill="none"
                stroke="var(--chart-next)"
                strokeWidth="1.5"
                strokeDasharray="5 5"
              />
              {!narrow && (
                <text
                  x={overlay.right + 12}
                  y={overlay.y(last.value)}
                  dy="0.32em"
                  className="figures fill-ink font-semibold text-sm"
                >
                  {formatMoney(last.value, currency, true)}
                </text>
              )}
              {read !== null && points[read] && (
                <circle
                  cx={overlay.x(getDate(points[read].day))}
                  cy={overlay.y(points[read].value)}
                  r="4.5"
                  fill="var(--chart-next)"
                  stroke="var(--canvas)"
                  strokeWidth="2"
                />
              )}
            </>
          )}
        </OverlayFrame>
      )}
    </div>
  );
}
