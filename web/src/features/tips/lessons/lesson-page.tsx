import { monthlyPayment } from '@engine/money/amortization.ts';
import { cycleInterest, minimumPayment } from '@engine/products/cards/card.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import { Explain } from '@/entities/explanation/explain';
import { useWideWindow } from '@/lib/screen/use-wide-window';
import { classNames } from '@/ui/class-names';
import { ErrorState } from '@/ui/error-state';
import { Slider } from '@/ui/forms/slider';
import { BackLink, LinkButton, TextLink } from '@/ui/link';
import { Page } from '@/ui/page';
import { Well } from '@/ui/panel';
import { Skeleton } from '@/ui/skeleton';
import { tipQueries } from '../queries';
import { LESSONS, topicName } from './catalog';
import { type Lesson, type LessonFacts, readLesson } from './lesson';
import type { LessonSummary } from './lesson-file';
import { Quiz } from './quiz';
import { useFacts } from './use-facts';

/** Renders a lesson with the customer's figures, a slider, a what-if, sources, and questions. */
export function LessonPage({ summary }: { summary: LessonSummary }) {
  const { data: own, error, isFetching, refetch } = useFacts();
  const file = useQuery(tipQueries.lesson(summary.id));
  const lesson = useMemo(() => (file.data ? readLesson(file.data) : undefined), [file.data]);
  const following = LESSONS[LESSONS.indexOf(summary) + 1];
  return (
    <Page
      title={summary.title}
      description={`${topicName(summary.topic)} · ${summary.minutes} min read`}
      above={<BackLink to="/tips">Financial tips</BackLink>}
    >
      <article>
        {error ? (
          <div className="mt-6">
            <ErrorState title="We couldn't load your numbers." onRetry={refetch} busy={isFetching} />
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
            <TextLink to={`/tips/${following.id}`}>{following.title}</TextLink>
          </p>
        )}
      </article>
    </Page>
  );
}

/**
 * Renders the text with the figure and the slider beside it on wide screens, where they stay in view, and
 * between the paragraphs on phones.
 */
function LessonBody({ lesson, facts }: { lesson: Lesson; facts: LessonFacts }) {
  const progress = useQuery(tipQueries.progress());
  const isWide = useWideWindow();
  const best = progress.data?.find((row) => row.lesson === lesson.id);
  const figure = <LessonFigure lesson={lesson} facts={facts} isInText={!isWide} />;
  const tool = <LessonTool lesson={lesson} facts={facts} isInText={!isWide} />;
  return (
    <>
      <div className="grid grid-cols-1 gap-x-16 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="max-w-prose">
          {lesson.parts.map((part, index) => {
            if (part === 'figure') return <Fragment key="figure">{!isWide && figure}</Fragment>;
            if (part === 'tool') return <Fragment key="tool">{!isWide && tool}</Fragment>;
            return (
              <section key={part.text[0]}>
                {part.heading && (
                  <h2 className={classNames('text-lg', index > 0 && 'mt-10')}>{part.heading}</h2>
                )}
                {part.text.map((text, place) => (
                  <LessonText key={text} isFirst={index === 0 && place === 0 && !part.heading}>
                    {text}
                  </LessonText>
                ))}
              </section>
            );
          })}
          <LinkButton to={lesson.next.to} className="mt-8 print:hidden">
            {lesson.next.label}
            <ArrowRight className="size-4" />
          </LinkButton>
        </div>
        {isWide && (
          <aside className="flex flex-col gap-6 self-start lg:sticky lg:top-32">
            {figure}
            {tool}
          </aside>
        )}
      </div>
      <Quiz lesson={lesson} facts={facts} best={best} />
      <Sources lesson={lesson} />
    </>
  );
}

function Sources({ lesson }: { lesson: Lesson }) {
  return (
    <section aria-labelledby="sources" className="mt-12 max-w-prose text-ink-3 text-sm">
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
  );
}

type LessonPartProps = {
  lesson: Lesson;
  facts: LessonFacts;
  /** True between paragraphs, false beside the text. */
  isInText: boolean;
};

/** Renders a figure from the customer's ledger, or from the example household with a note. */
function LessonFigure({ lesson, facts, isInText }: LessonPartProps) {
  const { value, label, text, formula, inputs } = lesson.figure(facts);
  return (
    <Well
      className={isInText ? 'mt-6' : undefined}
      aria-label={facts.isExample ? 'An example household' : 'Your numbers'}
    >
      <p className="text-ink-3 text-sm">
        {facts.isExample
          ? "We're showing an example household because you don't have this data yet."
          : 'From your own transactions.'}
      </p>
      <p className="mt-2">
        <Explain title={label} formula={formula} inputs={inputs}>
          <span className="figures font-semibold text-2xl tracking-money">{value}</span>
        </Explain>{' '}
        <span className="ml-1 text-ink-2">{label}</span>
      </p>
      <p className="mt-2">{text}</p>
    </Well>
  );
}

