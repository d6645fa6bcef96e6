import { schedule } from '@engine/money/amortization.ts';
import type { Minor } from '@engine/money/minor.ts';
import { formatMinor } from '@/lib/money';

const WIDTH = 560;
const HEIGHT = 230;
const LEFT = 64;
const RIGHT = WIDTH - 12;
const TOP = 14;
const FLOOR = 196;
const MONTHS_A_YEAR = 12;

type PayoffCurveProps = { amount: Minor; percent: number; months: number; longestYears: number };

/** Renders the remaining balance by month as a dashed line, because it is a projection. */
export function PayoffCurve({ amount, percent, months, longestYears }: PayoffCurveProps) {
  const across = (month: number) => LEFT + (month / (longestYears * MONTHS_A_YEAR)) * (RIGHT - LEFT);
  const up = (owed: number) => FLOOR - (owed / amount) * (FLOOR - TOP);
  const path = [{ number: 0, remaining: amount }, ...schedule(amount, percent, months)]
    .map(({ number, remaining }) => `${Math.round(across(number))} ${Math.round(up(remaining) * 10) / 10}`)
    .join('L');
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="w-full"
      role="img"
      aria-label={`The balance falls from ${formatMinor(amount)} to $0.00 in ${months} months`}
    >
      {[1, 0.5, 0].map((share) => (
        <g key={share} transform={`translate(0 ${up(amount * share)})`}>
          <line x1={LEFT} x2={RIGHT} stroke="var(--chart-grid)" />
          <text dy="0.32em" className="figures fill-ink-3 text-xs max-md:text-lg">
            {share === 0 ? '$0' : `$${Math.round((amount * share) / 10_000) / 10}k`}
          </text>
        </g>
      ))}
      {Array.from({ length: longestYears }, (_, year) => year + 1).map((year) => (
        <text
          key={year}
          x={across(year * MONTHS_A_YEAR)}
          y={HEIGHT - 10}
          textAnchor={year === longestYears ? 'end' : 'middle'}
          className="figures fill-ink-3 text-xs max-md:text-lg"
        >
          {year === longestYears ? `year ${year}` : year}
        </text>
      ))}
      <path d={`M${path}H${LEFT}Z`} fill="var(--chart-ahead)" />
      <path d={`M${path}`} fill="none" stroke="var(--chart-next)" strokeWidth="2" strokeDasharray="5 5" />
      <circle
        cx={across(months)}
        cy={FLOOR}
        r="5"
        fill="var(--canvas)"
        stroke="var(--chart-next)"
        strokeWidth="2"
      />
    </svg>
  );
}
