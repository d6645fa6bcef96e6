import { getBand, getNextBand } from '@engine/credit/bands.ts';
import type { CreditFacts } from '@engine/credit/facts.ts';
import { type ScoreMonth, scoreHistory } from '@engine/credit/history.ts';
import type { CreditScore, ScorePart, ScorePartName } from '@engine/credit/score.ts';
import { getCreditScore } from '@engine/credit/score.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { DebtTabs } from '@/entities/debt/debt-tabs';
import { Explain } from '@/entities/explanation/explain';
import { formatAs } from '@/lib/dates';
import { Bar } from '@/ui/bar';
import { Button } from '@/ui/button';
import { LineChart } from '@/ui/charts/line-chart';
import { classNames } from '@/ui/class-names';
import { EmptyState } from '@/ui/empty-state';
import { ExampleCurve } from '@/ui/examples';
import { LinkButton } from '@/ui/link';
import { LoadedPage } from '@/ui/loaded';
import { Page, Section } from '@/ui/page';
import { RowList } from '@/ui/row-list';
import { Skeleton, SkeletonRows } from '@/ui/skeleton';
import { signed } from './points';
import { creditScoreQueries } from './queries';
import { ScoreScale } from './score-scale';
import { ScoreWhatIf } from './score-what-if';

const whole = (value: number) => String(Math.round(value));

/** Renders the customer's score with its parts, its changes, and a what-if. */
export default function CreditScorePage() {
  return (
    <LoadedPage
      title="Credit score"
      tabs={TABS}
      from={useQuery(creditScoreQueries.facts())}
      failure="We couldn't load your score."
      placeholder={
        <div role="status" aria-label="Loading your score">
          <Skeleton className="h-14 w-40" />
          <SkeletonRows rows={5} />
        </div>
      }
    >
      {(facts) => (facts && facts.lines.length > 0 ? <Score facts={facts} /> : <NoScore />)}
    </LoadedPage>
  );
}

const TABS = <DebtTabs current="/dashboard/credit-score" />;

function NoScore() {
  return (
    <Page title="Credit score" tabs={TABS}>
      <EmptyState
        title="No score yet"
        example={<ExampleCurve rises from="First card" to="742" start="Today" end="3 years" />}
        action={
          <LinkButton variant="primary" to="/credit-cards">
            Add card
          </LinkButton>
        }
      >
        Your score starts with your first card or loan and grows with every on-time payment.
      </EmptyState>
    </Page>
  );
}

function Score({ facts }: { facts: CreditFacts }) {
  const history = useMemo(() => scoreHistory(facts), [facts]);
  const score = getCreditScore(facts);
  return (
    <Page title="Credit score" tabs={TABS}>
      <ScoreFigure history={history} {...score} />
      <div className="mt-12 grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex flex-col gap-12">
          {history.length > 1 && (
            <Section title="Score history">
              <LineChart
                label="Credit score"
                points={history.map((month) => ({ day: month.day, value: month.score }))}
                format={whole}
              />
            </Section>
          )}
          <ScoreParts score={score} />
        </div>
        <div className="flex flex-col gap-12">
          <ScoreWhatIf facts={facts} />
          <ScoreChanges history={history} />
        </div>
      </div>
    </Page>
  );
}

function ScoreFigure({ score, history, parts }: CreditScore & { history: readonly ScoreMonth[] }) {
  const before = history.at(-2);
  const next = getNextBand(score);
  return (
    <div className="max-w-160">
      <p className="text-ink-3 text-sm">{getBand(score).name}</p>
      <Explain
        title="Credit score"
        lesson="utilization"
        formula="300 + the points for each of the 5 factors"
        inputs={[
          { name: 'Starting score', value: '300' },
          ...parts.map(({ name, points }) => ({ name: getTitle(name), value: signed(points) })),
          { name: 'Your score', value: score },
        ]}
        source="Uses the weights that FICO publishes. Calculated only from your Sandbank history."
      >
        <span className="figures font-semibold text-4xl tracking-money">{score}</span>
      </Explain>
      <p className="mt-1 text-ink-2">
        {before && before.score !== score && `${signed(score - before.score)} since last month. `}
        {next ? `${next.points} points to reach ${next.name.toLowerCase()}.` : "You're in the highest range."}
      </p>
      <ScoreScale score={score} />
    </div>
  );
}

const SHOWN_AT_FIRST = 6;

