import { type Account, maskedNumber, TYPE_LABELS } from '@/entities/account/queries';
import { getAvailableCredit } from '@/entities/card/queries';
import type { Database } from '@/lib/database.types';
import { formatExactRate, formatMoney } from '@/lib/money';
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
  const debts = [
    ...cards.map((card) => ({
      ...card,
      to: `/credit-cards/${card.id}`,
      detail: `•••• ${card.card_number.slice(-4)}, ${formatMoney(getAvailableCredit(card), card.currency)} available`,
    })),
    ...[
      ...owed.map((loan) => ({ ...loan, to: `/loans/${loan.id}` })),
      ...mortgages.map((mortgage) => ({ ...mortgage, name: 'Mortgage', to: `/mortgages/${mortgage.id}` })),
    ].map((debt) => ({
      ...debt,
      balance: debt.remaining_balance,
      detail: `${formatExactRate(debt.interest_rate)}, ${formatMoney(debt.monthly_payment, debt.currency)} a month`,
    })),
  ];
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
      {debts.length > 0 && (
        <>
          <div className="mt-8 mb-2 flex items-baseline justify-between gap-4 text-sm">
            <h3 className="font-medium text-ink-3">You owe</h3>
            <TextLink to="/dashboard/credit-score">Credit score</TextLink>
          </div>
          <RowList label="What you owe">
            {debts.map(({ id, to, name, detail, balance, currency }) => (
              <Row
                key={id}
                to={to}
                title={name}
                detail={detail}
                end={<Money amount={balance === 0 ? 0 : -balance} currency={currency} size="balance" />}
              />
            ))}
          </RowList>
        </>
      )}
    </Section>
  );
}
