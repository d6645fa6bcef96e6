import { dayText } from '@engine/calendar/calendar.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { fromMinor } from '@engine/money/minor.ts';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { MoneyAccount } from '@/entities/account/account-field';
import { formatApr, getApr } from '@/entities/debt/cost/apr';
import { type Debt, debtPath, getAvailableCredit, getCostTerms, paidShare } from '@/entities/debt/data/terms';
import { formatListDate, formatTextDate } from '@/lib/dates';
import { formatExactRate, formatMoney } from '@/lib/money';
import { Badge } from '@/ui/badge';
import { Bar } from '@/ui/bar';
import { Description } from '@/ui/description';
import { Money } from '@/ui/money';
import { formatPayoff, projectDebt } from './compare-plans';
import { getDueAmount, PastDuePart } from './next-payment';
import { PayDebt } from './pay-debt';

type DebtItemProps = {
  debt: Debt;
  accounts: readonly MoneyAccount[];
  household: HouseholdRow | null;
  today: string;
};

/** Renders a debt in a list: its balance, rate, next payment, payoff month, and progress. */
export function DebtItem({ debt, accounts, household, today }: DebtItemProps) {
  const { currency } = debt;
  const { baseline, next } = useMemo(() => projectDebt(debt, household, today), [debt, household, today]);
  const share = paidShare(debt);
  return (
    <article
      aria-label={debt.name}
      className="relative rounded-3 border border-line bg-surface p-5 hover:border-line-strong md:p-6"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="text-lg">
              {/* The link covers the card, so that a press anywhere on it opens the debt. */}
              <Link to={debtPath(debt)} className="rounded-1 after:absolute after:inset-0 after:rounded-3">
                {debt.name}
              </Link>
            </h2>
            <DebtState debt={debt} />
          </div>
          <p aria-live="polite" className="mt-1">
            <Money amount={debt.owed} currency={currency} size="panel" />
          </p>
        </div>
        <div className="relative">
          <PayDebt debt={debt} accounts={accounts} due={getDueAmount(debt, next)} />
        </div>
      </div>
      <Bar
        label={`${debt.name} ${debt.line ? 'used' : 'paid off'}`}
        share={debt.line ? 1 - share : share}
        className="mt-4"
      />
      <dl className="mt-4 grid grid-cols-2 gap-x-8 gap-y-3 text-sm sm:grid-cols-4 [&_dd]:figures [&_dd]:font-medium [&_dd]:text-base [&_dt]:text-ink-3">
        <Description term="Rate">
          {formatExactRate(debt.rate)}
          <span className="block font-normal text-ink-2 text-sm">
            {debt.line ? 'variable' : `${formatApr(getApr(getCostTerms(debt)))} APR`}
          </span>
        </Description>
        {next ? (
          <Description term={`Next payment ${formatListDate(dayText(next.day))}`}>
            {formatMoney(fromMinor(next.payment), currency)}
            <PastDuePart debt={debt} />
          </Description>
        ) : (
          <Description term="Started">{formatTextDate(debt.startDate)}</Description>
        )}
        {debt.line ? (
          <>
            <Description term="Credit limit">{formatMoney(debt.borrowed, currency)}</Description>
            <Description term="Available credit">
              {formatMoney(getAvailableCredit(debt), currency)}
            </Description>
          </>
        ) : (
          <>
            <Description term="Paid off">{formatPayoff(baseline) || 'Yes'}</Description>
            <Description term="Progress">
              {Math.floor(share * 100)}% of {formatMoney(debt.borrowed, currency)}
            </Description>
          </>
        )}
      </dl>
    </article>
  );
}

/** Renders a debt's exceptional status as a badge. */
export function DebtState({ debt }: { debt: Debt }) {
  if (debt.owed === 0 && !debt.line) return <Badge tone="positive">Paid off</Badge>;
  if (debt.daysPastDue > 0) return <Badge tone="negative">{debt.daysPastDue} days past due</Badge>;
  if (debt.pastDue > 0) return <Badge tone="warning">Past due</Badge>;
  if (debt.pausedUntil) return <Badge tone="info">Paused until {formatTextDate(debt.pausedUntil)}</Badge>;
  return null;
}
