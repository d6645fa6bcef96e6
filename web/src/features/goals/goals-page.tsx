import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import type { Account } from '@/entities/account/queries';
import { accountQueries, isUsable } from '@/entities/account/queries';
import { customerQueries } from '@/entities/customer/queries';
import { exchangeRateQueries } from '@/entities/household/exchange-rate-queries';
import { formatListDate, getDay } from '@/lib/dates';
import { formatMoney, totalIn } from '@/lib/money';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { EmptyState } from '@/ui/empty-state';
import { ExampleRows } from '@/ui/examples';
import { LinkButton } from '@/ui/link';
import { combineQueries, LoadedPage } from '@/ui/loaded';
import { Money } from '@/ui/money';
import { Dialog } from '@/ui/overlays/dialog';
import { Page, Section } from '@/ui/page';
import { Row, RowList } from '@/ui/row-list';
import { Skeleton } from '@/ui/skeleton';
import { PageSpinner } from '@/ui/spinner';
import { GoalForm, type Suggestion } from './edit/goal-form';
import { GoalPicture } from './edit/goal-pictures';
import { GoalProgress } from './goal-progress';
import {
  formatContribution,
  formatHeading,
  formatSavedShare,
  getProspect,
  getTitle,
  TONES,
} from './goal-text';
import { projectGoalDates } from './projection';
import { type Goal, goalQueries } from './queries';

const GoalPage = lazy(() => import('./details/goal-page'));

/** Renders all goals, or the goal in the URL. */
export default function GoalsPage() {
  const { '*': chosenId = '' } = useParams();
  const list = useQuery(goalQueries.list());
  const accounts = useQuery(accountQueries.list());
  const me = useQuery(customerQueries.me());
  return (
    <LoadedPage
      title="Goals"
      from={combineQueries(list, accounts, me)}
      failure="We couldn't load your goals."
      label="Loading goals"
    >
      {([goals, accounts, customer]) => {
        const shared = {
          accounts: accounts.filter(isUsable),
          today: getDay(customer.now, customer.time_zone),
        };
        const chosen = goals.find(({ id }) => id === chosenId);
        if (!chosen)
          return (
            <GoalList
              {...shared}
              goals={goals}
              base={customer.base_currency}
              timeZone={customer.time_zone}
              isMissing={chosenId !== ''}
            />
          );
        return (
          <Suspense fallback={<PageSpinner />}>
            <GoalPage key={chosen.id} goal={chosen} timeZone={customer.time_zone} {...shared} />
          </Suspense>
        );
      }}
    </LoadedPage>
  );
}

type GoalListProps = {
  goals: readonly Goal[];
  accounts: readonly Account[];
  today: string;
  base: string;
  timeZone: string;
  /** True if the goal in the URL doesn't exist. */
  isMissing: boolean;
};

function GoalList({ goals, accounts, today, base, timeZone, isMissing }: GoalListProps) {
  const navigate = useNavigate();
  const [creating, setCreating] = useRequestedGoal();
  return (
    <Page
      title="Goals"
      actions={
        accounts.length > 0 && (
          <Button variant="primary" onClick={() => setCreating('new')}>
            New goal
          </Button>
        )
      }
    >
      {accounts.length === 0 ? (
        <EmptyState
          title="Open an account to save toward a goal."
          example={
            <ExampleRows
              rows={[
                { title: 'Emergency fund', detail: '$200.00 of each paycheck', end: '$6,640.00' },
                { title: 'Two weeks in Lisbon', detail: '$150.00 a month', end: '$1,500.00' },
              ]}
            />
          }
          action={
            <LinkButton to="/create-account" variant="primary">
              Open account
            </LinkButton>
          }
        />
      ) : goals.length === 0 ? (
        <GoalsEmpty today={today} currency={base} onChoose={setCreating} />
      ) : (
        <>
          {isMissing && (
            <AlertBox kind="info" fact="We couldn't find that goal." className="mb-8">
              Here are your goals.
            </AlertBox>
          )}
          <Total goals={goals} base={base} today={today} />
          <ul aria-label="Goals" className="divide-y divide-line border-line border-y">
            {sortGoals(goals).map((goal) => (
              <GoalItem key={goal.id} goal={goal} accounts={accounts} today={today} />
            ))}
          </ul>
          <LatestContributions goals={goals} timeZone={timeZone} />
        </>
      )}
      <Dialog wide open={creating !== null} onClose={() => setCreating(null)} title="New goal">
        <GoalForm
          suggestion={creating === 'new' ? null : creating}
          accounts={accounts}
          today={today}
          onDone={(id) => {
            setCreating(null);
            navigate(`/goals/${id}`);
          }}
        />
      </Dialog>
    </Page>
  );
}

/** Returns the goal to create. A link of the assistant opens the form: `?new=goal&name=…&target=…&date=…`. */
function useRequestedGoal() {
  const [search, setSearch] = useSearchParams();
  const target = Number(search.get('target'));
  const day = search.get('date') ?? '';
  const [creating, setCreating] = useState<Suggestion | 'new' | null>(
    search.get('new') === 'goal'
      ? {
          name: (search.get('name') ?? '').slice(0, 80),
          picture: 'flag',
          target: target > 0 && target < 1e9 ? target : null,
          ...(/^\d{4}-\d\d-\d\d$/.test(day) && { targetDate: day }),
        }
      : null,
  );
  const change = (next: typeof creating) => {
    setCreating(next);
    if (next === null && search.has('new')) setSearch({}, { replace: true });
  };
  return [creating, change] as const;
}

const LAST = ['completed', 'archived'];

/** Sorts goals so that completed goals come last. */
function sortGoals(goals: readonly Goal[]): Goal[] {
  return goals.toSorted((left, right) => LAST.indexOf(left.status) - LAST.indexOf(right.status));
}

