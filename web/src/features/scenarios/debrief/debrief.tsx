import { dayText } from '@engine/calendar/calendar.ts';
import { getReference } from '@engine/scenarios/reference.ts';
import { type ScenarioRun as Course, getStars, type RunObjective } from '@engine/scenarios/run-state.ts';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { getDeciding, getMark, MARK_LABELS } from '@/entities/scenario/run-status';
import type { ScenarioRunRow } from '@/entities/scenario/scenario-run';
import { type DebriefText, describeDebrief, describeRun } from '@/entities/scenario/scenario-text';
import { formatListDate, formatTextDate } from '@/lib/dates';
import { isRefusal } from '@/lib/refusals';
import { toast } from '@/lib/toast';
import { useCopy } from '@/lib/use-copy';
import { Problem } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { ForecastChart } from '@/ui/charts/forecast-chart';
import { Page, Section } from '@/ui/page';
import { Panel } from '@/ui/panel';
import { WorkProgress } from '@/ui/work-progress';
import { StartDialog, useArrival } from '../catalog/start-dialog';
import { scenarioMutations } from '../mutations';
import { getLines, getSummary, ObjectiveMark, writtenAs } from '../run/progress';
import { LeaveDialog } from '../run/running';
import { Stars } from '../run-list';
import { figureName, figureText, formatLength, getTurns, targetText } from '../scenario-text';
import { DebriefFigures } from './debrief-figures';

type DebriefProps = { scenarioRun: ScenarioRunRow; zone: string; above: ReactNode };

