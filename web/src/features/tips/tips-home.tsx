import { getUpcomingUntilPayday } from '@engine/forecast/payday.ts';
import { buildHouseholdState } from '@engine/household/state.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { customerQueries } from '@/entities/customer/queries';
import { Explain } from '@/entities/explanation/explain';
import { clockQueries } from '@/entities/household/clock-queries';
import { everyInsight, type Insight, insightKind } from '@/entities/insight/insight-text';
import { dashboardQueries } from '@/features/dashboard/queries';
import { getDay } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { Bar } from '@/ui/bar';
import { ErrorState } from '@/ui/error-state';
import { LinkButton } from '@/ui/link';
import { Page, Section } from '@/ui/page';
import { Row, RowList } from '@/ui/row-list';
import { SkeletonRows } from '@/ui/skeleton';
import { getLesson, LESSONS } from './lessons/catalog';
import { tipMutations } from './mutations';
import { byTopic, getCurrentStatus, nextLesson } from './progress';
import { type LessonProgress, tipQueries } from './queries';

/** The customer's progress, the next lesson, insights, all lessons, and the glossary. */
export function TipsHome() {
  const { data: progress, error, refetch, isFetching } = useQuery(tipQueries.progress());
  const insights = useInsights();
  const [pressing] = insights ?? [];
  const topic = pressing ? (getLesson(LESSON_OF_INSIGHT[insightKind(pressing.key)])?.topic ?? null) : null;
  return (
    <Page
      title="Financial Tips"
      docked={false}
      actions={
        <>
          <LinkButton to="/tips/glossary">Glossary</LinkButton>
          <LinkButton to="/tips/stories">Scenarios</LinkButton>
        </>
      }
    >
      {progress === undefined ? (
        error ? (
          <ErrorState
            title="We couldn't load your progress."
            onRetry={() => void refetch()}
            busy={isFetching}
          />
        ) : (
          <SkeletonRows rows={6} label="Loading your progress" />
        )
      ) : (
        <div className="flex flex-col gap-12">
          <div className="grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-2">
            <WhereYouStand progress={progress} />
            <Next progress={progress} topic={topic} />
          </div>
          <DataTips insights={insights} />
          <Lessons progress={progress} />
        </div>
      )}
    </Page>
  );
}

