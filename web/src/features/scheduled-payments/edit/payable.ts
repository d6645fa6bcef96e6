import { useQuery } from '@tanstack/react-query';
import { accountQueries, isUsable } from '@/entities/account/queries';
import { creditCardQueries } from '@/entities/card/queries';
import { loanQueries } from '@/features/loans/queries';
import { mortgageQueries } from '@/features/mortgages/queries';
import type { Product, Target } from './payment-schema';

/** A product that can receive payments. `usual` is the amount due each month, in major units. */
export type Payable = {
  kind: Product;
  id: string;
  name: string;
  currency: string;
  usual: number | null;
};

/** The customer's products, and the accounts that can pay. */
export function usePayables(): { accounts: Payable[]; products: Payable[] } {
  const open = useQuery(accountQueries.list()).data?.filter(isUsable) ?? [];
  const cards = useQuery(creditCardQueries.list()).data ?? [];
  const loans = useQuery(loanQueries.list()).data ?? [];
  const mortgages = useQuery(mortgageQueries.list()).data ?? [];
  const accounts = open.map(({ id, name, currency }) => ({
    kind: 'account' as const,
    id,
    name,
    currency,
    usual: null,
  }));
  return {
    accounts,
    products: [
      ...accounts,
      ...cards.map(({ id, name, currency }) => ({ kind: 'card' as const, id, name, currency, usual: null })),
      ...loans.map(({ id, name, currency, monthly_payment }) => ({
        kind: 'loan' as const,
        id,
        name,
        currency,
        usual: monthly_payment,
      })),
      ...mortgages.map(({ id, currency, monthly_payment }, index) => ({
        kind: 'mortgage' as const,
        id,
        name: mortgages.length > 1 ? `Mortgage ${index + 1}` : 'Mortgage',
        currency,
        usual: monthly_payment,
      })),
    ],
  };
}

export function nameOfTarget(target: Target | null, products: readonly Payable[]): string {
  if (target?.kind === 'outside') return target.payee;
  return products.find(({ id }) => id === target?.id)?.name ?? 'a deleted product';
}

/** Returns the default name of a rule. */
export function ruleNameFor(target: Target, products: readonly Payable[]): string {
  const name = nameOfTarget(target, products);
  if (target.kind === 'outside') return name;
  return target.kind === 'account' ? `To ${name}` : `${name} payment`;
}
