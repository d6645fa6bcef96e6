import { type ScoreMonth, scoreHistory } from '@engine/credit/history.ts';
import { getCreditScore } from '@engine/credit/score.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { Explain } from '@/entities/explanation/explain';
import { Button } from '@/ui/button';
import { LineChart } from '@/ui/charts/line-chart';
import { EmptyState } from '@/ui/empty-state';
import { ErrorState } from '@/ui/error-state';
import { Page, Section } from '@/ui/page';
import { Skeleton, SkeletonRows } from '@/ui/skeleton';
import { getBand, nextBand } from './bands';
import { creditScoreQueries } from './queries';
import { ScoreChanges } from './score-changes';
import { getTitle, ScoreParts } from './score-parts';
import { ScoreScale } from './score-scale';
import { ScoreWhatIf } from './score-what-if';
import { signed } from './signed';

const whole = (value: number) => String(Math.round(value));

/** The customer's score with its parts, its changes, and a what-if. */
export default function CreditScorePage() {
  const { data: facts, error, refetch, isFetching } = useQuery(creditScoreQueries.facts());
  const history = useMemo(() => (facts ? scoreHistory(facts) : []), [facts]);
  const above = (
    <Link to="/dashboard" className="text-ink-3 hover:text-ink">
      Dashboard
    </Link>
  );
  if (facts === undefined)
    return (
      <Page title="Credit score" above={above}>
        {error ? (
          <ErrorState title="We couldn't load your score." onRetry={() => void refetch()} busy={isFetching} />
        ) : (
          <div role="status" aria-label="Loading your score">
            <Skeleton className="h-14 w-40" />
            <SkeletonRows rows={5} />
          </div>
        )}
      </Page>
    );
  if (facts === null || facts.lines.length === 0)
    return (
      <Page title="Credit score" above={above}>
        <EmptyState
          title="No score yet"
          action={
            <Button asChild variant="primary">
              <Link to="/credit-cards">Add card</Link>
            </Button>
          }
        >
          Your score starts with your first card or loan and grows with every on-time payment.
        </EmptyState>
      </Page>
    );
  const score = getCreditScore(facts);
  return (
    <Page title="Credit score" above={above}>
      <ScoreFigure history={history} parts={score.parts} score={score.score} />
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

type Figure = {
  score: number;
  history: readonly ScoreMonth[];
  parts: ReturnType<typeof getCreditScore>['parts'];
};

function ScoreFigure({ score, history, parts }: Figure) {
  const before = history.at(-2);
  const next = nextBand(score);
  return (
    <div className="max-w-160">
      <p className="text-ink-3 text-sm">{getBand(score).name}</p>
      <Explain
        title="Credit score"
        formula="300 + the points for each of the 5 factors"
        inputs={[
          { name: 'Starting score', value: '300' },
          ...parts.map(({ name, points }) => ({ name: getTitle(name), value: signed(points) })),
          { name: 'Your score', value: score },
        ]}
        source="Weights are the ones FICO publishes. Calculated from your Sandbank history only."
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
