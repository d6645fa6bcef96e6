import { HIGHEST_SCORE, LOWEST_SCORE } from '@engine/credit-score.ts';
import { classNames } from '@/ui/class-names';
import { BANDS, bandOf } from './bands';

const at = (score: number) => ((score - LOWEST_SCORE) / (HIGHEST_SCORE - LOWEST_SCORE)) * 100;

/** Where a score lies between 300 and 850, band by band; hollow where it would lie. */
export function ScoreScale({ score, expected }: { score: number; expected?: number | undefined }) {
  const band = bandOf(score);
  return (
    <div role="img" aria-label={`${score} of 300 to 850: ${band.name}`} className="mt-6 pt-4">
      <div className="relative flex h-2 gap-0.5">
        {BANDS.map(({ from, name }, index) => (
          <span
            key={name}
            style={{ width: `${at(BANDS[index + 1]?.from ?? HIGHEST_SCORE) - at(from)}%` }}
            className={classNames(
              'h-full first:rounded-l-full last:rounded-r-full',
              name === band.name ? 'bg-ink' : 'bg-sunken',
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
      <div className="relative mt-3 h-5 text-ink-3 text-xs">
        {BANDS.map(({ from, name }) => (
          <span
            key={name}
            style={{ left: `${at(from)}%` }}
            className={classNames(
              'absolute whitespace-nowrap',
              name === band.name && 'font-medium text-ink',
              name !== band.name && 'max-md:hidden',
            )}
          >
            {name} <span className="figures">{from}</span>
          </span>
        ))}
      </div>
    </div>
  );
}
