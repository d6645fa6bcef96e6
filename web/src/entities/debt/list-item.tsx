import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type Debt, debtPath, formatMonths, paidShare } from '@/entities/debt/data/terms';
import { formatTextDate } from '@/lib/dates';
import { formatExactRate, formatMoney } from '@/lib/money';
import { Badge } from '@/ui/badge';
import { Bar } from '@/ui/bar';
import { Description } from '@/ui/description';
import { TextLink } from '@/ui/link';
import { Money } from '@/ui/money';

/** Renders a debt in a list: its balance, progress, next payment, and actions. */
export function DebtItem({ debt, actions }: { debt: Debt; actions: ReactNode }) {
  const isPaid = debt.owed === 0;
  const share = paidShare(debt);
  return (
    <article aria-label={debt.name} className="border-line border-t py-8 first:border-t-0 first:pt-0">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="text-lg">
              <Link to={debtPath(debt)} className="rounded-1 hover:underline">
                {debt.name}
              </Link>
            </h2>
            <DebtState debt={debt} />
          </div>
          <p className="mt-3 text-ink-3 text-sm">{isPaid ? 'Paid off' : 'You owe'}</p>
          <p aria-live="polite">
            <Money amount={debt.owed} currency={debt.currency} size="panel" />
          </p>
        </div>
        <div className="flex flex-wrap gap-2">{actions}</div>
      </div>
      <Bar label={`${debt.name} paid off`} share={share} className="mt-5" />
      <p className="figures mt-2 text-ink-3 text-sm">{Math.floor(share * 100)}% paid off</p>
      <dl className="mt-4 grid grid-cols-2 gap-x-8 gap-y-3 text-sm sm:grid-cols-4 [&_dd]:figures [&_dd]:font-medium [&_dd]:text-base [&_dt]:text-ink-3">
        <Description term="Monthly payment">{formatMoney(debt.payment, debt.currency)}</Description>
        <Description term={debt.home ? 'Home' : 'Borrowed'}>
          {formatMoney(debt.home?.value ?? debt.borrowed, debt.currency)}
        </Description>
        <Description term="Rate and term">
          {formatExactRate(debt.rate)}, {formatMonths(debt.months)}
        </Description>
        <Description term={isPaid ? 'Started' : 'Next due'}>
          {formatTextDate(isPaid ? debt.startDate : debt.nextDueDate)}
        </Description>
      </dl>
      <p className="mt-4 text-sm">
        <TextLink to={debtPath(debt)}>
          {isPaid ? 'View payment history' : 'View schedule and savings'}
        </TextLink>
      </p>
    </article>
  );
}

/** Renders a debt's exceptional status as a badge. */
export function DebtState({ debt }: { debt: Debt }) {
  if (debt.owed === 0) return <Badge tone="positive">Paid off</Badge>;
  if (debt.daysPastDue > 0) return <Badge tone="negative">{debt.daysPastDue} days past due</Badge>;
  if (debt.pastDue > 0) return <Badge tone="warning">Past due</Badge>;
  if (debt.pausedUntil) return <Badge tone="info">Paused until {formatTextDate(debt.pausedUntil)}</Badge>;
  return debt.autopay ? <Badge>Autopay</Badge> : null;
}
