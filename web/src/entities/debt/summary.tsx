import { type Debt, paidShare } from '@/entities/debt/data/terms';
import { Explain } from '@/entities/explanation/explain';
import { getTransactionsPath, quoteForSearch } from '@/entities/transaction/paths';
import { formatMoney, sumAmounts } from '@/lib/money';
import { Bar } from '@/ui/bar';
import { Money } from '@/ui/money';

/** Renders a debt's balance and the part of it that is paid off. */
export function DebtSummary({ debt }: { debt: Debt }) {
  const { currency, owed, borrowed } = debt;
  const paid = sumAmounts([borrowed, -owed]);
  return (
    <header>
      <p className="text-ink-3 text-sm">{owed === 0 ? 'Paid off' : 'You owe'}</p>
      <p aria-live="polite">
        <Explain
          title={owed === 0 ? 'Paid off' : 'You owe'}
          lesson={debt.product === 'mortgage' ? 'mortgage-interest' : 'wait-or-borrow'}
          formula="Amount borrowed minus principal paid. Interest doesn't lower your balance."
          inputs={[
            { name: 'Borrowed', value: formatMoney(borrowed, currency) },
            { name: paid < 0 ? 'Added since' : 'Principal paid', value: formatMoney(-paid, currency) },
            { name: 'Owed', value: formatMoney(owed, currency) },
          ]}
          links={[{ text: 'View payments', to: getTransactionsPath({ query: quoteForSearch(debt.name) }) }]}
        >
          <Money amount={owed} currency={currency} size="page" />
        </Explain>
      </p>
      <div className="max-w-130">
        <Bar label={`${debt.name} paid off`} share={paidShare(debt)} className="mt-6" />
        <p className="figures mt-2 flex flex-wrap justify-between gap-x-6 text-ink-3 text-sm">
          <span>
            <strong className="font-semibold text-ink">{formatMoney(Math.max(0, paid), currency)}</strong>{' '}
            paid off
          </span>
          <span>of {formatMoney(borrowed, currency)}</span>
        </p>
      </div>
    </header>
  );
}
