import { type Account, maskedNumber, TYPE_LABELS } from '@/entities/account/queries';
import type { Database } from '@/lib/database.types';
import { formatMoney } from '@/lib/money';
import { TextLink } from '@/ui/link';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';
import { Row, RowList } from '@/ui/row-list';

type Tables = Database['public']['Tables'];
export type Held = {
  accounts: readonly Account[];
  cards: readonly Tables['credit_cards']['Row'][];
  loans: readonly Tables['loans']['Row'][];
  mortgages: readonly Tables['mortgages']['Row'][];
};

export function Holdings({ accounts, cards, loans, mortgages }: Held) {
  const owed = loans.filter(({ remaining_balance }) => remaining_balance > 0);
  // After refinancing, the home is listed with the new mortgage.
  const homes = mortgages.filter(({ refinanced_at }) => refinanced_at === null);
  const hasDebts = cards.length + owed.length + mortgages.length > 0;
  return (
    <Section id="accounts" title="Accounts" aside={<TextLink to="/create-account">Open account</TextLink>}>
      <h3 className="mt-4 mb-2 font-medium text-ink-3 text-sm">You own</h3>
      <RowList label="What you own">
        {accounts.map((account) => (
          <Row
            key={account.id}
            to={`/dashboard/accounts/${account.id}`}
            title={account.name}
            detail={`${maskedNumber(account)}, ${account.user_id === null ? 'Shared, view only' : TYPE_LABELS[account.type]}`}
            end={<Money amount={account.balance} currency={account.currency} size="balance" />}
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
      </RowList>
      {hasDebts && (
        <>
          <div className="mt-8 mb-2 flex items-baseline justify-between gap-4 text-sm">
            <h3 className="font-medium text-ink-3">You owe</h3>
            <TextLink to="/dashboard/credit-score">Credit score</TextLink>
          </div>
          <RowList label="What you owe">
            {cards.map((card) => (
              <Row
                key={card.id}
                to={`/credit-cards/${card.id}`}
                title={card.name}
                detail={`•••• ${card.card_number.slice(-4)}, ${formatMoney(Math.max(0, card.credit_limit - card.balance), card.currency)} available`}
                end={<DebtAmount amount={card.balance} currency={card.currency} />}
              />
            ))}
            {owed.map((loan) => (
              <Row
                key={loan.id}
                to={`/loans/${loan.id}`}
                title={loan.name}
                detail={`${loan.interest_rate.toLocaleString('en-US')}%, ${formatMoney(loan.monthly_payment, loan.currency)} a month`}
                end={<DebtAmount amount={loan.remaining_balance} currency={loan.currency} />}
              />
            ))}
            {mortgages.map((mortgage) => (
              <Row
                key={mortgage.id}
                to={`/mortgages/${mortgage.id}`}
                title="Mortgage"
                detail={`${mortgage.interest_rate.toLocaleString('en-US')}%, ${formatMoney(mortgage.monthly_payment, mortgage.currency)} a month`}
                end={<DebtAmount amount={mortgage.remaining_balance} currency={mortgage.currency} />}
              />
            ))}
          </RowList>
        </>
      )}
    </Section>
  );
}

function DebtAmount({ amount, currency }: { amount: number; currency: string }) {
  return <Money amount={amount === 0 ? 0 : -amount} currency={currency} size="balance" />;
}
