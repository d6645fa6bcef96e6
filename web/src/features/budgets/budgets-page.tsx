import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { customerQueries } from '@/features/settings/queries';
import { getDay } from '@/lib/dates';
import { Button } from '@/ui/button';
import { ErrorState } from '@/ui/error-state';
import { Page } from '@/ui/page';
import { Skeleton, SkeletonRows } from '@/ui/skeleton';
import { BudgetList } from './budget-list';
import { BudgetsEmpty } from './budgets-empty';
import { MoveDialog } from './edit/move-dialog';
import { OptionsMenu } from './edit/options-menu';
import { SuggestDialog } from './edit/suggest-dialog';
import { getSuggestions } from './edit/suggestions';
import { ToAssign } from './edit/to-assign';
import { Headline } from './headline';
import { MonthSwitcher } from './month-switcher';
import { monthIn } from './months';
import { type BudgetRow, budgetQueries } from './queries';
import { useSafeToSpend } from './use-safe-to-spend';

/** The budgets of a month: the remainder, safe to spend per day, and the categories. */
export default function BudgetsPage() {
  const me = useQuery(customerQueries.me());
  if (me.data) return <Budgets customer={me.data} />;
  return (
    <Page title="Budgets">
      {me.error ? (
        <ErrorState
          title="We couldn't load your budgets."
          onRetry={() => void me.refetch()}
          busy={me.isFetching}
        />
      ) : (
        <BudgetsSkeleton />
      )}
    </Page>
  );
}

function BudgetsSkeleton() {
  return (
    <>
      <Skeleton className="mb-8 h-14 w-64" />
      <SkeletonRows rows={8} label="Loading budgets" />
    </>
  );
}

const NO_ROWS: readonly BudgetRow[] = [];

function Budgets({ customer }: { customer: { now: string; time_zone: string; base_currency: string } }) {
  const [search] = useSearchParams();
  const today = getDay(customer.now, customer.time_zone);
  const present = `${today.slice(0, 7)}-01`;
  const asked = monthIn(search.get('month'));
  const wanted = asked !== null && asked < present ? asked : null;
  const month = useQuery(budgetQueries.month(wanted));
  const status = useQuery(budgetQueries.status(wanted));
  const history = useQuery(budgetQueries.history()).data ?? [];
  const [suggesting, setSuggesting] = useState(false);
  const [moving, setMoving] = useState<string | null>(null);

  const rows = status.data;
  const safe = useSafeToSpend(customer.base_currency, today, rows ?? NO_ROWS);
  const failed = (month.error && !month.data) || (status.error && !rows);
  if (failed)
    return (
      <Page title="Budgets">
        <ErrorState
          title="We couldn't load your budgets."
          onRetry={() => {
            void month.refetch();
            void status.refetch();
          }}
          busy={month.isFetching || status.isFetching}
        />
      </Page>
    );
  if (!month.data || !rows)
    return (
      <Page title="Budgets">
        <BudgetsSkeleton />
      </Page>
    );
  const isPast = wanted !== null;
  const suggestions = getSuggestions(rows, history, present);
  const isEmpty = !isPast && month.data.mode === 'limits' && rows.every(({ amount }) => amount === null);
  return (
    <Page
      title="Budgets"
      actions={
        !isPast &&
        !isEmpty && (
          <>
            <OptionsMenu month={month.data} history={history} />
            <Button disabled={suggestions.length === 0} onClick={() => setSuggesting(true)}>
              Suggest from history
            </Button>
          </>
        )
      }
    >
      <MonthSwitcher month={month.data.starts_on} first={month.data.first_month} present={present} />
      <div className="mt-6">
        {isEmpty ? (
          <BudgetsEmpty
            suggestions={suggestions}
            currency={month.data.currency}
            onSuggest={() => setSuggesting(true)}
          />
        ) : (
          <Headline
            month={month.data}
            rows={rows}
            safe={isPast ? null : safe}
            timeZone={customer.time_zone}
            isPast={isPast}
          />
        )}
        {month.data.left_out.length > 0 && (
          <p className="mt-4 text-ink-3 text-sm">
            Spending in {month.data.left_out.join(' and ')} isn't included: no exchange rate is available.
          </p>
        )}
      </div>
      {month.data.mode === 'envelopes' && <ToAssign month={month.data} rows={rows} isPast={isPast} />}
      <BudgetList
        key={month.data.starts_on}
        month={month.data}
        rows={rows}
        isPast={isPast}
        present={present}
        onMove={setMoving}
      />
      <MoveDialog to={moving} rows={rows} month={month.data} onClose={() => setMoving(null)} />
      <SuggestDialog
        open={suggesting}
        suggestions={suggestions}
        currency={month.data.currency}
        onClose={() => setSuggesting(false)}
      />
    </Page>
  );
}
