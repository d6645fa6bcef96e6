import { getHoldPlan } from '@engine/products/accounts/funds-availability.ts';
import { useQuery } from '@tanstack/react-query';
import type { Account } from '@/entities/account/queries';
import { clockQueries } from '@/entities/household/clock-queries';
import { formatListDate } from '@/lib/dates';
import { formatMoney, sumAmounts } from '@/lib/money';
import { holdQueries } from './queries';

/**
 * Returns a sentence about the money that is on hold in an account, and when the next part is released. Empty
 * if nothing is on hold.
 */
export function useHeldNote(account: Pick<Account, 'id' | 'currency'> | undefined): string {
  const open = useQuery(holdQueries.open()).data ?? [];
  const household = useQuery(clockQueries.household()).data;
  const holds = open.filter(
    ({ account_id, remaining_amount }) => account_id === account?.id && remaining_amount > 0,
  );
  if (!account || holds.length === 0) return '';
  const held = formatMoney(
    sumAmounts(holds.map(({ remaining_amount }) => remaining_amount)),
    account.currency,
  );
  const releases = holds.flatMap(({ kind, event_key, expires_at }) => {
    if (kind === 'authorization') return [Date.parse(expires_at)];
    const row = household?.holds?.find(({ key }) => key === event_key);
    const steps = household && row ? getHoldPlan(household, row).releases : [];
    return steps.filter(({ amount }) => amount > 0).map(({ at }) => at);
  });
  if (releases.length === 0) return `${held} is on hold.`;
  const next = formatListDate(new Date(Math.min(...releases)), household?.time_zone);
  const [only] = holds;
  if (holds.length === 1 && only?.kind === 'authorization')
    return `${held} is on hold until ${next} at the latest.`;
  return `${held} is on hold. The next part is released on ${next}.`;
}
