import type { RunLosing } from '@engine/scenarios/run-state.ts';

type Told = { condition: RunLosing; words: string };

/** Renders the conditions that end the scenario early, and their distance. */
export function LosingList({ conditions }: { conditions: readonly Told[] }) {
  return (
    <ul aria-label="Game over if" className="divide-y divide-line border-line border-y">
      {conditions.map(({ condition: { id, crossedFor, days }, words }) => (
        <li key={id} className="py-3">
          <p>{words}</p>
          {crossedFor > 0 && (
            <p className="mt-0.5 font-semibold text-negative text-sm">
              {crossedFor > days
                ? 'This has happened.'
                : `This has lasted ${formatDays(crossedFor)}. After ${formatDays(days + 1)}, the scenario ends.`}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

const formatDays = (days: number) => (days === 1 ? '1 day' : `${days} days`);
