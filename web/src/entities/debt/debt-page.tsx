import { dayText } from '@engine/calendar/calendar.ts';
import { type Minor, ZERO } from '@engine/money/minor.ts';
import type { PlanRow } from '@engine/products/debt-plans.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { MoneyAccount } from '@/entities/account/account-field';
import { owedLine, paidRows, type ScheduleRow, savedSoFar } from '@/entities/debt/data/history';
import { monthlyRules, type SimulatedDebt, simulatedDebt } from '@/entities/debt/data/plan';
import { debtQueries } from '@/entities/debt/data/queries';
import { type Debt, formatMonths } from '@/entities/debt/data/terms';
import { DocumentLinks } from '@/entities/document/document-links';
import { clockQueries } from '@/entities/household/clock-queries';
import { formatMinor } from '@/lib/money';
import { TextLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Page, Section } from '@/ui/page';
import { DebtSplitChart } from './chart/split-chart';
import { getBaseline } from './compare-plans';
import { DebtState } from './list-item';
import { DebtManage } from './manage';
import { DebtOverdueNotice } from './overdue-notice';
import { DebtSchedule } from './schedule';
import { DebtSummary } from './summary';
import { DebtWhatIf } from './what-if';

export type DebtPageProps = {
  debt: Debt;
  accounts: readonly MoneyAccount[];
  /** The simulated day (`yyyy-MM-dd`) and its time zone. */
  today: string;
  timeZone: string;
  actions: ReactNode;
  /** Additional content for this kind of debt. */
  children?: (simulated: SimulatedDebt) => ReactNode;
};

/** Renders a debt's page: its status, next payment, actions, and history. */
export function DebtPage({ debt, accounts, today, timeZone, actions, children }: DebtPageProps) {
  const household = useQuery(clockQueries.household()).data ?? null;
  const simulated = useMemo(() => simulatedDebt(debt, household, today), [debt, household, today]);
  const paidByRules = monthlyRules(debt, household);
  const baseline = useMemo(() => getBaseline(debt, simulated, paidByRules), [debt, simulated, paidByRules]);
  const entries = useQuery(debtQueries.activity(debt.id)).data;
  const payments = useQuery(debtQueries.payments(debt.id));
  const events = useQuery(debtQueries.events(debt.id)).data;
  const past = useMemo(() => paidRows(payments.data ?? []), [payments.data]);
  const saved = useMemo(
    () => savedSoFar(debt, payments.data ?? [], events ?? [], today),
    [debt, payments.data, events, today],
  );
  const line = useMemo(() => (entries ? owedLine(entries, timeZone) : []), [entries, timeZone]);
  const rows = useMemo(() => [...past, ...baseline.rows.map(expected)], [past, baseline]);
  const [list, listName] = debt.product === 'loan' ? ['/loans', 'Loans'] : ['/mortgages', 'Mortgages'];
  return (
    <Page title={debt.name} above={<TextLink to={list}>{listName}</TextLink>} actions={actions}>
      <DebtOverdueNotice debt={debt} today={today} />
      <div className="mb-2 empty:hidden">
        <DebtState debt={debt} />
      </div>
      <DebtSummary debt={debt} today={today} outcome={baseline} />
      {debt.owed > 0 && (
        <DebtWhatIf
          debt={debt}
          simulated={simulated}
          baseline={baseline}
          paidByRules={paidByRules}
          past={line}
          accounts={accounts}
        />
      )}
      {children?.(simulated)}
      <div className="mt-12 grid grid-cols-1 gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Section title="Schedule">
          <Loaded from={payments} failure="We couldn't load the payments." rows={6}>
            {() => (
              <>
                {saved && saved.interest > 0 && <InterestSaved debt={debt} saved={saved} />}
                <DebtSplitChart rows={rows} currency={debt.currency} />
                <div className="mt-6">
                  <DebtSchedule name={debt.name} rows={rows} currency={debt.currency} />
                </div>
              </>
            )}
          </Loaded>
        </Section>
        <div className="space-y-10">
          <DebtManage debt={debt} accounts={accounts} simulated={simulated} />
          <DocumentLinks about={debt.id} />
        </div>
      </div>
    </Page>
  );
}

type InterestSavedProps = {
  debt: Debt;
  saved: { extra: Minor; interest: Minor; months: number; interestByNow: Minor };
};

function InterestSaved({ debt, saved }: InterestSavedProps) {
  const money = (amount: Minor) => formatMinor(amount, debt.currency);
  return (
    <p className="mb-5 text-ink-2">
      The {money(saved.extra)} in extra payments saves you{' '}
      <strong className="figures font-semibold text-positive">{money(saved.interest)}</strong> in interest
      {saved.interestByNow > 0 && ` (${money(saved.interestByNow)} so far)`}
      {saved.months > 0 && ` and pays off the debt ${formatMonths(saved.months)} sooner`}.
    </p>
  );
}

const expected = (row: PlanRow): ScheduleRow => ({
  key: `${row.kind}${row.number}`,
  day: dayText(row.day),
  payment: row.payment,
  interest: row.interest,
  fees: ZERO,
  principal: row.principal,
  balance: row.balance,
  isPast: false,
  isExtra: row.kind === 'lump',
});
