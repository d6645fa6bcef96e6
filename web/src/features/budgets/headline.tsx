import { getBudgetRemaining } from '@engine/insights/safe-to-spend.ts';
import { fromMinor, ZERO } from '@engine/money/minor.ts';
import { Explain } from '@/entities/explanation/explain';
import { PendingNote } from '@/entities/hold/pending-note';
import { getFlowPath } from '@/entities/transaction/paths';
import { formatMoney, sumAmounts } from '@/lib/money';
import { Money } from '@/ui/money';
import { getMonthSpan, monthName } from './months';
import type { BudgetMonth, BudgetRow } from './queries';
import { SafeFigure } from './safe-figure';
import type { Safe } from './use-safe-to-spend';

type HeadlineProps = {
  month: BudgetMonth;
  rows: readonly BudgetRow[];
  /** Null for past months and if there is no checking account. */
  safe: Safe | null;
  timeZone: string;
  isPast: boolean;
};

export function Headline({ month, rows, safe, timeZone, isPast }: HeadlineProps) {
  const budgeted = rows.filter(({ available }) => available !== null);
  const name = monthName(month.starts_on);
  const available = sumAmounts(budgeted.map((row) => row.available ?? 0));
  const spent = sumAmounts(budgeted.map((row) => row.spent));
  const rolledOver = sumAmounts(budgeted.map((row) => row.rolled_over));
  const unbudgeted = sumAmounts(rows.filter((row) => row.available === null).map((row) => row.spent));
  const left = fromMinor(getBudgetRemaining(rows) ?? ZERO);
  const money = (amount: number) => formatMoney(amount, month.currency);
  if (budgeted.length === 0) return <SpentAlone name={name} amount={unbudgeted} currency={month.currency} />;
  const title =
    left < 0 ? `Overspent in ${name}` : isPast ? `Left over in ${name}` : `Left to spend in ${name}`;
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-6">
      <div>
        <p className="font-medium text-ink-3 text-xs">{title}</p>
        <Explain
          title={title}
          lesson="where-money-goes"
          formula="Total available in your budgets minus spending in those categories."
          inputs={[
            { name: "This month's budgets", value: money(sumAmounts([available, -rolledOver])) },
            { name: 'Rolled over', value: money(rolledOver) },
            { name: 'Spent in these categories', value: money(-spent) },
            { name: 'Left', value: money(left) },
            { name: 'Unbudgeted spending', value: money(unbudgeted) },
          ]}
          source="Card purchases count on the day of the purchase, once they post. Refunds count in the month of their purchase. Transfers between your own accounts and card payments don't count."
          links={[{ text: 'View transactions', to: getFlowPath('spending', getMonthSpan(month.starts_on)) }]}
        >
          <Money amount={Math.abs(left)} currency={month.currency} size="page" />
        </Explain>
        <p className="mt-2 text-ink-2 text-sm">
          {money(spent)} of {money(available)} spent
          {isPast ? '.' : `, day ${month.day} of ${month.days}.`}
        </p>
        {!isPast && <PendingNote isIncluded={false} className="mt-1" />}
      </div>
      {safe && <SafeFigure safe={safe} timeZone={timeZone} className="md:text-right" />}
    </div>
  );
}

/** Renders the total spending of a month that has no budgets. */
function SpentAlone({ name, amount, currency }: { name: string; amount: number; currency: string }) {
  return (
    <div>
      <p className="font-medium text-ink-3 text-xs">Spent in {name}</p>
      <Money amount={amount} currency={currency} size="page" />
      <p className="mt-2 text-ink-2 text-sm">No budget was set in {name}.</p>
    </div>
  );
}
