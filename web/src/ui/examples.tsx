import { classNames } from './class-names';

/**
 * Drawn examples for empty lists: what the page will show. Everything is dashed, because nothing has
 * happened.
 */

type ExampleRow = { title: string; detail: string; end: string };

/** Renders example rows. Screen readers skip them, because the text next to them says the same. */
export function ExampleRows({ rows }: { rows: readonly ExampleRow[] }) {
  return (
    <div aria-hidden="true" className="w-full rounded-3 border border-line-strong border-dashed px-5 py-1.5">
      <ul className="divide-y divide-dashed divide-line-strong">
        {rows.map(({ title, detail, end }) => (
          <li key={title} className="flex items-center gap-4 py-3 text-ink-3">
            <span className="size-5 shrink-0 rounded-full border border-line-strong border-dashed" />
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{title}</span>
              <span className="block text-sm">{detail}</span>
            </span>
            <span className="figures shrink-0 font-medium">{end}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

type ExampleCurveProps = {
  /** The values at the ends of the curve, such as `$20,000` and `$0`. */
  from: string;
  to: string;
  /** The dates at the ends of the curve, such as `Today` and `5 years`. */
  start: string;
  end: string;
  rises?: boolean;
};

/** The curve of a debt that is paid off, and of a score that rises, in a drawing of 360 × 150. */
const FALL = 'M20 26C130 34 250 70 340 118';
const RISE = 'M20 118C110 96 220 44 340 30';

/** Renders an example chart of one dashed curve. Screen readers skip it. */
export function ExampleCurve({ from, to, start, end, rises = false }: ExampleCurveProps) {
  const ends = rises ? { first: 118, last: 30 } : { first: 26, last: 118 };
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 360 156"
      fill="none"
      strokeLinecap="round"
      className="w-full max-w-100 rounded-3 border border-line-strong border-dashed"
    >
      <path d="M20 130H340" stroke="var(--line-strong)" strokeWidth="1" />
      <path d={rises ? RISE : FALL} stroke="var(--chart-next)" strokeWidth="2" strokeDasharray="5 5" />
      <circle cx="20" cy={ends.first} r="4.5" fill="var(--ink-2)" />
      <circle cx="340" cy={ends.last} r="4" fill="var(--canvas)" stroke="var(--chart-next)" strokeWidth="2" />
      <g fill="var(--ink-3)" fontSize="12">
        <text x="20" y={rises ? 88 : 16}>
          {from}
        </text>
        <text x={rises ? 340 : 312} y={rises ? 19 : 125} textAnchor="end">
          {to}
        </text>
        <text x="20" y="146">
          {start}
        </text>
        <text x="340" y="146" textAnchor="end">
          {end}
        </text>
      </g>
    </svg>
  );
}

/**
 * Renders an example what-if: the current plan and a decision that diverges from it. Screen readers skip it.
 */
export function ExampleBranch({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 360 216"
      fill="none"
      strokeLinecap="round"
      className={classNames('w-full rounded-3 border border-line-strong border-dashed', className)}
    >
      <path d="M104 30V178" stroke="var(--line-strong)" />
      <path d="M20 178H340" stroke="var(--line-strong)" />
      <path d="M104 128C180 116 260 74 336 44V84C260 104 180 122 104 128Z" fill="var(--chart-ahead)" />
      <path d="M20 140C48 136 76 132 104 128" stroke="var(--chart-past)" strokeWidth="2" />
      <path d="M104 128C180 122 260 104 336 84" stroke="var(--ink-2)" strokeWidth="2" strokeDasharray="2 4" />
      <path
        d="M104 128C180 116 260 74 336 44"
        stroke="var(--chart-next)"
        strokeWidth="2"
        strokeDasharray="5 5"
      />
      <circle cx="104" cy="128" r="4.5" fill="var(--chart-past)" />
      <circle cx="336" cy="84" r="4" fill="var(--canvas)" stroke="var(--ink-2)" strokeWidth="2" />
      <circle cx="336" cy="44" r="4" fill="var(--canvas)" stroke="var(--chart-next)" strokeWidth="2" />
      <g fontSize="12" fill="var(--ink-3)">
        <text x="104" y="198" textAnchor="middle">
          Today
        </text>
        <text x="340" y="198" textAnchor="end">
          5 years
        </text>
        <text x="322" y="126" textAnchor="end">
          Current plan
        </text>
        <text x="322" y="34" textAnchor="end" fill="var(--accent-ink)">
          With $300 more a month
        </text>
      </g>
    </svg>
  );
}
