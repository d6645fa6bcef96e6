import { useQuery } from '@tanstack/react-query';
import { accountQueries } from '@/entities/account/queries';
import { creditCardQueries } from '@/entities/card/queries';
import { formatMoney, sumAmounts } from '@/lib/money';
import { holdQueries } from './queries';

/**
 * Returns the sum of all pending purchases by currency: `$175.00 and €20.00`. Empty if nothing is pending.
 */
export function usePendingText(): string {
  const holds = useQuery(holdQueries.open()).data ?? [];
  const products = [
    ...(useQuery(accountQueries.list()).data ?? []),
    ...(useQuery(creditCardQueries.list()).data ?? []),
  ];
  const amounts = new Map<string, number[]>();
  for (const { kind, account_id, card_id, remaining_amount } of holds) {
    const currency = products.find(({ id }) => id === (account_id ?? card_id))?.currency;
    if (kind === 'authorization' && currency)
      amounts.set(currency, [...(amounts.get(currency) ?? []), remaining_amount]);
  }
  return [...amounts].map(([currency, parts]) => formatMoney(sumAmounts(parts), currency)).join(' and ');
}
