import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { ShieldCheck, SlidersHorizontal } from 'lucide-react';
import { Suspense, useState } from 'react';
import { type Account, accountQueries, maskedNumber } from '@/entities/account/queries';
import { creditCardQueries } from '@/entities/card/queries';
import { type Customer, customerQueries } from '@/entities/customer/queries';
import { clockQueries } from '@/entities/household/clock-queries';
import { showsFirstSteps } from '@/entities/household/shows-first-steps';
import { scenarioRunQueries } from '@/entities/scenario/queries';
import { useForecastSummary } from '@/features/forecasts/forecast-summary';
import { ledgerQueries } from '@/features/household-data/queries';
import { loanQueries } from '@/features/loans/queries';
import { mortgageQueries } from '@/features/mortgages/queries';
import { afterPaint } from '@/lib/bundle/after-paint';
import { lazyComponent } from '@/lib/bundle/lazy';
import { formatTextDate } from '@/lib/dates';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { LinkButton, TextLink } from '@/ui/link';
import { combineQueries, LoadedPage } from '@/ui/loaded';
import { Page } from '@/ui/page';
import { Row, RowList } from '@/ui/row-list';
import { SkeletonChart, SkeletonRows } from '@/ui/skeleton';
import { getColumn, getKey, type Part, readLayout } from './customize/layout';
import { LowBalanceAlert, useLowBalance } from './low-balance-alert';
import { type Held, Holdings } from './net-worth/holdings';
import { NetWorth } from './net-worth/net-worth-figure';
import { dashboardQueries } from './queries';
import { useInsights } from './use-insights';

/** The parts below the fold. */
const PartView = lazyComponent(async () => {
  await afterPaint();
  return (await import('./parts/part-view')).PartView;
});

const CustomizeDialog = lazyComponent(() =>
  import('./customize/customize-dialog').then((module) => module.CustomizeDialog),
);

/** Loaded only for overdrawn accounts. */
const OverdraftAlert = lazyComponent(() =>
  import('@/entities/account/overdraft-alert').then((module) => module.OverdraftAlert),
);

/** Surprises that ask for a decision. Loaded only if there are any. */
const OpenDecisions = lazyComponent(() =>
  import('@/entities/surprise/open-decisions').then((module) => module.OpenDecisions),
);

/** The goals of a scenario. Loaded only for customers who play one. */
const ObjectivesPanel = lazyComponent(() =>
  import('@/features/scenarios/objectives-panel').then((module) => module.ObjectivesPanel),
);

/** The parts for new customers, which others don't load. */
const Welcome = lazyComponent(() => import('./start/welcome').then((module) => module.Welcome));
const FirstSteps = lazyComponent(() =>
  import('./start/first-steps-section').then((module) => module.FirstSteps),
);

/** Renders the dashboard: net worth, upcoming payments, actions, and recent activity. */
export default function DashboardPage() {
  const accounts = useQuery(accountQueries.list());
  const cards = useQuery(creditCardQueries.list());
  const loans = useQuery(loanQueries.list());
  const mortgages = useQuery(mortgageQueries.list());
  const me = useQuery(customerQueries.me());
  // Prefetches these queries along with the first requests, so that the page needs only one round trip to the
  // bank.
  usePrefetchQuery(clockQueries.household());
  usePrefetchQuery(dashboardQueries.netWorth());
  usePrefetchQuery(dashboardQueries.netWorthParts());
  usePrefetchQuery(dashboardQueries.insights());
  return (
    <LoadedPage
      title="Dashboard"
      from={combineQueries(accounts, cards, loans, mortgages, me)}
      failure="We couldn't load your dashboard."
      placeholder={<DashboardSkeleton />}
    >
      {([accounts, cards, loans, mortgages, customer]) => (
        <Dashboard customer={customer} accounts={accounts} debts={{ cards, loans, mortgages }} />
      )}
    </LoadedPage>
  );
}

type DashboardProps = {
  customer: Customer;
  accounts: readonly Account[];
  debts: Omit<Held, 'accounts'>;
};

