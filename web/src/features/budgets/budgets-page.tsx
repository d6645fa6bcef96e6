import { type BudgetSuggestion, getSuggestions } from '@engine/insights/budget-suggestions.ts';
import { useMutation, usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { type Customer, customerQueries } from '@/entities/customer/queries';
import { clockQueries } from '@/entities/household/clock-queries';
import { exchangeRateQueries } from '@/entities/household/exchange-rate-queries';
import { formatCount } from '@/lib/count';
import { getDay } from '@/lib/dates';
import { formatMoney, sumAmounts } from '@/lib/money';
import { useReturn } from '@/lib/navigation/return-to';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { EmptyState } from '@/ui/empty-state';
import { ExampleRows } from '@/ui/examples';
import { BackLink } from '@/ui/link';
import { combineQueries, LoadedPage } from '@/ui/loaded';
import { Menu, MenuItem } from '@/ui/overlays/menu';
import { Page } from '@/ui/page';
import { BudgetList } from './budget-list';
import { MoveDialog } from './edit/move-dialog';
import { SuggestDialog } from './edit/suggest-dialog';
import { ToAssign } from './edit/to-assign';
import { Headline } from './headline';
import { monthAway, monthIn, monthLong, monthName } from './months';
import { budgetMutations } from './mutations';
import { type BudgetMonth, type BudgetRow, budgetQueries, type HistoryRow } from './queries';
import { useSafeToSpend } from './use-safe-to-spend';

const BUDGET_EXAMPLES = (
  <ExampleRows
    rows={[
      { title: 'Food', detail: '$322.60 of $420.00', end: '$97.40 left' },
      { title: 'Entertainment', detail: '$54.44 of $90.00', end: '$35.56 left' },
    ]}
  />
);

export default function BudgetsPage() {
  return (
    <LoadedPage title="Budgets" from={useQuery(customerQueries.me())} {...LOADING}>
      {(customer) => <Budgets customer={customer} />}
    </LoadedPage>
  );
}

const LOADING = { failure: "We couldn't load your budgets.", rows: 8, label: 'Loading budgets' };

function Budgets({ customer }: { customer: Customer }) {
  const [search] = useSearchParams();
  const present = `${getDay(customer.now, customer.time_zone).slice(0, 7)}-01`;
  const requestedMonth = monthIn(search.get('month'));
  const pastMonth = requestedMonth !== null && requestedMonth < present ? requestedMonth : null;
  const month = useQuery(budgetQueries.month(pastMonth));
  const status = useQuery(budgetQueries.status(pastMonth));
  const history = useQuery(budgetQueries.history());
  // Starts these requests together with the requests for the budgets. The safe-to-spend amount needs the
  // household and the exchange rates.
  usePrefetchQuery(clockQueries.household());
  usePrefetchQuery(exchangeRateQueries.day(customer.base_currency, getDay(customer.now, customer.time_zone)));
  return (
    <LoadedPage title="Budgets" from={combineQueries(month, status, history)} {...LOADING}>
      {([month, rows, history]) => (
        <BudgetsOfMonth customer={customer} month={month} rows={rows} history={history} present={present} />
      )}
    </LoadedPage>
  );
}

type BudgetsOfMonthProps = {
  customer: Customer;
  month: BudgetMonth;
  rows: readonly BudgetRow[];
  history: readonly HistoryRow[];
  /** The first day of the current month. */
  present: string;
};

function BudgetsOfMonth({ customer, month, rows, history, present }: BudgetsOfMonthProps) {
  const [suggesting, setSuggesting] = useState(false);
  const [moving, setMoving] = useState<string | null>(null);
  const safe = useSafeToSpend(customer.base_currency, getDay(customer.now, customer.time_zone), rows);
  const isPast = month.starts_on < present;
  const returnToTask = useReturn();
  const suggestions = getSuggestions(rows, history, present);
  const isEmpty = !isPast && month.mode === 'limits' && rows.every(({ amount }) => amount === null);
  return (
    <Page
      title="Budgets"
      above={returnToTask && <BackLink to="/dashboard">Dashboard</BackLink>}
      actions={
        !isPast &&
        !isEmpty && (
          <>
            <OptionsMenu month={month} history={history} />
            <Button disabled={suggestions.length === 0} onClick={() => setSuggesting(true)}>
              Suggest from history
            </Button>
            {returnToTask && (
              <Button variant="primary" onClick={returnToTask}>
                Back to checklist
              </Button>
            )}
          </>
        )
      }
    >
      <MonthSwitcher month={month.starts_on} first={month.first_month} present={present} />
      <div className="mt-6">
        {isEmpty ? (
          <BudgetsEmpty
            suggestions={suggestions}
            currency={month.currency}
            onSuggest={() => setSuggesting(true)}
          />
        ) : (
          <Headline
            month={month}
            rows={rows}
            safe={isPast ? null : safe}
            timeZone={customer.time_zone}
            isPast={isPast}
          />
        )}
        {month.left_out.length > 0 && (
          <p className="mt-4 text-ink-3 text-sm">
            Spending in {month.left_out.join(' and ')} isn't included: no exchange rate is available.
          </p>
        )}
      </div>
      {month.mode === 'envelopes' && <ToAssign month={month} rows={rows} isPast={isPast} />}
      <BudgetList
        key={month.starts_on}
        month={month}
        rows={rows}
        isPast={isPast}
        present={present}
        onMove={setMoving}
      />
      <MoveDialog to={moving} rows={rows} month={month} onClose={() => setMoving(null)} />
      <SuggestDialog
        open={suggesting}
        suggestions={suggestions}
        currency={month.currency}
        onClose={() => setSuggesting(false)}
      />
    </Page>
  );
}

type BudgetsEmptyProps = { suggestions: BudgetSuggestion[]; currency: string; onSuggest: () => void };

function BudgetsEmpty({ suggestions, currency, onSuggest }: BudgetsEmptyProps) {
  if (suggestions.length === 0)
    return (
      <EmptyState title="No budgets yet" example={BUDGET_EXAMPLES}>
        Set a monthly limit for any category. After 3 months, we'll suggest amounts.
      </EmptyState>
    );
  const total = formatMoney(sumAmounts(suggestions.map(({ amount }) => amount)), currency);
  return (
    <EmptyState
      title="No budgets yet"
      example={BUDGET_EXAMPLES}
      action={
        <Button variant="primary" onClick={onSuggest}>
          Suggest from history
        </Button>
      }
    >
      Based on recent months, we suggest {total} a month in{' '}
      {formatCount(suggestions.length, 'category', 'categories')}. Review them before you set them.
    </EmptyState>
  );
}

function OptionsMenu({ month, history }: { month: BudgetMonth; history: readonly HistoryRow[] }) {
  const setAll = useMutation(budgetMutations.setAll);
  const chooseMode = useMutation(budgetMutations.chooseMode);
  const hasEnvelopes = month.mode === 'envelopes';
  const before = monthAway(month.starts_on, -1);
  const earlier = history.flatMap(({ category_id, month: of, amount }) =>
    of === before && amount !== null && category_id !== null ? [{ category_id, amount }] : [],
  );
  return (
    <Menu
      trigger={
        <Button>
          Options <ChevronDown className="size-4" />
        </Button>
      }
    >
      <MenuItem
        disabled={earlier.length === 0}
        onSelect={() =>
          setAll.mutate(earlier, {
            onSuccess: () => toast.success(`Copied budgets from ${monthName(before)}`),
          })
        }
      >
        Copy budgets from {monthName(before)}
      </MenuItem>
      <MenuItem
        onSelect={() =>
          chooseMode.mutate(hasEnvelopes ? 'limits' : 'envelopes', {
            onSuccess: () =>
              toast.success(hasEnvelopes ? 'Switched to monthly limits' : 'Switched to envelope budgeting'),
          })
        }
      >
        {hasEnvelopes ? 'Use monthly limits' : 'Use envelopes'}
      </MenuItem>
    </Menu>
  );
}

type MonthSwitcherProps = { month: string; first: string; present: string };

const BUTTON = 'grid size-10 place-items-center rounded-2 text-ink-2 hover:bg-sunken pointer-coarse:size-11';

function MonthSwitcher({ month, first, present }: MonthSwitcherProps) {
  return (
    <nav aria-label="Month" className="-ml-2.5 flex items-center">
      <Step to={month > first ? monthAway(month, -1) : null} present={present} label="Previous month">
        <ChevronLeft className="size-5" />
      </Step>
      <h2 className="min-w-40 text-center text-lg">{monthLong(month)}</h2>
      <Step to={month < present ? monthAway(month, 1) : null} present={present} label="Next month">
        <ChevronRight className="size-5" />
      </Step>
      {month < present && (
        <Link to="/budgets" className="ml-3 text-link text-sm">
          This month
        </Link>
      )}
    </nav>
  );
}

type StepProps = { to: string | null; present: string; label: string; children: ReactNode };

function Step({ to, present, label, children }: StepProps) {
  if (to === null)
    return (
      <span aria-hidden className={classNames(BUTTON, 'opacity-30 hover:bg-transparent!')}>
        {children}
      </span>
    );
  return (
    <Link
      to={to === present ? '/budgets' : `/budgets?month=${to.slice(0, 7)}`}
      aria-label={label}
      className={BUTTON}
    >
      {children}
    </Link>
  );
}
