import { type ForecastLine, LINE_LOOKS } from './forecast-geometry';

/** Explains the line patterns. */
export function ForecastLegend({ lines, hasBand }: { lines: readonly ForecastLine[]; hasBand: boolean }) {
  return (
    <ul className="mb-1 flex flex-wrap justify-end gap-x-4 gap-y-1 text-ink-3 text-sm">
      {lines.map(({ name, kind }) => (
        <li key={name} className="flex items-center gap-2">
          <svg aria-hidden="true" width="24" height="4">
            <line
              x1="0"
              x2="24"
              y1="2"
              y2="2"
              stroke={LINE_LOOKS[kind].stroke}
              strokeWidth="2"
              strokeDasharray={LINE_LOOKS[kind].dash}
            />
          </svg>
          {name}
        </li>
      ))}
      {hasBand && (
        <li className="flex items-center gap-2">
          <span aria-hidden className="h-3 w-5 rounded-1" style={{ background: 'var(--chart-band)' }} />8 of
          10 simulations
        </li>
      )}
    </ul>
  );
}