const LINK = /\[([^\]]+)\]\(([a-z0-9-]+)\)/;

/** Renders a paragraph in which `[words](term)` links to the glossary. */
function LessonText({ isFirst, children }: { isFirst: boolean; children: string }) {
  return <p className={classNames('text-ink-2', !isFirst && 'mt-4')}>{linkTerms(children)}</p>;
}

function linkTerms(text: string): ReactNode[] {
  const match = LINK.exec(text);
  if (!match) return [text];
  const [whole, label, term] = match;
  const rest = text.slice(match.index + whole.length);
  return [
    text.slice(0, match.index),
    <TextLink key={`${term} ${rest.length}`} to={`/tips/glossary#${term}`}>
      {label}
    </TextLink>,
    ...linkTerms(rest),
  ];
}

const CARD = { balance: 240_000, apr: 22.9 };
const HOME = { borrowed: 28_000_000, rate: 6.5, months: 360 };
const CYCLE_DAYS = 30;

/**
 * An example household for customers who don't have the lesson's products. The lesson labels it as an
 * example.
 */
export const EXAMPLE: LessonFacts = {
  isExample: true,
  currency: 'USD',
  months: [
    { month: '2026-04-01', earned: 420_000, spent: 395_000 },
    { month: '2026-05-01', earned: 420_000, spent: 372_000 },
    { month: '2026-06-01', earned: 330_000, spent: 381_000 },
    { month: '2026-07-01', earned: 480_000, spent: 402_000 },
    { month: '2026-08-01', earned: 390_000, spent: 366_000 },
    { month: '2026-09-01', earned: 450_000, spent: 378_000 },
  ],
  categories: [
    { name: 'Housing', spent: 900_000 },
    { name: 'Food', spent: 468_000 },
    { name: 'Transportation', spent: 312_000 },
    { name: 'Entertainment', spent: 132_000 },
  ],
  bills: [
    { name: 'Rent', monthly: 150_000 },
    { name: 'Phone', monthly: 6_500 },
    { name: 'Video', monthly: 1_549 },
  ],
  checking: 190_000,
  savings: 540_000,
  investments: 1_200_000,
  tiers: [{ above: 0, percent: 3.1 }],
  card: {
    name: 'A card',
    ...CARD,
    limit: 600_000,
    minimum: minimumPayment(CARD.balance, cycleInterest(CARD.balance * CYCLE_DAYS, CARD.apr), 0),
  },
  mortgage: {
    name: 'A mortgage',
    balance: HOME.borrowed,
    rate: HOME.rate,
    payment: monthlyPayment(HOME.borrowed, HOME.rate, HOME.months),
  },
  credit: {
    today: '2026-10-01',
    currency: 'USD',
    since: '2023-10-01',
    lines: [
      {
        id: 'example-card',
        kind: 'card',
        name: 'A card',
        opened: '2023-10-01',
        closed: null,
        rate: CARD.apr,
        balance: CARD.balance,
        limit: 600_000,
        payment: 7_000,
        months: [],
      },
    ],
    payments: Array.from({ length: 24 }, (_, index) => ({
      lineId: 'example-card',
      on: `${2024 + Math.floor((index + 9) / 12)}-${String(((index + 9) % 12) + 1).padStart(2, '0')}-01`,
      daysLate: 0,
    })),
    inquiries: [],
    income: [],
  },
};

/** Renders a slider with its results as text and bars. */
function LessonTool({ lesson, facts, isInText }: LessonPartProps) {
  const tool = lesson.tool(facts);
  const [value, setValue] = useState(tool.start);
  const { text, bars } = tool.answer(value);
  return (
    <section
      aria-label="Try it"
      className={classNames('border-line border-y py-5 print:break-inside-avoid', isInText && 'mt-6')}
    >
      <Slider
        label={tool.label}
        min={tool.from}
        max={tool.to}
        step={tool.step}
        value={value}
        valueText={tool.write(value)}
        onValueChange={setValue}
        className="[&>input]:print:hidden"
      />
      <p aria-live="polite" className="mt-2">
        {text}
      </p>
      <dl className="mt-4 flex flex-col gap-3 text-sm">
        {bars.map((bar) => (
          <div key={bar.label} className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
            <dt className="text-ink-2">{bar.label}</dt>
            <dd className="figures font-medium">{bar.value}</dd>
            <dd aria-hidden className="col-span-2 h-2 rounded-full bg-sunken">
              <div className="h-full rounded-full bg-ink" style={{ width: `${bar.share * 100}%` }} />
            </dd>
          </div>
        ))}
      </dl>
      {facts.isExample && <p className="mt-3 text-ink-3 text-sm">Using the example household's numbers.</p>}
    </section>
  );
}
