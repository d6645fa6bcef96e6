import { fromMinor, markMinor } from '@engine/money/minor.ts';
import type { Paycheck } from '@engine/pay/paycheck.ts';
import { Money } from '@/ui/money';

type Part = { label: string; amount: number; color: string };

/** Returns the parts of gross pay, in minor units. */
function getParts(paycheck: Paycheck): Part[] {
  const { federalTax, socialSecurity, medicare, stateTax, retirement, health, hsa, net } = paycheck;
  return [
    { label: 'Take-home pay', amount: net, color: 'var(--chart-1)' },
    { label: 'Taxes', amount: federalTax + socialSecurity + medicare + stateTax, color: 'var(--chart-2)' },
    { label: 'Retirement', amount: retirement, color: 'var(--chart-3)' },
    { label: 'Health', amount: health + hsa, color: 'var(--chart-4)' },
  ].filter(({ amount }) => amount > 0);
}

/** Renders a paycheck as a bar that is divided into take-home pay, taxes, retirement, and health. */
export function PayBar({ paycheck }: { paycheck: Paycheck }) {
  const parts = getParts(paycheck);
  return (
    <>
      <div aria-hidden className="flex h-4 gap-0.5">
        {parts.map(({ label, amount, color }) => (
          <div
            key={label}
            className="h-full min-w-0 rounded-1"
            style={{ width: `${(amount / paycheck.gross) * 100}%`, backgroundColor: color }}
          />
        ))}
      </div>
      <ul aria-label="Parts of gross pay" className="mt-3 text-sm sm:columns-2">
        {parts.map(({ label, amount, color }) => (
          <li key={label} className="flex items-center gap-2.5 pb-1">
            <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ backgroundColor: color }} />
            <span className="min-w-0 flex-1">{label}</span>
            <Money amount={fromMinor(markMinor(amount))} size="small" expected />
          </li>
        ))}
      </ul>
    </>
  );
}
