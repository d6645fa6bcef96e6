import { BANDS } from '@engine/credit/bands.ts';
import { HIGHEST_SCORE, LOWEST_SCORE } from '@engine/credit/score.ts';
import { BandScale } from '@/ui/band-scale';

/** Renders the position of a score between 300 and 850. A hypothetical score has a hollow mark. */
export function ScoreScale({ score, expected }: { score: number; expected?: number | undefined }) {
  return (
    <BandScale
      value={score}
      lowest={LOWEST_SCORE}
      highest={HIGHEST_SCORE}
      bands={BANDS}
      expected={expected}
    />
  );
}
