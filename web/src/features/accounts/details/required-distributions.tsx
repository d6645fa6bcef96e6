import { useQuery } from '@tanstack/react-query';
import type { Account } from '@/entities/account/queries';
import {
  describeOpenDistribution,
  distributionQuery,
  getOpenAmount,
} from '@/entities/account/required-distributions';
import { formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { Bar } from '@/ui/bar';

/** Renders the required minimum distributions that an account counts toward. Renders nothing without any. */
export function RequiredDistributions({ account }: { account: Pick<Account, 'id' | 'tax_treatment'> }) {
  const { data } = useQuery(distributionQuery());
  const mine = (data ?? []).filter(({ account_id: id }) =>
    account.tax_treatment === 'traditional_ira' ? id === null : id === account.id,
  );
  const [latest] = mine;
  const shown = mine.filter((row) => row === latest || getOpenAmount(row) > 0);
  if (!latest) return null;
  return (
    <div className="mt-6 max-w-prose">
      <h3 className="mb-2 font-semibold">Required minimum distribution</h3>
      <ul className="flex flex-col gap-4">
        {shown.map((row) => {
          const text = `${formatMoney(row.withdrawn)} of ${formatMoney(row.required)} withdrawn for ${row.tax_year}`;
          return (
            <li key={row.tax_year}>
              <p className="figures mb-2">
                {text}.{' '}
                {getOpenAmount(row) > 0 ? describeOpenDistribution(row) : 'Nothing is left to withdraw.'}
              </p>
              <Bar label={text} share={row.required > 0 ? Math.min(1, row.withdrawn / row.required) : 0} />
              <p className="mt-2 text-ink-3 text-sm">
                {formatMoney(row.balance)} at the end of {row.tax_year - 1}, divided by a distribution period
                of {row.period} years. Due {formatTextDate(row.due_on)}.
                {row.account_id === null && ' You can withdraw it from any of your traditional IRAs.'}
              </p>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
