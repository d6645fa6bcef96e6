import { useQuery } from '@tanstack/react-query';
import type { Account } from '@/entities/account/queries';
import { formatListDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { FirstRows } from '@/ui/first-rows';
import { Loaded } from '@/ui/loaded';
import { Money } from '@/ui/money';
import { Row } from '@/ui/row-list';
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

type GoalHistoryProps = { goal: Goal; accounts: readonly Account[]; timeZone: string };

/** Renders a goal's contributions and withdrawals, latest first. */
export function GoalHistory({ goal, accounts, timeZone }: GoalHistoryProps) {
  const movements = useQuery(goalQueries.movements(goal.id));
  return (
    <Loaded from={movements} failure="We couldn't load the history." rows={3}>
      {(rows) =>
        rows.length === 0 ? (
          <p className="text-ink-3">No contributions yet</p>
        ) : (
          <FirstRows label="Goal history" items={rows} shown={FIRST_ROWS} size="md">
            {(movement) => (
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
            )}
          </FirstRows>
        )
      }
    </Loaded>
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
