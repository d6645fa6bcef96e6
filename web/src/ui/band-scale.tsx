import { classNames } from './class-names';

/** A range of a scale, from its first value. */
type ScaleBand = { from: number; name: string };

type BandScaleProps = {
  value: number;
  lowest: number;
  highest: number;
  /** The bands from the lowest to the highest. */
  bands: readonly ScaleBand[];
  /** A hypothetical value with a hollow mark. */
  expected?: number | undefined;
};

/** Renders the position of a value on a scale with named bands. */
export function BandScale({ value, lowest, highest, bands, expected }: BandScaleProps) {
  const at = (position: number) => ((position - lowest) / (highest - lowest)) * 100;
  const getEnd = ({ from }: ScaleBand) => bands.find((band) => band.from > from)?.from ?? highest;
  const band = bands.findLast(({ from }) => value >= from) ?? bands[0];
  if (!band) return null;
  return (
    <div role="img" aria-label={`${value} of ${lowest} to ${highest}: ${band.name}`} className="mt-6 pt-4">
      <div className="relative flex h-2 gap-0.5">
        {bands.map((part) => (
          <span
            key={part.name}
            style={{ width: `${at(getEnd(part)) - at(part.from)}%` }}
            className={classNames(
              'h-full first:rounded-l-full last:rounded-r-full',
              part === band ? 'bg-ink' : 'bg-sunken',
            )}
          />
        ))}
        {expected !== undefined && expected !== value && (
          <span
            style={{ left: `${at(expected)}%` }}
            className="absolute -top-1 size-4 -translate-x-1/2 rounded-full border-2 border-chart-1 border-dashed bg-canvas"
          />
        )}
        <span
          style={{ left: `${at(value)}%` }}
          className="absolute -top-1 size-4 -translate-x-1/2 rounded-full border-2 border-canvas bg-ink"
        />
      </div>
      <div className="figures relative mt-3 h-5 text-ink-3 text-xs">
        <span className="absolute left-0">{lowest}</span>
        <span
          style={{ left: `${(at(band.from) + at(getEnd(band))) / 2}%` }}
          className="absolute -translate-x-1/2 whitespace-nowrap font-medium text-ink"
        >
          {band.name}
        </span>
        <span className="absolute right-0">{highest}</span>
      </div>
    </div>
  );
}
