import {
  type FinancialHealth,
  HEALTH_BANDS,
  HEALTH_LEVELS,
  HEALTH_PARTS,
  type HealthFacts,
  type HealthPart,
  type Indicator,
} from '@engine/insights/financial-health.ts';
import {
  describeIndicator,
  HEALTH_PART_NAMES,
  HEALTH_SOURCE,
  NOT_THE_CREDIT_SCORE,
} from '@engine/insights/financial-health-text.ts';
import { useQuery } from '@tanstack/react-query';
import { type Customer, customerQueries } from '@/entities/customer/queries';
import { Explain } from '@/entities/explanation/explain';
import { requestFastForward } from '@/entities/household/request-fast-forward';
import { AnalyticsTabs } from '@/features/analytics/analytics-tabs';
import { BandScale } from '@/ui/band-scale';
import { Bar } from '@/ui/bar';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { ExampleRows } from '@/ui/examples';
import { LinkButton, TextLink } from '@/ui/link';
import { LoadedPage } from '@/ui/loaded';
import { Page, Section } from '@/ui/page';
import { RowList } from '@/ui/row-list';
import { Streaks } from './streaks';
import { type MeasuredHealth, useFinancialHealth } from './use-financial-health';

const TITLE = 'Financial health';
const TABS = <AnalyticsTabs current="/analytics/financial-health" />;
const LOADING = {
  title: TITLE,
  tabs: TABS,
  failure: "We couldn't load your financial health score.",
  rows: 8,
  label: 'Loading your financial health score',
};

/** Renders the financial health score with its parts, how each is computed, and the next best step. */
export default function FinancialHealthPage() {
  return (
    <LoadedPage from={useQuery(customerQueries.me())} {...LOADING}>
      {(customer) => <Health customer={customer} />}
    </LoadedPage>
  );
}

function Health({ customer }: { customer: Customer }) {
  return (
    <LoadedPage from={useFinancialHealth(customer)} {...LOADING}>
      {({ facts, health, hasPaycheck }) => (
        <Page title={TITLE} tabs={TABS}>
          {health.score === null ? (
            <NoScore missing={health.missing} hasPaycheck={hasPaycheck} />
          ) : (
            <Score score={health.score} health={health} facts={facts} />
          )}
          {health.missing !== 'account' && <Streaks />}
        </Page>
      )}
    </LoadedPage>
  );
}

type NoScoreProps = Pick<FinancialHealth, 'missing'> & Pick<MeasuredHealth, 'hasPaycheck'>;

function NoScore({ missing, hasPaycheck }: NoScoreProps) {
  return (
    <EmptyState
      title="No score yet"
      example={
        <ExampleRows
          rows={[
            { title: 'Spend', detail: '78% of income spent', end: '100' },
            { title: 'Save', detail: '3.2 months of spending', end: '75' },
            { title: 'Borrow', detail: '18% of income', end: '85' },
          ]}
        />
      }
      action={
        missing === 'account' ? (
          <LinkButton to="/create-account" variant="primary">
            Open account
          </LinkButton>
        ) : hasPaycheck ? (
          <Button variant="primary" onClick={() => requestFastForward({ by: 'P1M' })}>
            Fast-forward 1 month
          </Button>
        ) : (
          <LinkButton to="/auto-deposit" variant="primary">
            Add paycheck
          </LinkButton>
        )
      }
    >
      {missing === 'account'
        ? 'Open an account. Your score starts after your first full calendar month of income and spending.'
        : 'Your score starts after your first full calendar month of income and spending.'}
    </EmptyState>
  );
}

type ScoreProps = { score: number; health: FinancialHealth; facts: HealthFacts };

function Score({ score, health, facts }: ScoreProps) {
  const { indicators, parts, best } = health;
  const measured = indicators.filter(({ points }) => points !== null);
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-x-16 gap-y-8 lg:grid-cols-2">
        <div>
          <Explain
            title="Financial health score"
            formula={`The average of the ${measured.length} measured indicators.`}
            inputs={measured.map((indicator) => ({
              name: describeIndicator(indicator, facts).title,
              value: indicator.points,
            }))}
            source={HEALTH_SOURCE}
            links={[{ text: 'View credit score', to: '/dashboard/credit-score' }]}
          >
            <span className="figures font-semibold text-4xl tracking-money">
              {score} <span className="font-normal text-ink-3 text-lg tracking-normal">of 100</span>
            </span>
          </Explain>
          <BandScale value={score} lowest={0} highest={100} bands={HEALTH_BANDS} />
        </div>
        {best && <BestStep indicator={best} facts={facts} />}
      </div>
      <div className="mt-12 grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-2">
        {HEALTH_PARTS.map((part) => (
          <PartSection
            key={part}
            part={part}
            points={parts[part]}
            indicators={indicators.filter((indicator) => indicator.part === part)}
            facts={facts}
          />
        ))}
      </div>
      <p className="mt-12 max-w-160 text-ink-3 text-sm">
        {HEALTH_SOURCE} {NOT_THE_CREDIT_SCORE}
      </p>
    </>
  );
}

/** Renders the step that raises the score the most. */
function BestStep({ indicator, facts }: { indicator: Indicator; facts: HealthFacts }) {
  const { title, step } = describeIndicator(indicator, facts);
  if (!step) return null;
  return (
    <section aria-label="Next best step" className="rounded-2 bg-accent-soft p-5">
      <h2 className="text-lg">Next best step</h2>
      <p className="mt-1 text-ink-2 text-sm">{title}</p>
      <p className="mt-2">{step.text}</p>
      <LinkButton variant="primary" to={step.to} className="mt-4">
        {step.label}
      </LinkButton>
    </section>
  );
}

type PartSectionProps = {
  part: HealthPart;
  points: number | null;
  indicators: readonly Indicator[];
  facts: HealthFacts;
};

function PartSection({ part, points, indicators, facts }: PartSectionProps) {
  return (
    <Section
      title={HEALTH_PART_NAMES[part]}
      aside={points === null ? 'Not measured' : <span className="figures">{points} of 100</span>}
    >
      <RowList label={`${HEALTH_PART_NAMES[part]} indicators`}>
        {indicators.map((indicator) => (
          <IndicatorRow key={indicator.name} indicator={indicator} facts={facts} />
        ))}
      </RowList>
    </Section>
  );
}

function IndicatorRow({ indicator, facts }: { indicator: Indicator; facts: HealthFacts }) {
  const { name, points, level } = indicator;
  const { title, figure, formula, inputs, step } = describeIndicator(indicator, facts);
  return (
    <li className="py-4">
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="font-medium text-base">{title}</h3>
        {points !== null && (
          <Explain
            title={title}
            formula={formula}
            inputs={[
              ...inputs,
              ...HEALTH_LEVELS[name].map(({ text, points: value }) => ({
                name: text,
                value: `${value} points`,
                ...(text === level?.text && { detail: 'Your level' }),
              })),
            ]}
            source="The Financial Health Network sets the levels and points. Sandbank sets the thresholds."
          >
            <span className="figures whitespace-nowrap font-medium">
              {points} <span className="text-ink-3">of 100</span>
            </span>
          </Explain>
        )}
      </div>
      {points !== null && (
        <Bar label={`${title}: ${points} of 100 points`} share={points / 100} className="mt-2.5" />
      )}
      <p className="mt-2 text-ink-2 text-sm">
        {figure}
        {level && !figure.startsWith(level.text) && ` · ${level.text}`}
      </p>
      {step && (
        <p className="mt-1 text-ink-3 text-sm">
          {step.text} <TextLink to={step.to}>{step.label}</TextLink>
        </p>
      )}
    </li>
  );
}
