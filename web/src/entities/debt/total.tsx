import { addMinor, fromMinor, toMinor } from '@engine/money/minor.ts';
import type { Debt } from '@/entities/debt/data/terms';
import { formatMinor } from '@/lib/money';
import { Money } from '@/ui/money';

/** Renders the total of several debts in one currency; renders nothing for a single debt. */
export function DebtTotal({ debts }: { debts: readonly Debt[] }) {
  const open = debts.filter(({ owed }) => owed > 0);
  const [first] = open;
  if (!first || open.length < 2 || open.some(({ currency }) => currency !== first.currency)) return null;
  const owed = addMinor(...open.map((debt) => toMinor(debt.owed)));
  const monthly = addMinor(...open.map((debt) => toMinor(debt.payment)));
  return (
    <div className="mb-10">
      <p className="text-ink-3 text-sm">Total owed</p>
      <p aria-live="polite">
        <Money amount={fromMinor(owed)} currency={first.currency} size="page" />
      </p>
      <p className="figures mt-1 text-ink-2">
        on {open.length} {first.product}s, {formatMinor(monthly, first.currency)} a month
      </p>
    </div>
  );
}
