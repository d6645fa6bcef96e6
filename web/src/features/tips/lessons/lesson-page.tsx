import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { Explain } from '@/entities/explanation/explain';
import { Button } from '@/ui/button';
import { ErrorState } from '@/ui/error-state';
import { Page } from '@/ui/page';
import { Well } from '@/ui/panel';
import { Skeleton } from '@/ui/skeleton';
import { tipQueries } from '../queries';
import { LESSONS, topicName } from './catalog';
import { EXAMPLE } from './example-facts';
import { type Lesson, type LessonFacts, readLesson } from './lesson';
import type { LessonSummary } from './lesson-file';
import { LessonTool } from './lesson-tool';
import { Quiz } from './quiz';
import { useFacts } from './use-facts';

/** A lesson with the customer's figures, a slider, a what-if, sources, and questions. */
export function LessonPage({ summary }: { summary: LessonSummary }) {
  const { facts: own, failed, busy, retry } = useFacts();
  const file = useQuery(tipQueries.lesson(summary.id));
  const lesson = useMemo(() => (file.data ? readLesson(file.data) : undefined), [file.data]);
  const following = LESSONS[LESSONS.indexOf(summary) + 1];
  return (
    <Page
      title={summary.title}
      above={
        <Link to="/tips" className="text-ink-3 hover:text-ink">
          Financial Tips
        </Link>
      }
    >
      <article className="max-w-116">
        <p className="text-ink-3 text-sm">
          {topicName(summary.topic)} · {summary.minutes} min to read
        </p>
        {failed ? (
          <div className="mt-6">
            <ErrorState title="We couldn't load your numbers." onRetry={retry} busy={busy} />
          </div>
        ) : file.isError ? (
          <div className="mt-6">
            <ErrorState
              title="We couldn't load the lesson."
              onRetry={() => void file.refetch()}
              busy={file.isFetching}
            />
          </div>
        ) : own === undefined || lesson === undefined ? (
          <div role="status" aria-label="Loading your numbers" className="mt-6 flex flex-col gap-3">
            <Skeleton className="h-5 w-full" />
            <Skeleton className="h-5 w-4/5" />
            <Skeleton className="h-32 w-full" />
          </div>
        ) : (
          <LessonBody key={lesson.id} lesson={lesson} facts={lesson.needs(own) ? own : EXAMPLE} />
        )}
        {following && (
          <p className="mt-12 border-line border-t pt-5 print:hidden">
            <span className="block text-ink-3 text-sm">Next lesson</span>
            <Link to={`/tips/${following.id}`} className="text-link">
              {following.title}
            </Link>
          </p>
        )}
      </article>
    </Page>
  );
}

function LessonBody({ lesson, facts }: { lesson: Lesson; facts: LessonFacts }) {
  const progress = useQuery(tipQueries.progress());
  return (
    <>
      {lesson.parts.map((part) => {
        if (part === 'figure') return <LessonFigure key="figure" lesson={lesson} facts={facts} />;
        if (part === 'tool') return <LessonTool key="tool" lesson={lesson} facts={facts} />;
        return (
          <section key={part.text[0]}>
            {part.heading && <h2 className="mt-10 text-lg">{part.heading}</h2>}
            {part.text.map((text) => (
              <LessonText key={text}>{text}</LessonText>
            ))}
          </section>
        );
      })}
      <Button asChild className="mt-8 print:hidden">
        <Link to={lesson.next.to}>
          {lesson.next.label}
          <ArrowRight aria-hidden className="size-4" strokeWidth={1.5} />
        </Link>
      </Button>
      <section aria-labelledby="sources" className="mt-10 text-ink-3 text-sm">
        <h2 id="sources" className="font-medium">
          Sources
        </h2>
        <ul className="mt-1 flex list-disc flex-col gap-1 pl-5">
          {lesson.sources.map(({ title, publisher, year, address }) => (
            <li key={address} className="pointer-coarse:py-2">
              <a href={address} target="_blank" rel="noreferrer" className="text-link">
                {title}
              </a>
              . {publisher}
              {year !== null && `, ${year}`}.
            </li>
          ))}
        </ul>
      </section>
      <Quiz lesson={lesson} facts={facts} best={progress.data?.find((row) => row.lesson === lesson.id)} />
    </>
  );
}

/** A figure from the customer's ledger, or from the example household with a note. */
function LessonFigure({ lesson, facts }: { lesson: Lesson; facts: LessonFacts }) {
  const { value, label, words, formula, inputs } = lesson.figure(facts);
  return (
    <Well className="mt-6" aria-label={facts.isExample ? 'An example household' : 'Your own numbers'}>
      <p className="text-ink-3 text-sm">
        {facts.isExample
          ? "An example household, because you don't have this data yet."
          : 'From your own transactions.'}
      </p>
      <p className="mt-2">
        <Explain title={label} formula={formula} inputs={inputs}>
          <span className="figures font-semibold text-2xl tracking-money">{value}</span>
        </Explain>{' '}
        <span className="ml-1 text-ink-2">{label}</span>
      </p>
      <p className="mt-2">{words}</p>
    </Well>
  );
}

const LINK = /\[([^\]]+)\]\(([a-z0-9-]+)\)/;

/** A paragraph in which `[words](term)` links to the glossary. */
function LessonText({ children }: { children: string }) {
  return <p className="mt-4 text-ink-2">{linked(children)}</p>;
}

function linked(text: string): ReactNode[] {
  const found = LINK.exec(text);
  if (!found) return [text];
  const [whole, words, term] = found;
  const rest = text.slice(found.index + whole.length);
  return [
    text.slice(0, found.index),
    <Link key={`${term} ${rest.length}`} to={`/tips/glossary#${term}`} className="text-link">
      {words}
    </Link>,
    ...linked(rest),
  ];
}
