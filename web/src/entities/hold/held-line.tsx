import { useQuery } from '@tanstack/react-query';
import type { Account } from '@/entities/account/queries';
import { formatMoney, sumAmounts } from '@/lib/money';
import { holdQueries } from './queries';

/** Renders the available and held amounts of an account. Renders nothing if nothing is on hold. */
export function HeldLine({ account }: { account: Account }) {
  const holds =
    useQuery(holdQueries.open()).data?.filter(
      ({ account_id, remaining_amount }) => account_id === account.id && remaining_amount > 0,
    ) ?? [];
  const { available_balance: available, currency } = account;
  if (holds.length === 0) return null;
  const held = sumAmounts(holds.map(({ remaining_amount }) => remaining_amount));
  return (
    <p className="figures mt-1 text-ink-2 text-sm">
      <strong className="font-semibold text-ink">Available {formatMoney(available, currency)}</strong>
      {' \u00b7 '}
      <a href="#pending" className="underline underline-offset-2">
        On hold {formatMoney(held, currency)} ({holds.length})
      </a>
    </p>
  );
}
