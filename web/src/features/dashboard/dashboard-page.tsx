import { getBudgetStatus } from '@engine/insights/budgets.ts';
import { toMinor } from '@engine/money/minor.ts';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { Suspense } from 'react';
import { type Account, accountQueries, maskedNumber } from '@/entities/account/queries';
import { creditCardQueries } from '@/entities/card/queries';
import { type Customer, customerQueries } from '@/entities/customer/queries';
import { clockQueries } from '@/entities/household/clock-queries';
import { scenarioRunQueries } from '@/entities/scenario/queries';
import { steadyCategories } from '@/entities/transaction/steady-categories';
import { type BudgetRow, budgetQueries } from '@/features/budgets/queries';
import { ledgerQueries } from '@/features/household-data/queries';
import { loanQueries } from '@/features/loans/queries';
import { mortgageQueries } from '@/features/mortgages/queries';
import { lazyComponent } from '@/lib/bundle/lazy';
import { formatTextDate, getDay } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { Bar } from '@/ui/bar';
import { classNames } from '@/ui/class-names';
import { LinkButton, TextLink } from '@/ui/link';
import { combineQueries, LoadedPage } from '@/ui/loaded';
import { Page, Section } from '@/ui/page';
import { Row, RowList } from '@/ui/row-list';
import { SkeletonChart, SkeletonRows } from '@/ui/skeleton';
import { LatestTransactions } from './latest-transactions';
import { MonthSoFar } from './month-so-far';
import { type Held, Holdings } from './net-worth/holdings';
import { NetWorth } from './net-worth/net-worth-figure';
import { NextDues } from './next-dues';
import { dashboardQueries } from './queries';
import { useInsightsPart } from './use-insights-part';

/** The goals of a scenario. Loaded only for customers who play one. */
const ObjectivesPanel = lazyComponent(() =>
  import('@/features/scenarios/objectives-panel').then((module) => module.ObjectivesPanel),
);

/** The parts for new customers, which others don't load. */
const Welcome = lazyComponent(() => import('./start/welcome').then((module) => module.Welcome));
const FirstSteps = lazyComponent(() =>
  import('./start/first-steps-section').then((module) => module.FirstSteps),
);
const FirstOutlook = lazyComponent(() =>
  import('./start/first-outlook').then((module) => module.FirstOutlook),
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
  const { part: insights, isKnown: isRestReady } = useInsightsPart();
  return (
    <LoadedPage
      title="Dashboard"
      from={combineQueries(accounts, cards, loans, mortgages, me)}
      failure="We couldn't load your dashboard."
      placeholder={<DashboardSkeleton />}
    >
      {([accounts, cards, loans, mortgages, customer]) => (
        <Dashboard
          customer={customer}
          accounts={accounts}
          debts={{ cards, loans, mortgages }}
          insights={insights}
          isRestReady={isRestReady}
        />
      )}
    </LoadedPage>
  );
}

type DashboardProps = {
  customer: Customer;
  accounts: readonly Account[];
  debts: Omit<Held, 'accounts'>;
  insights: ReturnType<typeof useInsightsPart>['part'];
  /** True if the sections below the insights can be shown without shifting later. */
  isRestReady: boolean;
};

