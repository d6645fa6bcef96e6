import { dayText } from '@engine/calendar/calendar.ts';
import { type Minor, markMinor, ZERO } from '@engine/money/minor.ts';
import type { PlanRow } from '@engine/products/debts/debt-plans.ts';
import { getNextEscrowDeposit } from '@engine/products/debts/escrow.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { owedLine, paidRows, type ScheduleRow, savedSoFar } from '@/entities/debt/data/history';
import type { SimulatedDebt } from '@/entities/debt/data/plan';
import { debtQueries } from '@/entities/debt/data/queries';
import { type Debt, formatMonths } from '@/entities/debt/data/terms';
import { DocumentLinks } from '@/entities/document/document-links';
import { clockQueries } from '@/entities/household/clock-queries';
import { formatMinor } from '@/lib/money';
import { Loaded } from '@/ui/loaded';
import { Page, Section } from '@/ui/page';
import { DebtActions, type DebtActionsProps } from './actions';
import { DebtSplitChart } from './chart/split-chart';
import { projectDebt } from './compare-plans';
import { ContractSection } from './contract-section';
import { DebtState } from './list-item';
import { DebtManage } from './manage';
import { describeTerms, getDueAmount, NextPayment } from './next-payment';
import { DebtOverdueNotice } from './overdue-notice';
import { DebtSchedule, downloadSchedule } from './schedule';
import { DebtSummary } from './summary';
import { DebtWhatIf } from './what-if';

export type DebtPageProps = Pick<DebtActionsProps, 'debt' | 'accounts' | 'editForm' | 'onCreate'> & {
  /** The simulated day (`yyyy-MM-dd`) and its time zone. */
  today: string;
  timeZone: string;
  /** The link above the title. */
  above: ReactNode;
  onDeleted: () => void;
  /** Additional content for this kind of debt. */
  children?: (simulated: SimulatedDebt) => ReactNode;
};

/** Renders a debt's page: its balance, payoff, next payment, and schedule. */
export function DebtPage({ debt, accounts, today, timeZone, above, children, ...actions }: DebtPageProps) {
  const household = useQuery(clockQueries.household()).data ?? null;
  const { simulated, paidByRules, baseline, next } = useMemo(
    () => projectDebt(debt, household, today),
    [debt, household, today],
  );
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
  const payingAccount = accounts.find(({ id }) => id === debt.autopay?.accountId);
  return (
    <Page
      title={debt.name}
      description={describeTerms(debt, payingAccount?.name)}
      above={above}
      actions={
        <DebtActions
          {...actions}
          debt={debt}
          accounts={accounts}
          simulated={simulated}
          due={getDueAmount(debt, next)}
          onDownload={() => downloadSchedule(debt.name, rows)}
        />
      }
    >
      <DebtOverdueNotice debt={debt} simulated={simulated} today={today} />
      <div className="mb-2 empty:hidden">
        <DebtState debt={debt} />
      </div>
      <DebtSummary debt={debt} />
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
      <div className="mt-12 grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,25rem)_minmax(0,1fr)]">
        <div>
          <NextPayment
            debt={debt}
            today={today}
            outcome={baseline}
            next={next}
            premium={debt.autopay ? markMinor(simulated.insurance?.premium ?? 0) : ZERO}
            escrow={debt.autopay && simulated.escrow ? getNextEscrowDeposit(simulated.escrow) : ZERO}
          />
          <DebtManage debt={debt} accounts={accounts} today={today} plan={simulated.biweekly} />
        </div>
        <Loaded from={payments} failure="We couldn't load the payments." rows={6}>
          {() => (
            <div>
              <DebtSchedule name={debt.name} rows={rows} currency={debt.currency} />
              {saved && saved.interest > 0 && <InterestSaved debt={debt} saved={saved} />}
            </div>
          )}
        </Loaded>
      </div>
      {debt.owed > 0 && entries && events && (
        <ContractSection
          debt={debt}
          simulated={simulated}
          entries={entries}
          events={events}
          timeZone={timeZone}
        />
      )}
      {children?.(simulated)}
      <div className="mt-12 grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_20rem]">
        {payments.data && (
          <Section title="Principal and interest by year">
            <DebtSplitChart rows={rows} currency={debt.currency} />
          </Section>
        )}
        <DocumentLinks about={debt.id} />
      </div>
    </Page>
  );
}

type InterestSavedProps = {
  debt: Debt;
  saved: { extra: Minor; interest: Minor; months: number };
};

function InterestSaved({ debt, saved }: InterestSavedProps) {
  const money = (amount: Minor) => formatMinor(amount, debt.currency);
  return (
    <p className="mt-5 text-ink-2">
      The {money(saved.extra)} in extra payments saves you{' '}
      <strong className="figures font-semibold text-positive">{money(saved.interest)}</strong> in interest
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
