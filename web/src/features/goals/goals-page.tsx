import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { accountQueries, isUsable } from '@/entities/account/queries';
import { exchangeRateQueries } from '@/entities/household/exchange-rate-queries';
import { customerQueries } from '@/features/settings/queries';
import { getDay } from '@/lib/dates';
import { formatMoney, totalIn } from '@/lib/money';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { ErrorState } from '@/ui/error-state';
import { Money } from '@/ui/money';
import { Dialog } from '@/ui/overlays/dialog';
import { Page } from '@/ui/page';
import { Skeleton, SkeletonRows } from '@/ui/skeleton';
import { PageSpinner } from '@/ui/spinner';
import { GoalForm, type Suggestion } from './edit/goal-form';
import { GoalItem } from './goal-item';
import { GoalsEmpty } from './goals-empty';
import { type Goal, goalQueries } from './queries';

const GoalPage = lazy(() => import('./details/goal-page'));

/** All goals, or the one in the address. */
export default function GoalsPage() {
  const { '*': chosenId = '' } = useParams();
  const navigate = useNavigate();
  const list = useQuery(goalQueries.list());
  const goals = list.data;
  const loaded = useQuery(accountQueries.list());
  const accounts = loaded.data?.filter(isUsable) ?? [];
  const me = useQuery(customerQueries.me());
  const failed = [list, loaded, me].filter(({ error, data }) => error && data === undefined);
  const customer = me.data;
  const today = customer ? getDay(customer.now, customer.time_zone) : '';
  const [creating, setCreating] = useState<Suggestion | 'new' | null>(null);
  const chosen = goals?.find(({ id }) => id === chosenId);
  if (chosen && customer)
    return (
      <Suspense fallback={<PageSpinner />}>
        <GoalPage
          key={chosen.id}
          goal={chosen}
          accounts={accounts}
          today={today}
          timeZone={customer.time_zone}
        />
      </Suspense>
    );
  const isReady = goals !== undefined && loaded.data !== undefined && customer !== undefined;
  return (
    <Page
      title="Goals"
      actions={
        isReady &&
        accounts.length > 0 && (
          <Button variant="primary" onClick={() => setCreating('new')}>
            New goal
          </Button>
        )
      }
    >
      {failed.length > 0 ? (
        <ErrorState
          title="We couldn't load your goals."
          onRetry={() => failed.forEach((query) => void query.refetch())}
          busy={failed.some(({ isFetching }) => isFetching)}
        />
      ) : !isReady ? (
        <>
          <Skeleton className="mb-8 h-14 w-64" />
          <SkeletonRows rows={4} label="Loading goals" />
        </>
      ) : accounts.length === 0 ? (
        <EmptyState
          title="Open an account to save toward a goal."
          action={
            <Button asChild variant="primary">
              <Link to="/create-account">Open account</Link>
            </Button>
          }
        />
      ) : goals.length === 0 ? (
        <GoalsEmpty today={today} currency={customer.base_currency} onChoose={setCreating} />
      ) : (
        <>
          {chosenId !== '' && (
            <AlertBox kind="info" fact="We couldn't find that goal." className="mb-8">
              Here are your goals.
            </AlertBox>
          )}
          <Total goals={goals} base={customer.base_currency} today={today} />
          <ul aria-label="Goals" className="divide-y divide-line border-line border-y">
            {ordered(goals).map((goal) => (
              <GoalItem key={goal.id} goal={goal} accounts={accounts} today={today} />
            ))}
          </ul>
        </>
      )}
      <Dialog
        wide
        open={creating !== null}
        onOpenChange={(open) => !open && setCreating(null)}
        title="New goal"
      >
        {creating !== null && (
          <GoalForm
            suggestion={creating === 'new' ? null : creating}
            accounts={accounts}
            today={today}
            onDone={(id) => {
              setCreating(null);
              navigate(`/goals/${id}`);
            }}
          />
        )}
      </Dialog>
    </Page>
  );
}

const LAST = ['completed', 'archived'];

/** Sorts completed goals last. */
function ordered(goals: readonly Goal[]): Goal[] {
  return goals.toSorted((one, other) => LAST.indexOf(one.status) - LAST.indexOf(other.status));
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
