import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Account } from '@/entities/account/queries';
import { formatListDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { Button } from '@/ui/button';
import { ErrorState } from '@/ui/error-state';
import { Money } from '@/ui/money';
import { Row, RowList } from '@/ui/row-list';
import { SkeletonRows } from '@/ui/skeleton';
import { type Goal, type GoalMovement, goalQueries } from '../queries';

const TITLES: Record<string, string> = {
  start: 'Initial amount',
  contribution: 'Contributed',
  fixed: 'Contribution',
  share_of_pay: 'Share of pay',
  round_ups: 'Round-ups',
  set_aside: 'Set aside',
  released: 'Released',
  taken: 'Withdrawn',
};

const FIRST_ROWS = 20;

/** Renders a goal's contributions and withdrawals, latest first. */
export function GoalHistory({
  goal,
  accounts,
  timeZone,
}: {
  goal: Goal;
  accounts: readonly Account[];
  timeZone: string;
}) {
  const [all, setAll] = useState(false);
  const { data, error, refetch, isFetching } = useQuery(goalQueries.movements(goal.id));
  if (error && !data)
    return (
      <ErrorState title="We couldn't load the history." onRetry={() => void refetch()} busy={isFetching} />
    );
  if (!data) return <SkeletonRows rows={3} />;
  if (data.length === 0) return <p className="text-ink-3">No contributions yet</p>;
  const shown = all ? data : data.slice(0, FIRST_ROWS);
  return (
    <>
      <RowList label="Goal history">
        {shown.map((movement) => (
          <Row
            key={movement.id}
            title={TITLES[movement.kind] ?? movement.kind}
            detail={getDetail(movement, accounts, timeZone)}
            end={
              <>
                <Money amount={movement.amount} currency={goal.currency} signed />
                {movement.saved_after !== null && (
                  <span className="figures block text-ink-3 text-sm">
                    {formatMoney(movement.saved_after, goal.currency)}
                  </span>
                )}
              </>
            }
          />
        ))}
      </RowList>
      {shown.length < data.length && (
        <Button className="mt-4" onClick={() => setAll(true)}>
          Show all {data.length}
        </Button>
      )}
    </>
  );
}

function getDetail(
  { at, amount, account_id }: GoalMovement,
  accounts: readonly Account[],
  timeZone: string,
): string {
  const day = formatListDate(at, timeZone);
  const other = accounts.find(({ id }) => id === account_id)?.name;
  return other ? `${day}, ${amount > 0 ? 'from' : 'to'} ${other}` : day;
}
