import { BANDS, type Band, getBand } from '@engine/credit/bands.ts';
import { HIGHEST_SCORE, LOWEST_SCORE } from '@engine/credit/score.ts';
import { classNames } from '@/ui/class-names';

const at = (score: number) => ((score - LOWEST_SCORE) / (HIGHEST_SCORE - LOWEST_SCORE)) * 100;

/** Returns the end of a band, which is the first score of the next band. */
const getEnd = ({ from }: Band) => BANDS.find((band) => band.from > from)?.from ?? HIGHEST_SCORE;

/** Renders the position of a score between 300 and 850. A hypothetical score has a hollow mark. */
export function ScoreScale({ score, expected }: { score: number; expected?: number | undefined }) {
  const band = getBand(score);
  return (
    <div role="img" aria-label={`${score} of 300 to 850: ${band.name}`} className="mt-6 pt-4">
      <div className="relative flex h-2 gap-0.5">
        {BANDS.map((part) => (
          <span
            key={part.name}
            style={{ width: `${at(getEnd(part)) - at(part.from)}%` }}
            className={classNames(
              'h-full first:rounded-l-full last:rounded-r-full',
              part === band ? 'bg-ink' : 'bg-sunken',
            )}
          />
        ))}
        {expected !== undefined && expected !== score && (
          <span
            style={{ left: `${at(expected)}%` }}
            className="absolute -top-1 size-4 -translate-x-1/2 rounded-full border-2 border-chart-1 border-dashed bg-canvas"
          />
        )}
        <span
          style={{ left: `${at(score)}%` }}
          className="absolute -top-1 size-4 -translate-x-1/2 rounded-full border-2 border-canvas bg-ink"
        />
      </div>
      <div className="figures relative mt-3 h-5 text-ink-3 text-xs">
        <span className="absolute left-0">{LOWEST_SCORE}</span>
        <span
          style={{ left: `${(at(band.from) + at(getEnd(band))) / 2}%` }}
          className="absolute -translate-x-1/2 font-medium text-ink"
        >
          {band.name}
        </span>
        <span className="absolute right-0">{HIGHEST_SCORE}</span>
      </div>
    </div>
  );
}
