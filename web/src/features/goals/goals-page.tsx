import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { accountQueries, isUsable } from '@/features/accounts/queries';
import { customerQueries } from '@/features/settings/queries';
import { BROWSER_TIME_ZONE, dayOf } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { EmptyState } from '@/ui/empty-state';
import { ErrorState } from '@/ui/error-state';
import { Money } from '@/ui/money';
import { Page } from '@/ui/page';
import { Skeleton, SkeletonRows } from '@/ui/skeleton';
import { PageSpinner } from '@/ui/spinner';
import { GoalForm, type Suggestion } from './goal-form';
import { GoalItem } from './goal-item';
import { GoalsEmpty } from './goals-empty';
import { type Goal, goalQueries } from './queries';

const GoalPage = lazy(() => import('./goal-page'));

/** All goals, or the one in the address. */
export default function GoalsPage() {
  const { '*': chosenId = '' } = useParams();
  const navigate = useNavigate();
  const { data: goals, error, refetch, isFetching } = useQuery(goalQueries.list());
  const loaded = useQuery(accountQueries.list()).data;
  const accounts = loaded?.filter(isUsable) ?? [];
  const me = useQuery(customerQueries.me()).data;
  const now = me?.now ?? new Date().toISOString();
  const today = dayOf(now, me?.time_zone);
  const [creating, setCreating] = useState<Suggestion | 'new' | null>(null);
  const chosen = goals?.find(({ id }) => id === chosenId);
  if (chosen)
    return (
      <Suspense fallback={<PageSpinner />}>
        <GoalPage
          key={chosen.id}
          goal={chosen}
          accounts={accounts}
          today={today}
          timeZone={me?.time_zone ?? BROWSER_TIME_ZONE}
        />
      </Suspense>
    );
  const isReady = goals !== undefined && loaded !== undefined;
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
      {error && !goals ? (
        <ErrorState title="Your goals could not be read." onRetry={() => void refetch()} busy={isFetching} />
      ) : !isReady ? (
        <>
          <Skeleton className="mb-8 h-14 w-64" />
          <SkeletonRows rows={4} label="Loading goals" />
        </>
      ) : accounts.length === 0 ? (
        <EmptyState
          title="A goal needs an account to keep its money in."
          action={
            <Button asChild variant="primary">
              <Link to="/create-account">Open an account</Link>
            </Button>
          }
        />
      ) : goals.length === 0 ? (
        <GoalsEmpty now={now} onChoose={setCreating} />
      ) : (
        <>
          {chosenId !== '' && (
            <AlertBox kind="info" fact="There is no such goal." className="mb-8">
              It was deleted, or never yours. These are those you have.
            </AlertBox>
          )}
          <Total goals={goals} />
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
        title="A new goal"
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

/** What is done stands after what is under way. */
function ordered(goals: readonly Goal[]): Goal[] {
  return goals.toSorted((one, other) => LAST.indexOf(one.status) - LAST.indexOf(other.status));
}

/** What is saved in all, in the currency that most goals are in. */
function Total({ goals }: { goals: readonly Goal[] }) {
  const open = goals.filter(({ status }) => status !== 'archived');
  const currency = open[0]?.currency ?? 'USD';
  const alike = open.filter((goal) => goal.currency === currency);
  const sum = (read: (goal: Goal) => number) => alike.reduce((total, goal) => total + read(goal), 0);
  return (
    <div className="mb-8">
      <p className="text-ink-3 text-sm">Saved for your goals</p>
      <Money amount={sum(({ saved }) => saved)} currency={currency} size="page" />
      <p className="mt-1 text-ink-3 text-sm">
        of{' '}
        {formatMoney(
          sum(({ target }) => target),
          currency,
        )}
        ,{' '}
        {formatMoney(
          sum(({ pace }) => pace),
          currency,
        )}{' '}
        a month arrives by itself
      </p>
    </div>
  );
}
