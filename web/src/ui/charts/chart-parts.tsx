import type { ReactNode, SVGProps } from 'react';
import { type ChartScales, type DayValue, linePath } from './scales';

/**
 * The style of each kind of line: solid for history, dashed for a projection, and dotted for the baseline.
 */
const LINE_STYLES = {
  past: { stroke: 'var(--chart-past)', strokeDasharray: undefined },
  expected: { stroke: 'var(--chart-next)', strokeDasharray: '5 5' },
  baseline: { stroke: 'var(--ink-2)', strokeDasharray: '2 4' },
  certain: { stroke: 'var(--ink-3)', strokeDasharray: '1 5' },
  /** A second figure, such as a home's value. */
  secondaryPast: { stroke: 'var(--chart-5)', strokeDasharray: undefined },
  secondaryExpected: { stroke: 'var(--chart-5)', strokeDasharray: '5 5' },
} as const;

export type LineKind = keyof typeof LINE_STYLES;

type ChartLineProps = { scales: ChartScales; kind: LineKind; points: readonly DayValue[] };

export function ChartLine({ scales, kind, points }: ChartLineProps) {
  return (
    <path
      d={linePath(scales, points)}
      fill="none"
      strokeWidth="2"
      strokeLinejoin="round"
      {...LINE_STYLES[kind]}
    />
  );
}

type DotProps = {
  scales: ChartScales;
  kind: LineKind;
  point: DayValue | undefined;
  /** True for a point in the future. */
  isHollow?: boolean;
};

export function Dot({ scales, kind, point, isHollow = false }: DotProps) {
  if (!point) return null;
  const { stroke } = LINE_STYLES[kind];
  return (
    <circle
      cx={scales.x(point.day)}
      cy={scales.y(point.value)}
      r="4.5"
      fill={isHollow ? 'var(--canvas)' : stroke}
      stroke={isHollow ? stroke : 'var(--canvas)'}
      strokeWidth="2"
    />
  );
}

/** Renders text that stays readable on top of lines. */
export function OutlinedText(props: SVGProps<SVGTextElement>) {
  return (
    <text stroke="var(--canvas)" strokeWidth="6" strokeLinejoin="round" paintOrder="stroke" {...props} />
  );
}

/** Renders a legend entry with the line's pattern. */
export function LineKey({ kind, children }: { kind: LineKind; children: ReactNode }) {
  return (
    <li className="flex items-center gap-2">
      <svg aria-hidden="true" width="28" height="4">
        <line x2="28" y1="2" y2="2" strokeWidth="2" {...LINE_STYLES[kind]} />
      </svg>
      {children}
    </li>
  );
}

/** Renders a legend entry with a color, which `className` sets. */
export function ColorKey({ className, children }: { className: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-2">
      <span aria-hidden className={`size-3 rounded-1 ${className}`} />
      {children}
    </li>
  );
}

/** Renders a line's name and value in the text for a selected day. */
export function ReadoutValue({ name, children }: { name: string; children: ReactNode }) {
  return (
    <p>
      {name} <strong className="font-semibold">{children}</strong>
    </p>
  );
}
