import { dayText } from '@engine/calendar/calendar.ts';
import type { RunObjective } from '@engine/scenarios/run-state.ts';
import { Explain } from '@/entities/explanation/explain';
import { getMark, MARK_LABELS, type Mark } from '@/entities/scenario/run-status';
import { formatListDate, formatTextDate } from '@/lib/dates';
import { Bar } from '@/ui/bar';
import { figureFormula, figureName, figureText, getBar, targetText } from '../figure-text';
import { ObjectiveMark } from './objective-marks';

const TONES: Record<Mark, 'accent' | 'ink' | 'negative'> = {
  met: 'accent',
  holds: 'accent',
  open: 'ink',
  missed: 'negative',
};

type Told = { objective: RunObjective; words: string };

/** Renders the objectives with their progress and the missing amounts. */
export function ObjectiveList({
  objectives,
  judgedOn,
}: {
  objectives: readonly Told[];
  judgedOn: string | null;
}) {
  return (
    <ul aria-label="Objectives" className="divide-y divide-line border-line border-y">
      {objectives.map(({ objective, words }) => (
        <Objective key={objective.id} objective={objective} words={words} judgedOn={judgedOn} />
      ))}
    </ul>
  );
}

function Objective({ objective, words, judgedOn }: Told & { judgedOn: string | null }) {
  const { figure, value, required } = objective;
  const mark = getMark(objective);
  const bar = getBar(objective);
  return (
    <li className="flex gap-3.5 py-4">
      <ObjectiveMark mark={mark} />
      <div className="min-w-0 flex-1">
        <p>
          {words}
          {!required && <span className="text-ink-3 text-sm"> Bonus star.</span>}
        </p>
        {bar && (
          <Bar
            label={`${figureName(figure)}: ${figureText(figure, value)}, ${targetText(objective)}`}
            share={bar.share}
            {...(bar.mark < 1 && { mark: bar.mark })}
            tone={TONES[mark]}
            className="mt-3"
          />
        )}
        <p className="figures mt-2 flex flex-wrap justify-between gap-x-4 text-sm">
          <Explain
            title={figureName(figure)}
            formula={figureFormula(figure)}
            inputs={[
              { name: 'Now', value: figureText(figure, value) },
              { name: 'Target', value: targetText(objective) },
              { name: WHEN[objective.when], value: formatTextDate(dayText(objective.day)) },
              ...(judgedOn ? [{ name: 'Scored through', value: formatTextDate(judgedOn) }] : []),
            ]}
            source="Calculated from your ledger each day. Money you add yourself doesn't count."
          >
            {figureText(figure, value)}
          </Explain>
          <span className="text-ink-3">
            {targetText(objective)} · {formatSettled(objective, mark)}
          </span>
        </p>
      </div>
    </li>
  );
}

const WHEN = { end: 'At the end of', by: 'Any day through', always: 'Every day through' } as const;

/** Formats `met on Tue, Mar 3`. Open objectives show their state only. */
function formatSettled({ on }: RunObjective, mark: Mark): string {
  return on === undefined ? MARK_LABELS[mark] : `${MARK_LABELS[mark]} on ${formatListDate(dayText(on))}`;
}
