import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { type Account, getTypeLabel, maskedNumber } from '@/entities/account/queries';
import type { Card } from '@/entities/card/queries';
import { tourAnchor } from '@/entities/tour/tour-anchor';
import type { ForecastSummary } from '@/features/forecasts/forecast-summary';
import type { Loan } from '@/features/loans/queries';
import type { Mortgage } from '@/features/mortgages/queries';
import { afterPaint } from '@/lib/bundle/after-paint';
import { lazyComponent } from '@/lib/bundle/lazy';
import { formatAs } from '@/lib/dates';
import { formatExactRate, formatMoney, formatRate, sumAmounts } from '@/lib/money';
import { TextLink } from '@/ui/link';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';
import { Row, RowList } from '@/ui/row-list';
import { dashboardQueries } from '../queries';

/** Loads the score after the balances are painted. */
const CreditScoreLink = lazyComponent(async () => {
  await afterPaint();
  return (await import('../parts/credit-score-link')).CreditScoreLink;
});

export type Held = {
  accounts: readonly Account[];
  cards: readonly Card[];
  loans: readonly Loan[];
  mortgages: readonly Mortgage[];
};

type HoldingsProps = Held & {
  customer: { base_currency: string };
  /** The yields, maturities, and last payments; null until they are computed. */
  forecast: Pick<ForecastSummary, 'yields' | 'maturities' | 'payoffDays'> | null;
};

export function Holdings({ accounts, cards, loans, mortgages, customer, forecast }: HoldingsProps) {
  const parts = useQuery(dashboardQueries.netWorthParts()).data;
  const totals = parts && getTotals(parts);
  const owed = loans.filter(({ remaining_balance }) => remaining_balance > 0);
  // After refinancing, the home is listed with the new mortgage.
  const homes = mortgages.filter(({ refinanced_at }) => refinanced_at === null);
  const reserves = [
    ...mortgages.map((debt) => ({ ...debt, to: `/mortgages/${debt.id}` })),
    ...loans.map((debt) => ({ ...debt, to: `/loans/${debt.id}` })),
  ].flatMap(({ currency, debt_reserves, to }) =>
    debt_reserves.filter(({ balance }) => balance !== 0).map((reserve) => ({ ...reserve, currency, to })),
  );
  const debts = [
    ...cards.map((card) => ({
      ...card,
      to: `/credit-cards/${card.id}`,
      detail: `•••• ${card.card_number.slice(-4)}`,
      below: `${formatMoney(card.available_credit, card.currency)} available`,
    })),
    ...[
      ...owed.map((loan) => ({ ...loan, to: `/loans/${loan.id}` })),
      ...mortgages.map((mortgage) => ({ ...mortgage, name: 'Mortgage', to: `/mortgages/${mortgage.id}` })),
    ].map((debt) => ({
      ...debt,
      balance: debt.remaining_balance,
      detail:
        debt.past_due > 0 ? (
          <span className="text-negative">{formatMoney(debt.past_due, debt.currency)} past due</span>
        ) : (
          `${formatExactRate(debt.interest_rate)}, ${
            forecast?.payoffDays[debt.id]
              ? `payoff ${formatAs(forecast.payoffDays[debt.id] ?? '', 'MMM yyyy')}`
              : `${formatMoney(debt.monthly_payment, debt.currency)} a month`
          }`
        ),
      below: null,
    })),
  ];
  return (
    <Section
      id="accounts"
      title="Accounts"
      headerRef={tourAnchor('holdings')}
      aside={<TextLink to="/create-account">Open account</TextLink>}
    >
      <div className="mt-4 mb-2 flex items-baseline justify-between gap-4 text-ink-3 text-sm">
        <h3 className="font-medium">You have</h3>
        {totals && <Total amount={totals.assets} currency={customer.base_currency} />}
      </div>
      <RowList label="What you own">
        {accounts.map((account) => (
          <Row
            key={account.id}
            to={`/dashboard/accounts/${account.id}`}
            title={account.name}
            detail={`${maskedNumber(account)}, ${describe(account, forecast?.yields[account.id], forecast?.maturities[account.id])}`}
            end={
              <>
                <Money amount={account.balance} currency={account.currency} size="balance" />
                {account.type !== 'INVESTMENT' &&
                  account.type !== 'CD' &&
                  account.available_balance < account.balance && (
                    <span className="figures block text-ink-3 text-sm">
                      {formatMoney(account.available_balance, account.currency)} available
                    </span>
                  )}
              </>
            }
          />
        ))}
        {homes.map((mortgage) => (
          <Row
            key={mortgage.id}
            to={`/mortgages/${mortgage.id}`}
            title="Home"
            detail={
              mortgage.current_value === null
                ? 'Your estimate of its value'
                : 'Estimated from home price index'
            }
            end={
              <Money
                amount={mortgage.current_value ?? mortgage.property_value}
                currency={mortgage.currency}
                size="balance"
              />
            }
          />
        ))}
        {reserves.map(({ id, to, kind, balance, currency }) => (
          <Row
            key={id}
            to={to}
            title={kind === 'escrow' ? 'Escrow' : 'Biweekly payments'}
            detail={kind === 'escrow' ? 'For property tax and home insurance' : 'Held for your next payment'}
            end={<Money amount={balance} currency={currency} size="balance" />}
          />
        ))}
      </RowList>
      {debts.length > 0 && (
        <>
          <div className="mt-8 mb-2 flex items-baseline gap-4 text-ink-3 text-sm">
            <h3 className="flex-1 font-medium">You owe</h3>
            <Suspense fallback={<TextLink to="/dashboard/credit-score">Credit score</TextLink>}>
              <CreditScoreLink />
            </Suspense>
            {totals && <Total amount={totals.debts} currency={customer.base_currency} />}
          </div>
          <RowList label="What you owe">
            {debts.map(({ id, to, name, detail, below, balance, currency }) => (
              <Row
                key={id}
                to={to}
                title={name}
                detail={detail}
                end={
                  <>
                    <Money amount={balance === 0 ? 0 : -balance} currency={currency} size="balance" />
                    {below && <span className="figures block text-ink-3 text-sm">{below}</span>}
                  </>
                }
              />
            ))}
          </RowList>
        </>
      )}
    </Section>
  );
}

function Total({ amount, currency }: { amount: number; currency: string }) {
  return <span className="figures">{formatMoney(amount, currency)}</span>;
}

const describe = (account: Account, apy: number | undefined, matures: string | undefined) => {
  if (account.user_id === null) return 'Shared, view only';
  if (apy === undefined) return getTypeLabel(account);
  return matures
    ? `${formatRate(apy)} APY, matures ${formatAs(matures, 'MMM yyyy')}`
    : `${formatRate(apy)} APY`;
};

const DEBTS = new Set(['cards', 'loans', 'mortgages']);

/** Returns the totals of the parts of net worth, so that they add up to it. */
export function getTotals(parts: readonly { kind: string; worth: number | null }[]) {
  const sum = (isDebt: boolean) =>
    sumAmounts(parts.filter(({ kind }) => DEBTS.has(kind) === isDebt).map(({ worth }) => worth ?? 0));
  return { assets: sum(false), debts: sum(true) };
}
