import { type ExceededBudget, findExceededBudgets } from '@engine/bills/exceeded-budgets.ts';
import { dayText } from '@engine/calendar/calendar.ts';
import { simulateUntilNow } from '@engine/forecast/upcoming.ts';
import { getBudgetStatus } from '@engine/insights/budgets.ts';
import { markMinor, toMinor } from '@engine/money/minor.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { clockQueries } from '@/entities/household/clock-queries';
import { steadyCategories } from '@/entities/transaction/steady-categories';
import { formatTextDate } from '@/lib/dates';
import { formatMinor, formatMoney } from '@/lib/money';
import { Bar } from '@/ui/bar';
import { classNames } from '@/ui/class-names';
import { TextLink } from '@/ui/link';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';
import { BudgetDetail } from './details/budget-detail';
import { type BudgetMonth, type BudgetRow, budgetQueries } from './queries';

type BudgetListProps = {
  month: BudgetMonth;
  rows: readonly BudgetRow[];
  isPast: boolean;
  present: string;
  onMove: (categoryId: string) => void;
};

const getKey = ({ category_id }: BudgetRow) => category_id ?? 'none';

/** Renders all categories, with budgeted categories first. Only one category is open at a time. */
export function BudgetList({ month, rows, isPast, present, onMove }: BudgetListProps) {
  const [open, setOpen] = useState<string | null>(null);
  const history = useQuery(budgetQueries.history()).data;
  const steady = useMemo(() => steadyCategories(history ?? [], present), [history, present]);
  const hasEnvelopes = month.mode === 'envelopes';
  const isBudgeted = (row: BudgetRow) => row.category_id !== null && (row.available !== null || hasEnvelopes);
  const budgeted = rows.filter(isBudgeted);
  const others = rows.filter((row) => !isBudgeted(row));
  const exceeded = useExceededBudgets(rows, month.currency);
  const list = (some: readonly BudgetRow[], label: string) => (
    <ul aria-label={label} className="divide-y divide-line border-line border-t">
      {some.map((row) => (
        <BudgetItem
          key={getKey(row)}
          row={row}
          isPast={isPast}
          isSteady={steady.has(row.category_id)}
          exceeded={isPast ? undefined : exceeded.find(({ category }) => category === row.category)}
          open={open === getKey(row)}
          onToggle={() => setOpen(open === getKey(row) ? null : getKey(row))}
        >
          <BudgetDetail row={row} month={month} isPast={isPast} present={present} onMove={onMove} />
        </BudgetItem>
      ))}
    </ul>
  );
  return (
    <div className="mt-10 flex flex-col gap-10">
      {budgeted.length > 0 && (
        <Section
          title={hasEnvelopes ? 'Envelopes' : 'By category'}
          aside={isPast ? 'The month is over' : 'Marker = today'}
        >
          {list(budgeted, 'Budgets')}
        </Section>
      )}
      {others.length > 0 && <Section title="No budget">{list(others, 'Categories with no budget')}</Section>}
    </div>
  );
}

const NONE: readonly ExceededBudget[] = [];

/** Returns the budgets that announced increases of bills exceed. */
function useExceededBudgets(rows: readonly BudgetRow[], currency: string): readonly ExceededBudget[] {
  const household = useQuery(clockQueries.household()).data;
  return useMemo(
    () =>
      household?.carryover.billIncreases
        ? findExceededBudgets(simulateUntilNow(household), rows, currency)
        : NONE,
    [household, rows, currency],
  );
}

type BudgetItemProps = {
  row: BudgetRow;
  isPast: boolean;
  /** True for a category that costs the same every month. The mark for today is hidden in its bar. */
  isSteady: boolean;
  /** The announced increase of a bill that exceeds the budget. */
  exceeded: ExceededBudget | undefined;
  open: boolean;
  onToggle: () => void;
  children: ReactNode;
};

const TONES = { within: 'ink', ahead: 'warning', near: 'warning', passed: 'warning' } as const;

function BudgetItem({ row, isPast, isSteady, exceeded, open, onToggle, children }: BudgetItemProps) {
  const bodyId = useId();
  const { available, spent, remaining, currency, pace } = row;
  const name = row.category ?? 'Uncategorized';
  const money = (amount: number) => formatMoney(amount, currency);
  const status =
    available === null
      ? 'within'
      : getBudgetStatus(toMinor(available), toMinor(spent), isPast || isSteady ? 1 : pace);
  const isOnTrack = status !== 'passed' && (isPast || isSteady);
  return (
    <li>
      <h3>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={bodyId}
          onClick={onToggle}
          className="-mx-2.5 grid w-[calc(100%+1.25rem)] grid-cols-[1fr_auto_1.25rem] items-center gap-x-3 gap-y-2 rounded-2 px-2.5 py-3.5 text-left font-normal text-base hover:bg-sunken md:grid-cols-[11rem_1fr_9.5rem_1.25rem] md:gap-x-6"
        >
          <span className="font-medium">{name}</span>
          <span className="text-right md:order-3">
            {remaining === null ? (
              <>
                <Money amount={spent} currency={currency} /> <span className="text-ink-3 text-sm">spent</span>
              </>
            ) : (
              <>
                <Money amount={Math.abs(remaining)} currency={currency} />{' '}
                <span className={classNames('text-sm', remaining < 0 ? 'text-warning' : 'text-ink-3')}>
                  {remaining < 0 ? 'over' : 'left'}
                </span>
              </>
            )}
          </span>
          <ChevronDown
            className={classNames('size-5 text-ink-3 transition-transform md:order-4', open && 'rotate-180')}
          />
          <span className="col-span-full md:order-2 md:col-span-1">
            {available === null ? (
              <span className="text-ink-3 text-sm max-md:hidden">
                {isPast || row.category_id === null ? 'No budget' : 'Set budget'}
              </span>
            ) : (
              <>
                <Bar
                  label={`${name} budget used`}
                  share={available > 0 ? spent / available : spent > 0 ? 1 : 0}
                  tone={isOnTrack ? 'ink' : TONES[status]}
                  {...(!isPast && !isSteady && { mark: pace })}
                />
                <span className="mt-1.5 block text-ink-3 text-sm">
                  {money(spent)} of {money(available)}
                  {isOnTrack ? (
                    isSteady && !isPast && ', the same every month'
                  ) : (
                    <BudgetStatusText row={row} status={status} />
                  )}
                </span>
              </>
            )}
          </span>
        </button>
      </h3>
      {exceeded && (
        <p className="pb-3 text-sm text-warning">
          {exceeded.name} goes up to {formatMinor(markMinor(exceeded.amount), currency)} on{' '}
          {formatTextDate(dayText(exceeded.on))}, {formatMinor(markMinor(exceeded.over), currency)} over this
          budget. <TextLink to={`/scheduled-payments?increase=${exceeded.paymentId}`}>View increase</TextLink>
        </p>
      )}
      <div id={bodyId} hidden={!open}>
        {open && children}
      </div>
    </li>
  );
}

function BudgetStatusText({ row, status }: { row: BudgetRow; status: keyof typeof TONES }) {
  const { spent, expected, available, currency } = row;
  if (available === null || status === 'within') return null;
  const ahead = spent - (expected ?? spent);
  const text =
    status === 'passed'
      ? `${formatMoney(spent - available, currency)} over budget`
      : ahead > 0
        ? `${formatMoney(ahead, currency)} ahead of pace`
        : 'nearly used up';
  return <span className="text-warning">, {text}</span>;
}
