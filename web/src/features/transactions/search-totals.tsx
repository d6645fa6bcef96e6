import { subtractMinor, toMinor } from '@engine/money/minor.ts';
import type { SearchTotal } from '@/entities/transaction/queries';
import { formatMinor, formatMoney } from '@/lib/money';
import { classNames } from '@/ui/class-names';
import { Money } from '@/ui/money';
import { Skeleton } from '@/ui/skeleton';

type SearchTotalsProps = { totals: readonly SearchTotal[] | undefined; baseCurrency: string; isOld: boolean };

/** Renders a search's totals in the base currency: count, income, outflow, and net. */
export function SearchTotals({ totals, baseCurrency, isOld }: SearchTotalsProps) {
  const [all, ...totalsByCurrency] = totals ?? [];
  if (!all) return <Skeleton className="h-12 w-full max-w-140" />;
  const net = subtractMinor(toMinor(all.money_in), toMinor(all.money_out));
  const foreign = totalsByCurrency.filter(({ currency }) => currency !== baseCurrency);
  return (
    <section aria-label="Totals" className={classNames(isOld && 'opacity-60')}>
      <dl aria-live="polite" className="grid grid-cols-2 gap-x-8 gap-y-2 sm:flex sm:flex-wrap">
        <Figure name={all.times === 1 ? 'Transaction' : 'Transactions'}>
          <span className="figures font-semibold">{all.times.toLocaleString('en-US')}</span>
        </Figure>
        <Figure name="In">
          <Money amount={all.money_in} currency={baseCurrency} />
        </Figure>
        <Figure name="Out">
          <Money amount={all.money_out} currency={baseCurrency} />
        </Figure>
        <Figure name="Net">
          <span className="figures font-semibold">{formatMinor(net, baseCurrency, true)}</span>
        </Figure>
      </dl>
      <p className="mt-1 text-ink-3 text-sm empty:hidden">
        {[formatMoved(all, baseCurrency), ...describeForeignTotals(foreign, all, baseCurrency)]
          .filter(Boolean)
          .join(' ')}
      </p>
    </section>
  );
}

function Figure({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-ink-3 text-sm">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/**
 * Describes the transfers in a total. Transfers between the customer's products are neither income nor
 * spending.
 */
function formatMoved({ moved_in, moved_out }: SearchTotal, currency: string): string {
  if (moved_in === 0 && moved_out === 0) return '';
  return `Includes transfers between your accounts and cards: ${formatMoney(moved_in, currency)} in and ${formatMoney(moved_out, currency)} out.`;
}

function describeForeignTotals(
  foreign: readonly SearchTotal[],
  all: SearchTotal,
  baseCurrency: string,
): string[] {
  if (foreign.length === 0) return [];
  const foreignTotals = foreign.map(({ currency, money_in, money_out }) =>
    [
      money_in !== 0 && `${formatMoney(money_in, currency ?? '')} in`,
      money_out !== 0 && `${formatMoney(money_out, currency ?? '')} out`,
    ]
      .filter(Boolean)
      .join(' and '),
  );
  const without = all.without_rate
    ? ` ${all.without_rate.toLocaleString('en-US')} transactions have no exchange rate and aren't included.`
    : '';
  return [`Includes ${foreignTotals.join(', ')}, converted to ${baseCurrency} at daily rates.${without}`];
}
