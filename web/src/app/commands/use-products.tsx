import { useQuery } from '@tanstack/react-query';
import { Car, CreditCard, House, Landmark, PiggyBank, TrendingUp } from 'lucide-react';
import { accountQueries, isUsable, maskedNumber, TYPE_LABELS } from '@/entities/account/queries';
import { getPath } from '@/entities/card/card-paths';
import { creditCardQueries } from '@/entities/card/queries';
import { type Debt, debtPath, loanAsDebt, mortgageAsDebt } from '@/entities/debt/data/terms';
import { loanQueries } from '@/features/loans/queries';
import { mortgageQueries } from '@/features/mortgages/queries';
import { formatListDate } from '@/lib/dates';
import { Money } from '@/ui/money';
import type { Item } from './use-results';

const ACCOUNT_ICONS: Record<string, typeof Landmark> = {
  CHECKING: Landmark,
  SAVINGS: PiggyBank,
  INVESTMENT: TrendingUp,
};

export function useDebts(): Debt[] {
  const loans = useQuery(loanQueries.list()).data ?? [];
  const mortgages = useQuery(mortgageQueries.list()).data ?? [];
  return [...loans.map(loanAsDebt), ...mortgages.map(mortgageAsDebt)].filter(({ owed }) => owed > 0);
}

/** Returns the customer's open accounts, cards, and debts. */
export function useProducts(go: (path: string) => void): Item[] {
  const accounts = useQuery(accountQueries.list()).data?.filter(isUsable) ?? [];
  const cards = useQuery(creditCardQueries.list()).data?.filter(({ closed_at }) => closed_at === null) ?? [];
  const debts = useDebts();
  return [
    ...accounts.map((account): Item => {
      const Icon = ACCOUNT_ICONS[account.type] ?? Landmark;
      return {
        id: account.id,
        icon: <Icon className="size-5" />,
        label: account.name,
        detail: maskedNumber(account),
        keywords: `${TYPE_LABELS[account.type] ?? ''} account`,
        end: <Owned amount={account.balance} currency={account.currency} />,
        run: () => go(`/dashboard/accounts/${account.id}`),
      };
    }),
    ...cards.map(
      (card): Item => ({
        id: card.id,
        icon: <CreditCard className="size-5" />,
        label: card.name,
        detail: `payment due ${formatListDate(card.due_date.slice(0, 10))}`,
        keywords: 'credit card',
        end: <Owned amount={-card.balance} currency={card.currency} />,
        run: () => go(getPath(card.id)),
      }),
    ),
    ...debts.map((debt): Item => {
      const Icon = debt.product === 'loan' ? Car : House;
      return {
        id: debt.id,
        icon: <Icon className="size-5" />,
        label: debt.name,
        detail: `next payment ${formatListDate(debt.nextDueDate)}`,
        keywords: debt.product,
        end: <Owned amount={-debt.owed} currency={debt.currency} />,
        run: () => go(debtPath(debt)),
      };
    }),
  ];
}

function Owned({ amount, currency }: { amount: number; currency: string }) {
  return <Money amount={amount} currency={currency} className="font-normal! text-ink-2" />;
}
