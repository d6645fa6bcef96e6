import { useQuery } from '@tanstack/react-query';
import { BalanceFigure } from '@/entities/account/balance-figure';
import { accountQueries } from '@/entities/account/queries';
import { creditCardQueries } from '@/entities/card/queries';
import { Money } from '@/ui/money';

/** Renders the balances of the accounts and cards that a search names. */
export function ChosenBalances({ ids }: { ids: readonly string[] }) {
  const accounts = useQuery(accountQueries.list()).data ?? [];
  const cards = useQuery(creditCardQueries.list()).data ?? [];
  return (
    <section aria-label="Balances" className="flex flex-wrap gap-x-10 gap-y-3 empty:hidden">
      {accounts
        .filter(({ id }) => ids.includes(id))
        .map((account) => (
          <div key={account.id}>
            <h2 className="text-ink-3 text-sm">{account.name}</h2>
            <p aria-live="polite">
              <BalanceFigure account={account} />
            </p>
          </div>
        ))}
      {cards
        .filter(({ id }) => ids.includes(id))
        .map(({ id, name, balance, currency }) => (
          <div key={id}>
            <h2 className="text-ink-3 text-sm">
              {name}, {balance < 0 ? 'credit balance' : 'you owe'}
            </h2>
            <p aria-live="polite">
              <Money amount={Math.abs(balance)} currency={currency} size="page" />
            </p>
          </div>
        ))}
    </section>
  );
}