function Dashboard({ customer, accounts, debts, insights, isRestReady }: DashboardProps) {
  const household = useQuery(clockQueries.household()).data;
  const scenarioRun = useQuery(scenarioRunQueries.current()).data;
  const isPlaying = scenarioRun?.state === 'playing';
  const [open, closed] = [
    accounts.filter(({ closed_at }) => !closed_at),
    accounts.filter(({ closed_at }) => closed_at),
  ];
  const held = { ...debts, accounts: open };
  const isNew = Object.values(held).every((list) => list.length === 0) && closed.length === 0;
  // The demo and scenarios start with a history, so they show the first steps only on request.
  const hasHistory = customer.demo_until !== null || Boolean(household?.carryover.play);
  const showsSteps = customer.shows_first_steps ?? !hasHistory;
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
  const actions = (
    <>
      <LinkButton to="/dashboard/people">Pay people</LinkButton>
      {/* A transfer needs two accounts. */}
      {open.length > 1 && (
        <LinkButton to="/dashboard/move" variant={showsSteps ? 'secondary' : 'primary'}>
          Move money
        </LinkButton>
      )}
    </>
  );
  return (
    <Page title="Dashboard" actions={actions}>
      {isPlaying ? (
        <>
          {showsSteps && (
            <div className="mb-12">
              <Suspense fallback={<SkeletonRows rows={5} />}>
                <FirstSteps customerId={customer.id} />
              </Suspense>
            </div>
          )}
          <div className="grid grid-cols-1 items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <div className="flex flex-col gap-12 max-lg:contents">
              <NetWorth customer={customer} accounts={held.accounts} />
              <div className="max-lg:order-1">
                <NextDues {...held} customer={customer} />
              </div>
            </div>
            <Suspense fallback={<SkeletonRows rows={5} label="Loading your goals" />}>
              <ObjectivesPanel scenarioRun={scenarioRun} customer={customer} />
            </Suspense>
          </div>
        </>
      ) : (
        <>
          <div
            className={classNames(
              showsSteps && 'grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]',
            )}
          >
            <div>
              <NetWorth customer={customer} accounts={held.accounts} />
              <Suspense fallback={null}>{showsSteps && <FirstOutlook customer={customer} />}</Suspense>
            </div>
            <Suspense fallback={<SkeletonRows rows={5} />}>
              {showsSteps && <FirstSteps customerId={customer.id} />}
            </Suspense>
          </div>
          {insights && <insights.Insights customer={customer} />}
        </>
      )}
      {!isRestReady && <RestSkeleton />}
      {isRestReady && (
        <div className="mt-12 grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div>
            <Holdings {...held} />
            <ClosedAccounts accounts={closed} />
            <LedgerLine />
          </div>
          <div className="flex flex-col gap-12">
            {!isPlaying && <NextDues {...held} customer={customer} />}
            <MonthSoFar customer={customer} />
            <BudgetPace today={getDay(customer.now, customer.time_zone)} />
            <LatestTransactions />
          </div>
        </div>
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

const SHOWN = 3;

/**
 * Renders the most used budgets with a mark for today. Categories that cost the same every month have no
 * mark.
 */
function BudgetPace({ today }: { today: string }) {
  const rows = useQuery(budgetQueries.status(null)).data ?? [];
  const history = useQuery(budgetQueries.history()).data ?? [];
  const steady = steadyCategories(history, `${today.slice(0, 7)}-01`);
  const used = rows
    .filter(({ category_id }) => !steady.has(category_id))
    .filter((row): row is BudgetRow & { available: number } => (row.available ?? 0) > 0)
    .toSorted((left, right) => right.spent / right.available - left.spent / left.available)
    .slice(0, SHOWN);
  if (used.length === 0) return null;
  return (
    <Section
      title="Budget pace"
      aside={
        <>
          Marker = today · <TextLink to="/budgets">View budgets</TextLink>
        </>
      }
    >
      <ul className="flex flex-col gap-5">
        {used.map((row) => (
          <li key={row.category_id}>
            <PaceLine row={row} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function PaceLine({ row }: { row: BudgetRow & { available: number } }) {
  const { category, spent, available, pace, currency } = row;
  const status = getBudgetStatus(toMinor(available), toMinor(spent), pace);
  const money = (amount: number) => formatMoney(amount, currency);
  return (
    <>
      <p className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <span>{category}</span>
        <span className="figures text-ink-3 text-sm">
          <strong className="font-semibold text-ink">{money(spent)}</strong> of {money(available)}
          {status === 'passed' && (
            <span className="text-warning">, {money(spent - available)} over budget</span>
          )}
        </span>
      </p>
      <Bar
        label={`${category} budget used`}
        share={spent / available}
        mark={pace}
        tone={status === 'within' ? 'ink' : 'warning'}
      />
    </>
  );
}
