import { Explain } from '@/entities/explanation/explain';
import { formatListDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { Money } from '@/ui/money';
import type { Safe } from './use-safe-to-spend';

type SafeFigureProps = { safe: Safe; timeZone: string; className?: string };

/** Renders the amount that is safe to spend per day, with its calculation. */
export function SafeFigure({ safe, timeZone, className }: SafeFigureProps) {
  const money = (minor: number) => formatMoney(minor / 100, safe.currency);
  const until =
    safe.isLimitedByBudget && safe.budget
      ? `for the ${safe.budget.days === 1 ? 'last day' : `${safe.budget.days} remaining days`} of the month, within your budgets`
      : safe.hasPayday
        ? `until payday ${safe.days === 1 ? 'tomorrow' : `in ${safe.days} days`}`
        : `for the next ${safe.days} days (no payday scheduled)`;
  return (
    <div className={className}>
      <p className="font-medium text-ink-3 text-xs">Safe to spend per day</p>
      <Explain
        title="Safe to spend per day"
        lesson="uneven-income"
        formula={`${safe.budget ? 'The smaller of two amounts: (checking' : '(Checking'} in ${safe.currency} − bills and goal contributions before payday − the minimum you keep) ÷ days until payday${safe.budget ? ', and (what is left in your budgets − their unpaid bills this month) ÷ days left in the month' : ''}.`}
        inputs={[
          { name: 'In checking', value: money(safe.cash) },
          { name: 'Bills before payday', value: money(-safe.bills) },
          ...(safe.goals > 0
            ? [{ name: 'Set aside for goals before payday', value: money(-safe.goals) }]
            : []),
          { name: 'Minimum balance you keep', value: money(-safe.minimum) },
          { name: 'Safe to spend until payday', value: money(safe.total) },
          { name: safe.hasPayday ? 'Days until payday' : 'Days', value: safe.days },
          ...(safe.budget
            ? [
                { name: 'Left in your budgets', value: money(safe.budget.left) },
                { name: 'Unpaid bills in your budgets', value: money(-safe.budget.planned) },
                { name: 'Days left in the month', value: safe.budget.days },
              ]
            : []),
        ]}
        source={
          safe.dues.length > 0
            ? `Before payday: ${safe.dues
                .slice(0, 6)
                .map(
                  ({ name, at, amount }) =>
                    `${name} ${formatMoney(-amount, safe.currency)} on ${formatListDate(new Date(at), timeZone)}`,
                )
                .join(
                  '; ',
                )}${safe.dues.length > 6 ? ' and more' : ''}. ${safe.dues.some(({ isPending }) => isPending) ? 'Pending purchases are included. ' : ''}Savings aren't included.`
            : "No bills before then. Savings aren't included."
        }
      >
        <Money
          amount={safe.perDay / 100}
          currency={safe.currency}
          size="panel"
          expected
          className="text-accent-ink"
        />
      </Explain>
      <p className="mt-1 text-ink-2 text-sm">
        {safe.perDay === 0 && safe.total < 0 && !safe.isLimitedByBudget
          ? `Bills before payday are ${money(-safe.total)} more than you have.`
          : until}
      </p>
    </div>
  );
}
