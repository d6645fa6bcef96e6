import { addMinor, fromMinor, type Minor, toMinor } from '@/lib/money';
import { Money } from '@/ui/money';
import type { Outgoing } from './projection';

/** Renders the payments of the next 30 days by currency. */
export function OutgoingFigure({ outgoing }: { outgoing: readonly Outgoing[] }) {
  const going = outgoing.filter(({ outcome }) => outcome === 'paid' || outcome === 'late');
  const sums = new Map<string, Minor>();
  for (const { currency, amount } of going)
    sums.set(currency, addMinor(sums.get(currency) ?? (0 as Minor), toMinor(amount)));
  const failing = outgoing.filter(({ outcome }) => outcome === 'fails' || outcome === 'late').length;
  const shown = sums.size > 0 ? [...sums] : [['USD', 0 as Minor] as const];
  return (
    <div className="mb-10">
      <p className="text-ink-3 text-xs">Going out in the next 30 days</p>
      {shown.map(([currency, sum], index) => (
        <p key={currency}>
          <Money
            amount={fromMinor(sum)}
            currency={currency}
            size={index === 0 ? 'page' : 'inline'}
            className="max-md:text-[2.625rem]"
          />
        </p>
      ))}
      <p className="mt-1 text-ink-3 text-sm">
        {going.length === 1 ? '1 payment' : `${going.length} payments`}
        {failing > 0 && (
          <span className="text-negative">
            {', '}
            {failing === 1 ? "1 payment won't have" : `${failing} payments won't have`} enough money
          </span>
        )}
        . Includes scheduled bills and payments, not everyday spending.
      </p>
    </div>
  );
}
