import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Account } from '@/entities/account/queries';
import { formatAs, formatListDate, getDay } from '@/lib/dates';
import { formatMoney, sumAmounts } from '@/lib/money';
import { Button } from '@/ui/button';
import { FirstRows } from '@/ui/first-rows';
import { Loaded } from '@/ui/loaded';
import { Money } from '@/ui/money';
import { Row } from '@/ui/row-list';
import { getTitle, groupByMonth } from '../goal-text';
import { type Goal, type GoalMovement, goalQueries } from '../queries';

const FIRST_ROWS = 12;

type GoalHistoryProps = { goal: Goal; accounts: readonly Account[]; timeZone: string };

/** Renders a goal's contributions and withdrawals, latest first. Similar movements of a month are one row. */
export function GoalHistory({ goal, accounts, timeZone }: GoalHistoryProps) {
  const [isUngrouped, setIsUngrouped] = useState(false);
  const movements = useQuery(goalQueries.movements(goal.id));
  return (
    <Loaded from={movements} failure="We couldn't load the history." rows={3}>
      {(rows) => {
        if (rows.length === 0) return <p className="text-ink-3">No contributions yet</p>;
        const groups = isUngrouped ? rows.map((row) => [row]) : groupByMonth(rows, timeZone);
        return (
          <>
            <FirstRows label="Goal history" items={groups} shown={FIRST_ROWS} size="md">
              {(group) => (
                <HistoryRow
                  key={group[0]?.id}
                  group={group}
                  currency={goal.currency}
                  accounts={accounts}
                  timeZone={timeZone}
                />
              )}
            </FirstRows>
            {(isUngrouped || groups.length < rows.length) && (
              <Button variant="ghost" className="mt-4" onClick={() => setIsUngrouped(!isUngrouped)}>
                {isUngrouped ? 'Group by month' : 'Show each contribution'}
              </Button>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

type HistoryRowProps = Omit<GoalHistoryProps, 'goal'> & { group: readonly GoalMovement[]; currency: string };

function HistoryRow({ group, currency, accounts, timeZone }: HistoryRowProps) {
  const [latest] = group;
  if (!latest) return null;
  const isOne = group.length === 1;
  const source = getSource(latest, accounts);
  const detail = isOne ? formatListDate(latest.at, timeZone) : `${getTitle(latest)} ${group.length} times`;
  return (
    <Row
      title={isOne ? getTitle(latest) : formatAs(getDay(latest.at, timeZone), 'MMMM yyyy')}
      detail={[detail, source].filter(Boolean).join(', ')}
      end={
        <>
          <Money amount={sumAmounts(group.map(({ amount }) => amount))} currency={currency} signed />
          {latest.saved_after !== null && (
            <span className="figures block text-ink-3 text-sm">
              {formatMoney(latest.saved_after, currency)}
            </span>
          )}
        </>
      }
    />
  );
}

function getSource({ amount, account_id }: GoalMovement, accounts: readonly Account[]): string | null {
  const other = accounts.find(({ id }) => id === account_id)?.name;
  return other ? `${amount > 0 ? 'from' : 'to'} ${other}` : null;
}
