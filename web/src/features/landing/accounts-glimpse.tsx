import { ArrowDown } from 'lucide-react';
import { useState } from 'react';
import { addMinor, formatMinor, fromMinor, type Minor, subtractMinor, toMinor } from '@/lib/money';
import { Button } from '@/ui/button';
import { Money } from '@/ui/money';

const STEP = toMinor(250);
const CHECKING = toMinor(3495.73);
const SAVINGS = toMinor(12_571.88);

/** Two accounts with a transfer to try. */
export function AccountsGlimpse() {
  const [moved, setMoved] = useState(toMinor(0));
  const checking = subtractMinor(CHECKING, moved);
  const savings = addMinor(SAVINGS, moved);
  const canMove = checking >= STEP;
  return (
    <div className="rounded-3 border border-line bg-surface p-5 md:p-6">
      <Line name="Everyday Checking" detail="•••• 4417" amount={checking} />
      <div className="flex items-center gap-3 border-line border-y py-3">
        <Button size="sm" disabled={!canMove} onClick={() => setMoved(addMinor(moved, STEP))}>
          <ArrowDown aria-hidden className="size-4" strokeWidth={1.5} />
          Move {formatMinor(STEP)}
        </Button>
        <p aria-live="polite" className="text-ink-2 text-sm">
          {moved === 0
            ? 'Try it.'
            : `${formatMinor(moved)} moved. Your total is still ${formatMinor(addMinor(checking, savings))}.`}
        </p>
      </div>
      <Line name="Rainy Day Savings" detail="•••• 9032" amount={savings} />
    </div>
  );
}

function Line({ name, detail, amount }: { name: string; detail: string; amount: Minor }) {
  return (
    <div className="flex items-center justify-between gap-4 py-3">
      <div>
        <p className="font-medium">{name}</p>
        <p className="text-ink-3 text-sm">{detail}</p>
      </div>
      <Money amount={fromMinor(amount)} size="inline" />
    </div>
  );
}
