import { formatMoney } from '@/lib/money';
import type { DayValue } from './line-chart';
import { endsApart, type Overlay } from './overlay-geometry';

export const LINE_NAMES = { branch: 'This what-if', baseline: 'Current plan' } as const;
const END_APART_PX = 38;
/** The second line of the label. */
const END_HEIGHT_PX = 14;

/** Renders the names and final values at the ends of the lines. */
export function Ends({
  overlay,
  branch,
  baseline,
  currency,
}: {
  overlay: Overlay;
  branch: readonly DayValue[];
  baseline: readonly DayValue[];
  currency: string;
}) {
  const [one, other] = [branch.at(-1)?.value ?? 0, baseline.at(-1)?.value ?? 0];
  const [top, otherTop] = endsApart(
    overlay.y(one),
    overlay.y(other),
    END_APART_PX,
    overlay.bottom - END_HEIGHT_PX,
  );
  const left = overlay.right + 12;
  return (
    <>
      <End left={left} top={top} name={LINE_NAMES.branch} ink="fill-accent-ink">
        {formatMoney(one, currency)}
      </End>
      <End left={left} top={otherTop} name={LINE_NAMES.baseline} ink="fill-ink">
        {formatMoney(other, currency)}
      </End>
    </>
  );
}

function End({
  left,
  top,
  name,
  ink,
  children,
}: {
  left: number;
  top: number;
  name: string;
  ink: string;
  children: string;
}) {
  return (
    <text x={left} y={top} className="figures text-sm">
      <tspan x={left} dy="-0.1em" className={`font-semibold ${ink}`}>
        {name}
      </tspan>
      <tspan x={left} dy="1.25em" className="fill-ink-2">
        {children}
      </tspan>
    </text>
  );
}
