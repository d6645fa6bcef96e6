import { getStars } from '@engine/scenarios/run-state.ts';
import { Star } from 'lucide-react';
import type { ScenarioRunSummary } from '@/entities/scenario/scenario-run';

/** The result of a run in one word, with stars if won. */
export function RunStatus({ play }: { play: ScenarioRunSummary }) {
  if (play.state === 'playing') return <span className="font-semibold text-accent-ink">In progress</span>;
  if (play.state === 'left') return <span className="text-ink-3">Left early</span>;
  if (play.state === 'lost') return <span className="text-ink-2">Lost</span>;
  return (
    <span className="inline-flex items-center gap-2 font-semibold">
      Won <Stars play={play} />
    </span>
  );
}

export function Stars({ play: { course } }: { play: Pick<ScenarioRunSummary, 'course'> }) {
  const { stars, of } = getStars(course);
  return (
    <span className="inline-flex items-center gap-0.5">
      {Array.from({ length: of }, (_, star) => `star ${star + 1}`).map((star, index) => (
        <Star
          key={star}
          aria-hidden
          strokeWidth={1.5}
          className={index < stars ? 'size-4 fill-current text-accent-ink' : 'size-4 text-line-strong'}
        />
      ))}
      <span className="sr-only">
        {stars} of {of} stars
      </span>
    </span>
  );
}