/** Renders the monthly changes of the score and their causes. */
function ScoreChanges({ history }: { history: readonly ScoreMonth[] }) {
  const [all, setAll] = useState(false);
  const moved = history.filter(({ changes }) => changes.length > 0).toReversed();
  const shown = all ? moved : moved.slice(0, SHOWN_AT_FIRST);
  if (moved.length === 0) return null;
  return (
    <Section title="Score changes">
      <ol className="divide-y divide-line border-line border-t">
        {shown.map(({ month, score, changes }) => (
          <li key={month} className="grid grid-cols-[5.5rem_1fr_auto] gap-x-4 py-3">
            <span className="text-ink-3 text-sm">{formatAs(`${month}-01T00:00`, 'MMM yyyy')}</span>
            <ul className="flex min-w-0 flex-col gap-1">
              {changes.map(({ part, points, text }) => (
                <li key={part} className={classNames('flex gap-3', Math.abs(points) < 2 && 'text-ink-3')}>
                  <span className="figures w-10 shrink-0 font-medium">{signed(points)}</span>
                  <span className="min-w-0">{text}</span>
                </li>
              ))}
            </ul>
            <span className="figures text-right font-medium">{score}</span>
          </li>
        ))}
      </ol>
      {moved.length > SHOWN_AT_FIRST && (
        <Button variant="ghost" className="mt-3" onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${moved.length} months`}
        </Button>
      )}
    </Section>
  );
}

const PARTS: Record<ScorePartName, { title: string; formula: string; rows: [string, string][] }> = {
  payments: {
    title: 'Payment history',
    formula:
      'You start at 55% and earn the rest with 24 on-time payments. Late payments lower your score, but their effect fades over time.',
    rows: [
      ['Up to 29 days late', '−10%, gone after 2 years'],
      ['30 days late', '−25%, gone after 7 years'],
      ['60 days late', '−40%, gone after 7 years'],
      ['90 days late', '−60%, gone after 7 years'],
    ],
  },
  utilization: {
    title: 'Credit utilization',
    formula: '75% from your total balance ÷ total limits, and 25% from your most-used card.',
    rows: [
      ['1 to 9% used', '100%'],
      ['30% used', '80%'],
      ['50% used', '55%'],
      ['75% used', '30%'],
      ['All used', '0%'],
    ],
  },
  age: {
    title: 'Age of credit',
    formula: 'The average age of all your cards, loans, and mortgages.',
    rows: [
      ['New', '20%'],
      ['1 year', '40%'],
      ['3 years', '65%'],
      ['7 years', '90%'],
      ['10 years', '100%'],
    ],
  },
  mix: {
    title: 'Credit mix',
    formula: "The number of credit types you've had, out of 3: card, loan, mortgage.",
    rows: [
      ['None', '30%'],
      ['One', '55%'],
      ['Two', '80%'],
      ['All three', '100%'],
    ],
  },
  inquiries: {
    title: 'New credit',
    formula:
      'The number of credit inquiries in the past year. Applications for the same kind of loan count as one inquiry within 45 days for mortgages, car loans, and education loans (FICO), or within 14 days for other loans (VantageScore).',
    rows: [
      ['None', '100%'],
      ['1 inquiry', '85%'],
      ['2 inquiries', '70%'],
      ['3 inquiries', '50%'],
      ['6 or more', '0%'],
    ],
  },
};

const getTitle = (part: ScorePartName) => PARTS[part].title;

/** Renders the five parts of a score with their points and reasons. */
function ScoreParts({ score }: { score: CreditScore }) {
  return (
    <Section title="What makes up your score" aside="300 base points plus up to 550">
      <RowList label="Score factors">
        {score.parts.map((part) => (
          <Part key={part.name} part={part} />
        ))}
      </RowList>
    </Section>
  );
}

function Part({ part }: { part: ScorePart }) {
  const { title, formula, rows } = PARTS[part.name];
  return (
    <li className="py-4">
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="font-medium text-base">{title}</h3>
        <Explain
          title={title}
          formula={formula}
          inputs={[
            ...rows.map(([name, value]) => ({ name, value })),
            { name: 'You', value: `${Math.round(part.share * 100)}% of ${part.most}` },
          ]}
          source={`${part.weight}% of the score, as weighted by FICO. Sandbank sets the points for each level.`}
        >
          <span className="figures font-medium">
            {part.points} <span className="text-ink-3">of {part.most}</span>
          </span>
        </Explain>
      </div>
      <Bar label={`${title}: ${part.points} of ${part.most} points`} share={part.share} className="mt-2.5" />
      <p className="mt-2 text-ink-3 text-sm">{part.text}</p>
    </li>
  );
}