function Dashboard({ customer, accounts, debts }: DashboardProps) {
  const household = useQuery(clockQueries.household()).data;
  const scenarioRun = useQuery(scenarioRunQueries.current()).data;
  const isPlaying = scenarioRun?.state === 'playing';
  const forecast = useForecastSummary(customer);
  const { summary } = forecast;
  const [isCustomizing, setIsCustomizing] = useState(false);
  const insights = useInsights(customer);
  const lowest = useLowBalance(summary);
  // An insight already reports an account that can't cover its payments.
  const low = insights.untilPayday.shortfalls.some(({ accountId }) => accountId === lowest?.id)
    ? null
    : lowest;
  const [open, closed] = [
    accounts.filter(({ closed_at }) => !closed_at),
    accounts.filter(({ closed_at }) => closed_at),
  ];
  const held = { ...debts, accounts: open };
  const hasDecision = household?.carryover.shocks?.some(
    ({ begun, choice }) => begun && choice && !choice.chosen,
  );
  const isNew = Object.values(held).every((list) => list.length === 0) && closed.length === 0;
  const showsSteps = showsFirstSteps(customer, household);
  if (isNew)
    return (
      <Suspense
        fallback={
          <Page title="Dashboard">
            <DashboardSkeleton />
          </Page>
        }
      >
        <Welcome customer={customer} />
      </Suspense>
    );
  const layout = readLayout(customer.dashboard_layout).filter(({ hidden }) => !hidden);
  const [main, side] = [getColumn(layout, 'main'), getColumn(layout, 'side')];
  const hasColumns = main.length > 0 && side.length > 0;
  const renderPart = (item: Part) =>
    item.part === 'accounts' ? (
      <div key="accounts">
        <Holdings {...held} customer={customer} forecast={summary} />
        <ClosedAccounts accounts={closed} />
      </div>
    ) : (
      <Suspense key={getKey(item)} fallback={<SkeletonRows rows={3} />}>
        <PartView item={item} {...held} customer={customer} forecast={summary} insights={insights} />
      </Suspense>
    );
  const objectives = isPlaying && (
    <Suspense fallback={<SkeletonRows rows={5} label="Loading your goals" />}>
      <ObjectivesPanel scenarioRun={scenarioRun} customer={customer} />
    </Suspense>
  );
  const actions = (
    <>
      <Button
        variant="ghost"
        aria-label="Customize"
        title="Customize"
        onPointerEnter={() => void CustomizeDialog.load()}
        onClick={() => setIsCustomizing(true)}
        className="px-3!"
      >
        <SlidersHorizontal className="size-5" />
        <span className="max-lg:hidden">Customize</span>
      </Button>
      <LinkButton to="/dashboard/people">Pay people</LinkButton>
      {/* A transfer needs two accounts. */}
      {open.length > 1 && (
        <LinkButton to="/dashboard/move" variant={showsSteps ? 'secondary' : 'primary'}>
          Transfer money
        </LinkButton>
      )}
    </>
  );
  return (
    <Page title="Dashboard" actions={actions}>
      {hasDecision && (
        <div className="mb-6 flex flex-col gap-6">
          <Suspense fallback={<SkeletonRows rows={2} />}>
            <OpenDecisions />
          </Suspense>
        </div>
      )}
      {isPlaying && showsSteps && (
        <div className="mb-12">
          <Suspense fallback={<SkeletonRows rows={5} />}>
            <FirstSteps customerId={customer.id} />
          </Suspense>
        </div>
      )}
      {open
        .filter(({ balance }) => balance < 0)
        .map((account) => (
          <div key={account.id} className="mb-6">
            <Suspense fallback={null}>
              <OverdraftAlert account={account} named />
            </Suspense>
          </div>
        ))}
      {isPlaying && hasColumns ? (
        // On phones, the goals of the scenario follow net worth. On wide screens, they head the second column.
        <div className="flex flex-col gap-12 lg:grid lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start lg:gap-x-16">
          <div className="contents flex-col gap-12 lg:flex">
            <NetWorth customer={customer} accounts={held.accounts} forecast={forecast} />
            <div className="order-3 flex flex-col gap-12">
              {main.map(renderPart)}
              <LedgerLine />
            </div>
          </div>
          <div className="contents flex-col gap-12 lg:flex">
            <div className="order-2">{objectives}</div>
            <div className="order-4 flex flex-col gap-12">
              {low && <LowBalanceAlert low={low} />}
              {side.map(renderPart)}
            </div>
          </div>
        </div>
      ) : (
        <>
          <div
            className={classNames(
              (showsSteps || isPlaying) && 'grid grid-cols-1 items-start gap-x-16 gap-y-12',
              isPlaying && 'lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]',
              showsSteps && !isPlaying && 'lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]',
            )}
          >
            <NetWorth customer={customer} accounts={held.accounts} forecast={forecast} />
            {objectives}
            <Suspense fallback={<SkeletonRows rows={5} />}>
              {showsSteps && !isPlaying && <FirstSteps customerId={customer.id} />}
            </Suspense>
          </div>
          <div
            className={classNames(
              'mt-12 grid grid-cols-1 gap-x-16 gap-y-10',
              hasColumns && 'lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr]',
            )}
          >
            {low && (
              <div className={classNames(hasColumns && 'lg:col-start-2')}>
                <LowBalanceAlert low={low} />
              </div>
            )}
            {main.length > 0 && (
              <div
                className={classNames(
                  'flex flex-col gap-12',
                  hasColumns && 'lg:col-start-1 lg:row-span-2 lg:row-start-1',
                )}
              >
                {main.map(renderPart)}
                {hasColumns && <LedgerLine />}
              </div>
            )}
            {side.length > 0 && (
              <div
                className={classNames(
                  'flex flex-col gap-12',
                  hasColumns && 'lg:col-start-2',
                  hasColumns && low === null && 'lg:row-span-2',
                )}
              >
                {side.map(renderPart)}
              </div>
            )}
            {!hasColumns && <LedgerLine />}
          </div>
        </>
      )}
      {isCustomizing && (
        <Suspense fallback={null}>
          <CustomizeDialog customer={customer} onClose={() => setIsCustomizing(false)} />
        </Suspense>
      )}
    </Page>
  );
}

