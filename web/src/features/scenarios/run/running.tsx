import { dayText } from '@engine/calendar/calendar.ts';
import type { RunLosing } from '@engine/scenarios/run-state.ts';
import { useMutation } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { requestFastForward } from '@/entities/household/request-fast-forward';
import { getCurrentStatus } from '@/entities/scenario/run-status';
import type { ScenarioRunRow } from '@/entities/scenario/scenario-run';
import { type DescribedMoment, describeRun } from '@/entities/scenario/scenario-text';
import { formatListDate } from '@/lib/dates';
import { isRefusal } from '@/lib/refusals';
import { toast } from '@/lib/toast';
import { Problem } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { TextLink } from '@/ui/link';
import { Dialog } from '@/ui/overlays/dialog';
import { Menu, MenuItem } from '@/ui/overlays/menu';
import { Page, Section } from '@/ui/page';
import { WorkProgress } from '@/ui/work-progress';
import { StartDialog, useArrival } from '../catalog/start-dialog';
import { scenarioMutations } from '../mutations';
import { formatCrossed, inDays } from '../scenario-text';
import { CourseSection, ObjectiveList } from './progress';

type Customer = { now: string; time_zone: string };

type RunningScenarioProps = { scenarioRun: ScenarioRunRow; customer: Customer; above: ReactNode };

/** Renders a run in progress: objectives, next step, actions, and past events. */
export function RunningScenario({ scenarioRun, customer, above }: RunningScenarioProps) {
  const [asks, setAsks] = useState<'leave' | 'again' | null>(null);
  const status = getCurrentStatus(scenarioRun, customer.now, customer.time_zone);
  const { today, month, months, next, daysLeft } = status;
  const runText = describeRun(scenarioRun, today);
  const goal = next ?? { title: 'End of the scenario', day: scenarioRun.course.ends };
  const days = Math.max(1, goal.day - today);
  return (
    <Page
      title={scenarioRun.pack.title}
      above={above}
      actions={
        <>
          <Button variant="primary" onClick={() => requestFastForward({ by: `P${days}D` })}>
            Fast-forward to {formatListDate(dayText(goal.day))}
          </Button>
          <Menu
            trigger={
              <Button aria-label="More options for this scenario" className="px-2.5!" data-compact>
                <Ellipsis className="size-5" />
              </Button>
            }
          >
            <MenuItem onSelect={() => setAsks('again')}>Restart…</MenuItem>
            <MenuItem onSelect={() => setAsks('leave')}>Leave scenario…</MenuItem>
          </Menu>
        </>
      }
    >
      <p className="figures -mt-5 mb-10 text-ink-2">
        Month {month} of {months}. {goal.title} {inDays(goal.day - today)}
        {next && `, ending ${inDays(daysLeft)}`}.
      </p>
      <div className="grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex flex-col gap-12">
          <Section title="Goals">
            <ObjectiveList objectives={runText.objectives} judgedOn={dayText(today)} />
          </Section>
          <CourseSection
            scenarioRun={scenarioRun}
            today={today}
            objectiveLines={runText.objectives.map(({ objective: { id }, text }) => ({
              id,
              text,
            }))}
            losingTexts={new Map(runText.losing.map(({ condition: { id }, text }) => [id, text]))}
          />
        </div>
        <div className="flex flex-col gap-12">
          <Section title="Events so far">
            <ProgressSoFar
              moments={runText.moments}
              next={
                next && {
                  title: next.title,
                  when: `${formatListDate(dayText(next.day))}, ${inDays(next.day - today)}`,
                }
              }
            />
          </Section>
          {runText.losing.length > 0 && (
            <Section title="Game over if">
              <LossConditionList conditions={runText.losing} />
            </Section>
          )}
        </div>
      </div>
      {asks === 'again' && <StartDialog pack={scenarioRun.pack} onClose={() => setAsks(null)} />}
      {asks === 'leave' && <LeaveDialog scenarioRun={scenarioRun} onClose={() => setAsks(null)} />}
    </Page>
  );
}

type DescribedCondition = { condition: RunLosing; text: string };