function WhereYouStand({ progress }: { progress: readonly LessonProgress[] }) {
  const topics = byTopic(progress);
  const learned = topics.reduce((sum, topic) => sum + topic.learned, 0);
  return (
    <Section
      title="Your progress"
      aside={
        <span className="figures">
          {learned} of {LESSONS.length} lessons
        </span>
      }
    >
      <ul aria-label="Progress by topic" className="flex flex-col gap-3">
        {topics.map(({ id, name, lessons, learned: done }) => (
          <li key={id} className="grid grid-cols-[9rem_minmax(0,1fr)_3rem] items-center gap-3 text-sm">
            <a href={`#${id}`} className="hover:underline">
              {name}
            </a>
            <Bar label={name} share={lessons.length > 0 ? done / lessons.length : 0} tone="accent" />
            <span className="figures text-correct text-ink-3">
              {done} of {lessons.length}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Next({
  progress,
  topic,
}: { progress: readonly LessonProgress[] } & { topic: Parameters<typeof nextLesson>[1] }) {
  const next = nextLesson(progress, topic);
  return (
    <Section title="Next lesson">
      {next ? (
        <>
          <p className="font-semibold text-lg">{next.lesson.title}</p>
          <p className="mt-1 max-w-120 text-ink-2">{next.lesson.summary}</p>
          <p className="mt-1 text-ink-3 text-sm">
            {next.reason} {next.lesson.minutes} min to read.
          </p>
          <LinkButton to={`/tips/${next.lesson.id}`} variant="primary" className="mt-4">
            Start lesson
          </LinkButton>
        </>
      ) : (
        <p className="text-ink-2">
          You've finished every lesson. Their numbers update with your transactions.
        </p>
      )}
    </Section>
  );
}

const STANDINGS = { new: '', begun: 'Started', learned: 'Completed' } as const;

function Lessons({ progress }: { progress: readonly LessonProgress[] }) {
  return (
    <div className="grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-2">
      {byTopic(progress).map(({ id, name, words, lessons }) => (
        <Section key={id} id={id} title={name} aside={words}>
          <RowList label={name}>
            {lessons.map((lesson) => {
              const status = getCurrentStatus(lesson, progress);
              return (
                <Row
                  key={lesson.id}
                  to={`/tips/${lesson.id}`}
                  title={lesson.title}
                  detail={lesson.summary}
                  end={
                    <span className="flex items-center gap-1 text-ink-3 text-sm">
                      {status === 'learned' && <Check className="size-4 text-positive" />}
                      {STANDINGS[status] || `${lesson.minutes} min`}
                    </span>
                  }
                />
              );
            })}
          </RowList>
        </Section>
      ))}
    </div>
  );
}

/** Returns the insights that the customer hasn't dismissed; undefined while loading. */
function useInsights(): readonly Insight[] | undefined {
  const found = useQuery(dashboardQueries.insights()).data;
  const household = useQuery(clockQueries.household()).data;
  const me = useQuery(customerQueries.me()).data;
  return useMemo(() => {
    if (!found || household === undefined || !me) return undefined;
    const shortfalls = household
      ? getUpcomingUntilPayday(buildHouseholdState(household), household.now).shortfalls
      : [];
    return everyInsight(found.rows, shortfalls, found.dismissed, getDay(me.now, me.time_zone));
  }, [found, household, me]);
}

/** Renders insights: a fact, an amount, its reason, an action, and a lesson. */
function DataTips({ insights }: { insights: readonly Insight[] | undefined }) {
  const dismiss = useMutation(tipMutations.dismiss);
  const bringBack = useMutation(tipMutations.bringBack);
  if (insights === undefined) return null;
  const dismissInsight = async ({ key }: Insight) => {
    await dismiss.mutateAsync(key);
    toast.success('Insight dismissed', {
      action: { label: 'Undo', onClick: () => void bringBack.mutateAsync(key).catch(() => {}) },
    });
  };
  return (
    <Section title="Tips from your data">
      {insights.length === 0 ? (
        <p className="text-ink-2">No tips today. We'll show tips based on your transactions.</p>
      ) : (
        <ul aria-label="Tips from your data" className="divide-y divide-line border-line border-y">
          {insights.map((insight) => (
            <li key={insight.key} className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3.5">
              <div className="min-w-0 flex-1 basis-80">
                <p>
                  {insight.fact} <strong className="figures font-semibold">{insight.amount}</strong>
                </p>
                <p className="mt-0.5 flex flex-wrap gap-x-4 text-ink-3 text-sm">
                  <Explain
                    title="Why you're seeing this"
                    formula={insight.why}
                    inputs={insight.inputs}
                    postings={insight.rows}
                  >
                    Why am I seeing this?
                  </Explain>
                  <LessonLink insight={insight} />
                </p>
              </div>
              <span className="flex items-center gap-2">
                <LinkButton to={insight.action.to} size="sm">
                  {insight.action.words}
                </LinkButton>
                <button
                  type="button"
                  aria-label={`Dismiss: ${insight.fact}`}
                  title="Dismiss"
                  disabled={dismiss.isPending}
                  onClick={() => void dismissInsight(insight).catch(() => {})}
                  className="grid size-8 place-items-center rounded-1 text-ink-3 hover:bg-sunken hover:text-ink pointer-coarse:size-11"
                >
                  <X className="size-4" />
                </button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function LessonLink({ insight }: { insight: Insight }) {
  const lesson = getLesson(LESSON_OF_INSIGHT[insightKind(insight.key)]);
  if (!lesson) return null;
  return (
    <Link to={`/tips/${lesson.id}`} className="inline-block py-1 text-link">
      Lesson: {lesson.title}
    </Link>
  );
}

/** The lesson about each kind of insight. */
export const LESSON_OF_INSIGHT: Readonly<Record<string, string>> = {
  short: 'months-covered',
  fee_twice: 'card-interest',
  utilization: 'utilization',
  price_rise: 'yearly-price',
  category_high: 'where-money-goes',
  pace: 'where-money-goes',
  goal_behind: 'months-covered',
  idle: 'compound-interest',
};