/** Renders the total savings in the base currency at today's rates. */
function Total({ goals, base, today }: { goals: readonly Goal[]; base: string; today: string }) {
  const rates = useQuery(exchangeRateQueries.day(base, today)).data;
  const open = goals.filter(({ status }) => status !== 'archived');
  if (!rates) return <Skeleton className="mb-8 h-24 w-64" />;
  const sum = (read: (goal: Goal) => number) =>
    totalIn(
      open.map((goal) => ({ amount: read(goal), currency: goal.currency })),
      rates,
    );
  const saved = sum((goal) => goal.saved);
  const isMixed = open.some(({ currency }) => currency !== base);
  return (
    <div className="mb-8">
      <p className="text-ink-3 text-sm">Saved for your goals</p>
      <Money amount={saved.total} currency={base} size="page" />
      <p className="mt-1 text-ink-3 text-sm">
        of {formatMoney(sum(({ target }) => target).total, base)},{' '}
        {formatMoney(sum(({ pace }) => pace).total, base)} a month in automatic contributions
      </p>
      {isMixed && (
        <p className="text-ink-3 text-sm">
          {saved.leftOut.length > 0
            ? `Goals in ${saved.leftOut.join(' and ')} aren't included: no exchange rate is available.`
            : "Foreign amounts use today's exchange rates."}
        </p>
      )}
    </div>
  );
}

/** Renders a goal in the list with its name, progress, and projected date. */
function GoalItem({ goal, accounts, today }: { goal: Goal; accounts: readonly Account[]; today: string }) {
  const heading = formatHeading(goal, projectGoalDates(getProspect(goal, accounts, today)));
  const saved = formatSavedShare(goal.share);
  const account = accounts.find(({ id }) => id === goal.account_id)?.name;
  return (
    <li>
      <Link to={`/goals/${goal.id}`} className="-mx-2.5 flex gap-4 rounded-2 px-2.5 py-5 hover:bg-sunken">
        <GoalPicture picture={goal.picture} photo={goal.photo} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
            <h2 className="min-w-0 truncate font-semibold text-base">{goal.name}</h2>
            <p>
              <Money amount={goal.saved} currency={goal.currency} size="balance" />{' '}
              <span className="figures text-ink-3 text-sm">of {formatMoney(goal.target, goal.currency)}</span>
            </p>
          </div>
          <GoalProgress name={goal.name} share={goal.share} className="my-3" />
          <div className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 text-sm">
            <p className="text-ink-3">
              {formatContribution(goal, accounts)}
              {account && `, kept in ${account}`}
            </p>
            <p className={classNames('font-medium', TONES[heading.tone])}>
              {saved && <span className="mr-2 font-normal text-ink-3">{saved}</span>}
              {heading.text}
            </p>
          </div>
        </div>
      </Link>
    </li>
  );
}

/** Renders the latest movements of all goals. */
function LatestContributions({ goals, timeZone }: { goals: readonly Goal[]; timeZone: string }) {
  const movements = useQuery(goalQueries.latest()).data ?? [];
  if (movements.length === 0) return null;
  return (
    <Section title="Latest activity" className="mt-12">
      <RowList label="Latest activity">
        {movements.map((movement) => {
          const goal = goals.find(({ id }) => id === movement.goal_id);
          return (
            <Row
              key={movement.id}
              title={goal?.name ?? 'A deleted goal'}
              detail={`${getTitle(movement)}, ${formatListDate(movement.at, timeZone)}`}
              end={<Money amount={movement.amount} currency={goal?.currency ?? 'USD'} signed />}
            />
          );
        })}
      </RowList>
    </Section>
  );
}

const MONTHS_OF_SPENDING = 3;
const ROUNDED_TO = 100;

type GoalsEmptyProps = { today: string; currency: string; onChoose: (suggestion: Suggestion) => void };

/**
 * Renders three suggested goals for customers without goals. The first target is based on the customer's
 * spending.
 */
function GoalsEmpty({ today, currency, onChoose }: GoalsEmptyProps) {
  const spending = useQuery(goalQueries.monthlySpending(today)).data ?? null;
  const emergency = spending === null ? null : roundedUp(spending * MONTHS_OF_SPENDING);
  const money = (amount: number) => formatMoney(amount, currency);
  const reserve = emergency ? `${money(emergency)}: 3 months of spending` : '3 months of spending';
  const suggestions: (Suggestion & { why: string })[] = [
    { name: 'Emergency fund', picture: 'umbrella', target: emergency, why: reserve },
    { name: 'A trip', picture: 'plane', target: 1500, why: `${money(1500)} for a 2-week trip` },
    { name: 'A home', picture: 'house', target: 40_000, why: `${money(40_000)} for a down payment` },
  ];
  return (
    <div className="max-w-160 py-4">
      <h2 className="text-lg">What would you like to save for?</h2>
      <p className="mt-1 mb-6 text-ink-2">
        Set money aside, and add to it automatically from each paycheck, every month, or with round-ups.
      </p>
      <ul className="divide-y divide-line border-line border-y">
        {suggestions.map(({ why, ...suggestion }) => (
          <li key={suggestion.name} className="flex flex-wrap items-center gap-4 py-4">
            <GoalPicture picture={suggestion.picture} photo={null} />
            <div className="min-w-40 flex-1">
              <p className="font-medium">{suggestion.name}</p>
              <p className="text-ink-3 text-sm">{why}</p>
            </div>
            <Button aria-label={`Save for ${suggestion.name}`} onClick={() => onChoose(suggestion)}>
              Start saving
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const roundedUp = (amount: number) => Math.ceil(amount / ROUNDED_TO) * ROUNDED_TO;