/** Renders the conditions that end the scenario early and the number of days for which each has been met. */
function LossConditionList({ conditions }: { conditions: readonly DescribedCondition[] }) {
  return (
    <ul aria-label="Game over if" className="divide-y divide-line border-line border-y">
      {conditions.map(({ condition: { id, crossedFor, days }, text }) => (
        <li key={id} className="py-3">
          <p>{text}</p>
          {crossedFor > 0 && (
            <p className="mt-0.5 font-semibold text-negative text-sm">
              {formatCrossed({ crossedFor, days })}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Renders past events, newest first. Hidden events are not shown. */
function ProgressSoFar({ moments, next }: { moments: readonly DescribedMoment[]; next: NextMoment | null }) {
  return (
    <ol aria-label="Events so far" className="border-line border-l-2 pl-5">
      {next && (
        <li className="relative pb-6">
          <Dot kind="next" />
          <p className="text-ink-3 text-sm">{next.when}</p>
          <p className="font-medium text-ink-2">{next.title}</p>
        </li>
      )}
      {moments.toReversed().map((moment) => (
        <li key={moment.key} className="relative pb-6 last:pb-0">
          <Dot kind={moment.kind} />
          <MomentView moment={moment} />
        </li>
      ))}
    </ol>
  );
}

type NextMoment = { title: string; when: string };

/** Renders a step with its lessons and an expandable hint. */
function MomentView({ moment: { day, title, text, hint, lessons } }: { moment: DescribedMoment }) {
  return (
    <>
      <p className="text-ink-3 text-sm">{formatListDate(dayText(day))}</p>
      <h3 className="font-semibold">{title}</h3>
      <p className="mt-0.5 text-ink-2">{text}</p>
      {hint && (
        <details className="mt-1">
          <summary className="w-fit py-1 pointer-coarse:py-3 font-medium text-accent-ink text-sm">
            Hint
          </summary>
          <p className="text-ink-2">{hint}</p>
        </details>
      )}
      {lessons.length > 0 && (
        <p className="mt-1 flex flex-wrap gap-x-4 text-sm">
          {lessons.map((lesson) => (
            <TextLink key={lesson} to={`/tips/${lesson}`}>
              Lesson: {formatLesson(lesson)}
            </TextLink>
          ))}
        </p>
      )}
    </>
  );
}

/**
 * Derives a lesson's title from its slug, such as `What stays` from `what-stays`, because the lesson isn't
 * loaded.
 */
function formatLesson(slug: string): string {
  const text = slug.replaceAll('-', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Renders a step's dot. Past steps are filled, and future steps are hollow. Checkpoints are larger than
 * events.
 */
function Dot({ kind }: { kind: 'checkpoint' | 'event' | 'next' }) {
  const looks = {
    checkpoint: '-left-[27px] size-3 bg-ink',
    event: '-left-[25px] size-2 bg-ink',
    next: '-left-[27px] size-3 border-2 border-chart-1 bg-canvas',
  } as const;
  return <span aria-hidden className={`absolute top-1.5 rounded-full ${looks[kind]}`} />;
}

/**
 * Renders the dialog for leaving a scenario. The customer can restore the previous household or keep the
 * current one.
 */
export function LeaveDialog({ scenarioRun, onClose }: { scenarioRun: ScenarioRunRow; onClose: () => void }) {
  const { title, state, checkpoint_before: before } = scenarioRun;
  const returnTo = useMutation(scenarioMutations.returnTo);
  const stay = useMutation(scenarioMutations.stay);
  const [refused, setRefused] = useState<string | null>(null);
  const arrive = useArrival();
  const isPending = returnTo.isPending || stay.isPending;
  async function leave(action: () => Promise<unknown>, done: string) {
    setRefused(null);
    try {
      await action();
      toast.success(done);
      await arrive();
    } catch (error) {
      setRefused(isRefusal(error) ? error.message : 'Nothing changed.');
    }
  }
  return (
    <Dialog
      onClose={() => !isPending && onClose()}
      title={`Leave “${title}”?`}
      description={
        state === 'playing'
          ? 'The run counts as unfinished and stays in your history.'
          : 'The run stays in your history.'
      }
    >
      <div className="divide-y divide-line border-line border-y">
        <div className="py-4">
          <p className="font-semibold">Restore my bank</p>
          {before ? (
            <>
              <p className="mt-0.5 mb-3 text-ink-2">
                We'll restore your accounts, debts, history, and date, and save the scenario as a checkpoint.
              </p>
              <Button
                variant="primary"
                busy={returnTo.isPending}
                onClick={() => void leave(() => returnTo.mutateAsync(before), 'Your bank is restored')}
              >
                Restore my bank
              </Button>
            </>
          ) : (
            <p className="mt-0.5 text-ink-2">
              There's no checkpoint to restore. Go to <TextLink to="/settings/time">Settings</TextLink> to
              start a new household.
            </p>
          )}
        </div>
        <div className="py-4">
          <p className="font-semibold">Keep this household</p>
          <p className="mt-0.5 mb-3 text-ink-2">
            Keep everything as it is. The scenario's remaining events won't happen.
          </p>
          <Button
            busy={stay.isPending}
            onClick={() => void leave(() => stay.mutateAsync(), 'You kept this household')}
          >
            Keep household
          </Button>
        </div>
      </div>
      <Problem fact="We couldn't leave the scenario." className="mt-5">
        {refused}
      </Problem>
      <WorkProgress runs={returnTo.isPending} text="Saving the scenario and restoring your bank" />
      <div className="mt-6 flex justify-end">
        <Button onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}
