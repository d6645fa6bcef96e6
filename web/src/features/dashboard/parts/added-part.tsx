import { useQuery } from '@tanstack/react-query';
import { accountQueries, isUsable } from '@/entities/account/queries';
import type { Customer } from '@/entities/customer/queries';
import { exchangeRateQueries } from '@/entities/household/exchange-rate-queries';
import { getTransactionsPath } from '@/entities/transaction/paths';
import { type SavedView, transactionQueries } from '@/entities/transaction/queries';
import { budgetQueries } from '@/features/budgets/queries';
import { SafeFigure } from '@/features/budgets/safe-figure';
import { useSafeToSpend } from '@/features/budgets/use-safe-to-spend';
import { HealthSummary } from '@/features/financial-health/health-summary';
import { GoalProgress } from '@/features/goals/goal-progress';
import { formatHeading, getProspect, TONES } from '@/features/goals/goal-text';
import { projectGoalDates } from '@/features/goals/projection';
import { goalQueries } from '@/features/goals/queries';
import { useConditions } from '@/features/transactions/query-context';
import { SearchTotals } from '@/features/transactions/search-totals';
import { useWhatIfs } from '@/features/what-ifs/store';
import { WhatIfOutcome } from '@/features/what-ifs/what-if-outcome';
import { getDay } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { classNames } from '@/ui/class-names';
import { TextLink } from '@/ui/link';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';
import { Skeleton, SkeletonRows } from '@/ui/skeleton';
import type { Part } from '../customize/layout';

/**
 * Renders a part that the customer has added. Renders nothing if its goal, saved view, or what-if no longer
 * exists.
 */
export function AddedPart({ item, customer }: { item: Part; customer: Customer }) {
  const id = item.id ?? '';
  switch (item.part) {
    case 'safe_to_spend':
      return <SafeToSpend customer={customer} />;
    case 'financial_health':
      return <HealthSummary customer={customer} />;
    case 'goal':
      return <GoalPart id={id} customer={customer} />;
    case 'saved_view':
      return <SavedViewPart id={id} customer={customer} />;
    case 'what_if':
      return <WhatIfPart id={id} customer={customer} />;
    default:
      return null;
  }
}

const NO_ROWS = [] as const;

function SafeToSpend({ customer }: { customer: Customer }) {
  const { base_currency, now, time_zone } = customer;
  const today = getDay(now, time_zone);
  const rows = useQuery(budgetQueries.status(null)).data;
  const rates = useQuery(exchangeRateQueries.day(base_currency, today)).data;
  const safe = useSafeToSpend(base_currency, today, rows ?? NO_ROWS);
  return (
    <Section title="Safe to spend" aside={<TextLink to="/budgets">View budgets</TextLink>}>
      {rows && safe ? (
        <SafeFigure safe={safe} timeZone={time_zone} />
      ) : rows && rates ? (
        <p className="text-ink-2">Open a checking account to see what you can spend until payday.</p>
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
    </Section>
  );
}

function GoalPart({ id, customer }: { id: string; customer: Customer }) {
  const goals = useQuery(goalQueries.list()).data;
  const accounts = useQuery(accountQueries.list()).data;
  if (!goals || !accounts) return <SkeletonRows rows={2} />;
  const goal = goals.find((entry) => entry.id === id);
  if (!goal) return null;
  const today = getDay(customer.now, customer.time_zone);
  const heading = formatHeading(goal, projectGoalDates(getProspect(goal, accounts.filter(isUsable), today)));
  return (
    <Section title={goal.name} aside={<TextLink to={`/goals/${id}`}>View goal</TextLink>}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>
          <Money amount={goal.saved} currency={goal.currency} size="balance" />{' '}
          <span className="figures text-ink-3 text-sm">of {formatMoney(goal.target, goal.currency)}</span>
        </span>
        <span className={classNames('font-medium text-sm', TONES[heading.tone])}>{heading.text}</span>
      </p>
      <GoalProgress name={goal.name} share={goal.share} className="mt-3" />
    </Section>
  );
}

function SavedViewPart({ id, customer }: { id: string; customer: Customer }) {
  const views = useQuery(transactionQueries.views()).data;
  const view = views?.find((entry) => entry.id === id);
  if (!views) return <SkeletonRows rows={2} />;
  return view ? <SavedViewTotals view={view} baseCurrency={customer.base_currency} /> : null;
}

function SavedViewTotals({ view, baseCurrency }: { view: SavedView; baseCurrency: string }) {
  const conditions = useConditions(view.query);
  const totals = useQuery({
    ...transactionQueries.totals(conditions ?? { conditions: [], sort: 'date' }),
    enabled: conditions !== null,
  }).data;
  return (
    <Section
      title={view.name}
      aside={<TextLink to={getTransactionsPath({ query: view.query })}>View transactions</TextLink>}
    >
      <SearchTotals totals={totals} baseCurrency={baseCurrency} isOld={false} />
    </Section>
  );
}

function WhatIfPart({ id, customer }: { id: string; customer: Customer }) {
  const whatIf = useWhatIfs(customer.id).find((entry) => entry.id === id);
  if (!whatIf)
    return (
      <Section title="What-if">
        <p className="text-ink-2">
          We can't find this what-if in this browser. You may have deleted it or saved it in another browser.{' '}
          <TextLink to="/forecasts/what-if">View what-ifs</TextLink>
        </p>
      </Section>
    );
  return (
    <Section title={whatIf.name} aside={<TextLink to={`/forecasts/what-if/${id}`}>View what-if</TextLink>}>
      <WhatIfOutcome whatIf={whatIf} customer={customer} />
    </Section>
  );
}
