import { getUpcomingUntilPayday } from '@engine/forecast/payday.ts';
import { buildHouseholdState } from '@engine/household/state.ts';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { customerQueries } from '@/entities/customer/queries';
import { clockQueries } from '@/entities/household/clock-queries';
import { InsightList } from '@/entities/insight/insight-list';
import {
  everyInsight,
  type Insight,
  insightKind,
  selectFirstOfEachKind,
} from '@/entities/insight/insight-text';
import { dashboardQueries } from '@/features/dashboard/queries';
import { formatCount } from '@/lib/count';
import { getDay } from '@/lib/dates';
import { Bar } from '@/ui/bar';
import { Button } from '@/ui/button';
import { LinkButton } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Page, Section } from '@/ui/page';
import { Row, RowList } from '@/ui/row-list';
import { getLesson, LESSONS } from './lessons/catalog';
import { byTopic, getCurrentStatus, nextLesson } from './progress';
import { type LessonProgress, tipQueries } from './queries';

/** Renders the customer's progress, the next lesson, insights, all lessons, and the glossary. */
export function TipsHome() {
  const loaded = useQuery(tipQueries.progress());
  const insights = useInsights();
  const [pressing] = insights ?? [];
  const topic = pressing ? (getLesson(LESSON_OF_INSIGHT[insightKind(pressing.key)])?.topic ?? null) : null;
  return (
    <Page
      title="Financial tips"
      docked={false}
      actions={
        <>
          <LinkButton to="/tips/glossary">Glossary</LinkButton>
          <LinkButton to="/tips/stories">Scenarios</LinkButton>
        </>
      }
    >
      <Loaded from={loaded} failure="We couldn't load your progress." rows={6} label="Loading your progress">
        {(progress) => (
          <div className="flex flex-col gap-12">
            <div className="grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-2">
              <Next progress={progress} topic={topic} />
              <WhereYouStand progress={progress} />
            </div>
            <DataTips insights={insights} />
            <Lessons progress={progress} />
          </div>
        )}
      </Loaded>
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
            {/* Before the first lesson, all bars are empty. */}
            {learned > 0 ? (
              <Bar label={name} share={lessons.length > 0 ? done / lessons.length : 0} tone="accent" />
            ) : (
              <span />
            )}
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
    <Section title="Next lesson" className="max-lg:order-first">
      {next ? (
        <>
          <p className="font-semibold text-lg">{next.lesson.title}</p>
          <p className="mt-1 max-w-120 text-ink-2">{next.lesson.summary}</p>
          <p className="mt-1 text-ink-3 text-sm">
            {next.reason} {next.lesson.minutes} min read.
          </p>
          <LinkButton to={`/tips/${next.lesson.id}`} variant="primary" className="mt-4">
            Start lesson
          </LinkButton>
        </>
      ) : (
        <p className="text-ink-2">
          You've finished every lesson. The numbers in the lessons update with your transactions.
        </p>
      )}
    </Section>
  );
}

const STANDINGS = { new: '', begun: 'Started', learned: 'Completed' } as const;

function Lessons({ progress }: { progress: readonly LessonProgress[] }) {
  return (
    <div className="grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-2">
      {byTopic(progress).map(({ id, name, text, lessons }) => (
        <Section key={id} id={id} title={name} aside={text}>
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

/** Returns the insights that the customer hasn't dismissed, or undefined while loading. */
function useInsights(): readonly Insight[] | undefined {
  const stored = useQuery(dashboardQueries.insights()).data;
  const household = useQuery(clockQueries.household()).data;
  const me = useQuery(customerQueries.me()).data;
  return useMemo(() => {
    if (!stored || household === undefined || !me) return undefined;
    const shortfalls = household
      ? getUpcomingUntilPayday(buildHouseholdState(household), household.now).shortfalls
      : [];
    return everyInsight(stored.rows, shortfalls, stored.dismissed, getDay(me.now, me.time_zone));
  }, [stored, household, me]);
}

function DataTips({ insights }: { insights: readonly Insight[] | undefined }) {
  const [isExpanded, setIsExpanded] = useState(false);
  if (insights === undefined) return null;
  const shown = isExpanded ? insights : selectFirstOfEachKind(insights);
  return (
    <Section title="Tips based on your data">
      {insights.length === 0 ? (
        <p className="text-ink-2">No tips today. We'll show tips based on your transactions.</p>
      ) : (
        <>
          <InsightList
            label="Tips based on your data"
            insights={shown}
            renderLink={(insight) => <LessonLink insight={insight} />}
          />
          {insights.length > shown.length && (
            <Button size="sm" className="mt-4" onClick={() => setIsExpanded(true)}>
              Show {formatCount(insights.length - shown.length, 'similar tip')}
            </Button>
          )}
        </>
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

/** The lesson that explains each kind of insight. */
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