/** Renders the end of a run, its cause, and suggestions for the next try. The page can be printed. */
export function Debrief({ scenarioRun, zone, above }: DebriefProps) {
  const [isConfirmingRestart, setConfirmingRestart] = useState(false);
  const { pack, course } = scenarioRun;
  const last = course.outcome?.on ?? course.ends;
  const hasLeft = scenarioRun.state === 'left';
  // Simulates the author's recommended actions. Null if the scenario has none.
  const reference = useMemo(
    () => (hasLeft ? null : (getReference(pack, course.begins, zone)?.play ?? null)),
    [hasLeft, pack, course.begins, zone],
  );
  const description = describeDebrief(pack, course, reference);
  const objectives = describeRun(scenarioRun, last).objectives;
  const [, copyText] = useCopy();
  const share = async () => {
    if (await copyText(resultText(scenarioRun, objectives))) toast.success('Result copied');
    else toast.error('Your browser blocked copying');
  };
  return (
    <Page
      title={pack.title}
      above={above}
      actions={
        <>
          <Button onClick={() => window.print()} className="print:hidden">
            Print
          </Button>
          <Button onClick={() => void share()} className="print:hidden">
            Copy result
          </Button>
          <Button
            // If the customer can retry from the last checkpoint, that button is the primary action.
            variant={
              scenarioRun.is_current && scenarioRun.state === 'lost' && scenarioRun.last_checkpoint
                ? 'secondary'
                : 'primary'
            }
            onClick={() => setConfirmingRestart(true)}
            className="print:hidden"
          >
            Play again
          </Button>
        </>
      }
    >
      <div className="-mt-5 mb-8">
        <p className="flex flex-wrap items-center gap-x-3 text-lg">
          <span className="font-semibold">{formatEnd(scenarioRun, last)}</span>
          {scenarioRun.state === 'won' && <Stars {...getStars(course)} />}
        </p>
        {description?.decidedBy && <p className="text-ink-2">Deciding factor: {description.decidedBy}</p>}
      </div>
      <AfterRun scenarioRun={scenarioRun} />
      <div className="grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex flex-col gap-10">
          {description && (
            <div className="flex max-w-150 flex-col gap-4 text-lg">
              {description.paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          )}
          <Section title="Your goals">
            <ul aria-label="Your goals" className="divide-y divide-line border-line border-y">
              {objectives.map(({ objective, text }) => (
                <li key={objective.id} className="flex gap-3.5 py-4">
                  <ObjectiveMark mark={endMark(description, objective)} />
                  <div className="min-w-0 flex-1">
                    <p className="font-medium">{text}</p>
                    <p className="mt-0.5 text-ink-2">{getEnded(description, objective.id)}</p>
                    <p className="figures mt-0.5 text-ink-3 text-sm">
                      {figureText(objective.figure, objective.value)}, target {targetText(objective)}
                    </p>
                  </div>
                </li>
              ))}
            </ul>
          </Section>
          <DebriefChart course={course} reference={reference} />
          {description?.next && (
            <Section title="Try next">
              <p className="max-w-150 text-ink-2">{description.next}</p>
            </Section>
          )}
        </div>
        <div className="flex flex-col gap-10">
          <DebriefFigures course={course} reference={reference} description={description} />
          {description && description.turns.length > 0 && (
            <Section title="Turning points">
              <ol aria-label="Turning points" className="divide-y divide-line border-line border-y">
                {getTurns(description.turns, pack, course).map(({ key, day, text, isGood }) => (
                  <li key={key} className="flex gap-4 py-2.5">
                    <span className="figures w-24 shrink-0 text-ink-3 text-sm">{formatTextDate(day)}</span>
                    <span className={isGood ? 'min-w-0 font-medium' : 'min-w-0'}>{text}</span>
                  </li>
                ))}
              </ol>
            </Section>
          )}
        </div>
      </div>
      {isConfirmingRestart && <StartDialog pack={pack} onClose={() => setConfirmingRestart(false)} />}
    </Page>
  );
}

/**
 * Returns the final mark of an objective. An unmet objective counts as missed, unless the customer left the
 * run early.
 */
const endMark = (description: DebriefText | null, objective: RunObjective) =>
  description === null
    ? getMark(objective)
    : description.objectives.find(({ id }) => id === objective.id)?.isMet
      ? 'met'
      : 'missed';

const getEnded = (description: DebriefText | null, id: string) =>
  description?.objectives.find((item) => item.id === id)?.result;

/** Formats the end of a run, such as `Won on March 31, 2027`. */
function formatEnd({ state, course: { outcome } }: ScenarioRunRow, last: number): string {
  const day = formatTextDate(dayText(last));
  if (state === 'left' || !outcome) return 'You left this scenario early';
  return state === 'won' ? `Won on ${day}` : `The scenario ended on ${day}`;
}

/** Returns a summary of the run for sharing. */
function resultText(
  { pack, course, state }: ScenarioRunRow,
  objectives: readonly { objective: RunObjective; text: string }[],
): string {
  const { stars, of } = getStars(course);
  const day = formatTextDate(dayText(course.outcome?.on ?? course.ends));
  const ended =
    state === 'won' ? `won on ${day}, ${stars} of ${of} stars` : state === 'lost' ? `lost on ${day}` : 'left';
  const lines = objectives.map(
    ({ objective, text }) =>
      `${getMark(objective) === 'met' ? '[x]' : '[ ]'} ${text} ${figureText(objective.figure, objective.value)}, ${MARK_LABELS[getMark(objective)]}`,
  );
  return [`${pack.title} (${formatLength(pack.months)}, Sandbank): ${ended}`, ...lines].join('\n');
}

/**
 * Renders the choices after a run: restore the last checkpoint or leave the scenario. Shown only while the
 * customer is still in the run's household.
 */
function AfterRun({ scenarioRun }: { scenarioRun: ScenarioRunRow }) {
  const [leaves, setLeaves] = useState(false);
  const { mutateAsync, isPending, error } = useMutation(scenarioMutations.returnTo);
  const arrive = useArrival();
  if (!scenarioRun.is_current) return null;
  const last = scenarioRun.state === 'lost' ? lastPoint(scenarioRun) : null;
  async function goBack(checkpoint: string, title: string) {
    await mutateAsync(checkpoint);
    toast.success(`Restored “${title}”`);
    await arrive();
  }
  return (
    <Panel aria-label="Next steps" className="mb-10 print:hidden">
      <p className="max-w-150">
        {last
          ? `You're still in this household. Restore “${last.title}” from ${formatListDate(dayText(last.day))} and try again, or leave the scenario.`
          : "You're still in this household, but it no longer counts toward the scenario."}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        {last && (
          <Button
            variant="primary"
            busy={isPending}
            onClick={() => void goBack(last.checkpoint, last.title).catch(() => {})}
          >
            Try again from “{last.title}”
          </Button>
        )}
        <Button onClick={() => setLeaves(true)} disabled={isPending}>
          Leave scenario…
        </Button>
      </div>
      <WorkProgress runs={isPending} text="Saving your bank and restoring the checkpoint" />
      <Problem fact="We couldn't restore the checkpoint." className="mt-5">
        {error && (isRefusal(error) ? error.message : 'Nothing changed.')}
      </Problem>
      {leaves && <LeaveDialog scenarioRun={scenarioRun} onClose={() => setLeaves(false)} />}
    </Panel>
  );
}

/** Returns the run's last saved checkpoint. */
function lastPoint({ last_checkpoint: checkpoint, course, pack }: ScenarioRunRow) {
  const reached = course.checkpoints.findLast((point) => point.reached !== undefined);
  const point = pack.checkpoints.find(({ id }) => id === reached?.id);
  return checkpoint && reached && point ? { checkpoint, day: reached.day, title: point.title } : null;
}

/** Renders the chart of the figure that decided the run. Also shows the result of the recommended actions. */
function DebriefChart({ course, reference }: { course: Course; reference: Course | null }) {
  const objective =
    course.objectives.find(({ id }) => id === course.outcome?.by) ?? getDeciding(course.objectives);
  // A chart line needs at least two months.
  if (!objective || course.months.length < 2) return null;
  const today = course.outcome?.on ?? course.ends;
  const lines = getLines(course, objective, { today, reference });
  const written = writtenAs(objective);
  const name = figureName(objective.figure);
  return (
    <Section title="Results" aside={name}>
      <ForecastChart
        label={name}
        lines={lines}
        band={[]}
        summary={getSummary(name, lines, written)}
        {...(written && { format: written })}
        height={240}
      />
    </Section>
  );
}
