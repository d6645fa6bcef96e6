import { useQuery } from '@tanstack/react-query';
import { autoDepositQueries } from '@/features/auto-deposit/queries';
import { scheduledPaymentQueries } from '@/features/scheduled-payments/queries';
import { formatMoney } from '@/lib/money';
import { AlertBox } from '@/ui/alert-box';
import type { Account } from '../../../entities/account/queries';

/** Names the amounts that keep their numbers when an account changes its currency: the balance and its rules. */
export function CurrencyWarning({ account, currency }: { account: Account; currency: string }) {
  const payments = useQuery(scheduledPaymentQueries.list()).data ?? [];
  const deposits = useQuery(autoDepositQueries.list()).data ?? [];
  const rules = [...payments, ...deposits].flatMap(({ id, name, amount, account_id }) =>
    account_id === account.id && amount !== null ? [{ id, name, amount }] : [],
  );
  const describeChange = (amount: number) =>
    `${formatMoney(amount, account.currency)} becomes ${formatMoney(amount, currency)}`;
  return (
    <AlertBox kind="warning" fact={`${describeChange(account.balance)}.`}>
      The amount stays the same and isn't converted, so your net worth changes. Goals and autopay in{' '}
      {account.currency} can't use this account anymore.
      {rules.length > 0 && (
        <>
          {' '}
          These amounts aren't converted either:
          <ul className="mt-2 list-disc pl-5">
            {rules.map(({ id, name, amount }) => (
              <li key={id}>
                {name}: {describeChange(amount)}
              </li>
            ))}
          </ul>
        </>
      )}
    </AlertBox>
  );
}
