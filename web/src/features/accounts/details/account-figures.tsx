import { useQuery } from '@tanstack/react-query';
import type { Account } from '@/entities/account/queries';
import { useSavingsTiers } from '@/entities/account/savings-tiers';
import { customerQueries } from '@/entities/customer/queries';
import { transactionQueries } from '@/entities/transaction/queries';
import { formatAs, getDay } from '@/lib/dates';
import { formatRate } from '@/lib/money';
import { Description } from '@/ui/description';
import { Money } from '@/ui/money';

/** Renders the money that came in and went out this month, and the APY of a savings account. */
export function AccountFigures({ account }: { account: Account }) {
  const me = useQuery(customerQueries.me()).data;
  const today = getDay(me?.now ?? new Date(), me?.time_zone);
  const month = { from: `${today.slice(0, 7)}-01`, to: today };
  const totals = useQuery(
    transactionQueries.totals({
      conditions: [
        { on: 'place', ids: [account.id] },
        { on: 'day', ...month },
      ],
      sort: 'date',
    }),
  ).data;
  const total = totals?.find(({ currency }) => currency === account.currency);
  const name = formatAs(today, 'MMMM');
  if (!totals) return null;
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-4 [&_dt]:text-ink-3 [&_dt]:text-sm">
      <Description term={`Money in, ${name}`}>
        <Money amount={total?.money_in ?? 0} currency={account.currency} size="balance" signed />
      </Description>
      <Description term={`Money out, ${name}`}>
        <Money amount={-(total?.money_out ?? 0)} currency={account.currency} size="balance" />
      </Description>
      {account.type === 'SAVINGS' && account.closed_at === null && <Yield balance={account.balance} />}
    </dl>
  );
}

function Yield({ balance }: { balance: number }) {
  const apy = useSavingsTiers()?.getYield(balance);
  return (
    apy !== undefined && (
      <Description term="APY">
        <span className="figures font-semibold text-lg">{formatRate(apy)}</span>
      </Description>
    )
  );
}
