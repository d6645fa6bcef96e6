import { dayText } from '@engine/calendar.ts';
import type { PlanRow } from '@engine/debt-plans.ts';
import type { HouseholdRow } from '@engine/household-row.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { debtQueries } from '@/lib/debt-calls';
import { owedLine, paidRows, type ScheduleRow } from '@/lib/debt-history';
import { type LivedDebt, livedDebt } from '@/lib/debt-plan';
import type { Debt } from '@/lib/debt-terms';
import { DebtHead } from './debt-head';
import { DebtState } from './debt-item';
import { DebtManage } from './debt-manage';
import { DebtSchedule } from './debt-schedule';
import { DebtSplitChart } from './debt-split-chart';
import { DebtTrouble } from './debt-trouble';
import { useWeighing } from './debt-weigh';
import { DebtWhatIf } from './debt-what-if';
import { ErrorState } from './error-state';
import { Page, Section } from './page';
import type { PaymentSource } from './payment-flow';
import { SkeletonRows } from './skeleton';

type DebtPageProps = {
  debt: Debt;
  accounts: readonly PaymentSource[];
  household: HouseholdRow | null;
  /** The simulated day (`yyyy-MM-dd`), and the zone in which it is that day. */
  today: string;
  timeZone: string;
  actions: ReactNode;
  /** What only this kind of debt has. */
  children?: (lived: LivedDebt) => ReactNode;
};

/** One debt: where it stands, what comes next, what can be done, the history. */
export function DebtPage({ debt, accounts, household, today, timeZone, actions, children }: DebtPageProps) {
  const lived = useMemo(() => livedDebt(debt, household, today), [debt, household, today]);
  const weighing = useWeighing(debt, lived);
  const activity = useQuery(debtQueries.activity(debt.id));
  const entries = activity.data;
  const past = useMemo(() => (entries ? paidRows(entries, timeZone) : []), [entries, timeZone]);
  const line = useMemo(() => (entries ? owedLine(entries, timeZone) : []), [entries, timeZone]);
  const rows = useMemo(() => [...past, ...weighing.asIs.rows.map(expected)], [past, weighing.asIs]);
  const [list, listName] = debt.product === 'loan' ? ['/loans', 'Loans'] : ['/mortgages', 'Mortgages'];
  return (
    <Page
      title={debt.name}
      above={
        <Link to={list} className="text-link">
          {listName}
        </Link>
      }
      actions={actions}
    >
      <DebtTrouble debt={debt} today={today} />
      <div className="mb-2 empty:hidden">
        <DebtState debt={debt} />
      </div>
      <DebtHead debt={debt} today={today} outcome={weighing.asIs} />
      {debt.owed > 0 && <DebtWhatIf debt={debt} lived={lived} weighing={weighing} past={line} apply={null} />}
      {children?.(lived)}
      <div className="mt-12 grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Section title="Schedule">
          {activity.error && !entries ? (
            <ErrorState
              title="The payments could not be read."
              onRetry={() => void activity.refetch()}
              busy={activity.isFetching}
            />
          ) : entries ? (
            <>
              <DebtSplitChart rows={rows} currency={debt.currency} />
              <div className="mt-6">
                <DebtSchedule name={debt.name} rows={rows} currency={debt.currency} />
              </div>
            </>
          ) : (
            <SkeletonRows rows={6} />
          )}
        </Section>
        {debt.owed > 0 && <DebtManage debt={debt} accounts={accounts} />}
      </div>
    </Page>
  );
}

const expected = (row: PlanRow): ScheduleRow => ({
  key: `${row.kind}${row.number}`,
  day: dayText(row.day),
  payment: row.payment,
  interest: row.interest,
  principal: row.principal,
  balance: row.balance,
  isPast: false,
  isExtra: row.kind === 'lump',
});