function DashboardSkeleton() {
  return (
    <>
      <SkeletonChart label="Loading your dashboard" />
      <RestSkeleton />
    </>
  );
}

function RestSkeleton() {
  return (
    <div className="mt-12 grid gap-16 lg:grid-cols-[3fr_2fr]">
      <SkeletonRows rows={5} />
      <SkeletonRows rows={4} />
    </div>
  );
}

/**
 * Renders a message that the ledger balances, with a link to the proof. Renders nothing if there are
 * violations.
 */
function LedgerLine() {
  const { data: books } = useQuery(ledgerQueries.summary());
  if (!books || books.violations > 0 || books.entries === 0) return null;
  return (
    <p className="mt-6 flex gap-3 text-ink-2">
      <ShieldCheck className="mt-0.5 size-5 shrink-0" />
      <span>
        Your books balance.{' '}
        {books.entries === 1
          ? 'Your 1 entry sums to $0.00.'
          : `All ${books.entries.toLocaleString('en-US')} entries sum to $0.00.`}{' '}
        <TextLink to="/settings/data#books">View proof</TextLink>
      </span>
    </p>
  );
}

/** Renders links to closed accounts. The linked pages show the history and can reopen the account. */
function ClosedAccounts({ accounts }: { accounts: readonly Account[] }) {
  const zone = useQuery(customerQueries.me()).data?.time_zone;
  if (accounts.length === 0) return null;
  return (
    <>
      <h3 className="mt-8 mb-2 font-medium text-ink-3 text-sm">Closed</h3>
      <RowList label="Closed accounts">
        {accounts.map((account) => (
          <Row
            key={account.id}
            to={`/dashboard/accounts/${account.id}`}
            title={account.name}
            detail={`${maskedNumber(account)}, closed ${formatTextDate(account.closed_at ?? '', zone)}`}
          />
        ))}
      </RowList>
    </>
  );
}
