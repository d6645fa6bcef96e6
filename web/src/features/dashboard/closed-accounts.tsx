import { useQuery } from '@tanstack/react-query';
import { type Account, maskedNumber } from '@/entities/account/queries';
import { customerQueries } from '@/features/settings/queries';
import { formatTextDate } from '@/lib/dates';
import { Row, RowList } from '@/ui/row-list';

/** The way to what was closed: its history, and opening it again. */
export function ClosedAccounts({ accounts }: { accounts: readonly Account[] }) {
  const zone = useQuery(customerQueries.me()).data?.time_zone;
  if (accounts.length === 0) return null;
  return (
    <>
      <h3 className="mt-8 mb-2 font-medium text-ink-3 text-sm">Closed</h3>
      <RowList label="Closed accounts">
        {accounts.map((account) => (
          <Row
            key={account.id}
            to={`/dashboard/accounts/${account.id}`}
            title={account.name}
            detail={`${maskedNumber(account)}, closed ${formatTextDate(account.closed_at ?? '', zone)}`}
          />
        ))}
      </RowList>
    </>
  );
}
