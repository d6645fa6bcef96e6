import { Bar } from '@/ui/bar';
import { Money } from '@/ui/money';

/** The month of the example household: what came in and what went out of it. */
export function BudgetGlimpse() {
  return (
    <div className="flex flex-col gap-4">
      <Flow name="In" amount={3560} share={1} />
      <Flow name="Out" amount={2311.01} share={0.649} />
      <p className="border-line border-t pt-4 text-ink-2">
        Left of this month's income: <Money amount={1248.99} className="text-ink" />
      </p>
    </div>
  );
}

function Flow({ name, amount, share }: { name: string; amount: number; share: number }) {
  return (
    <div>
      <p className="mb-1.5 flex justify-between">
        <span>{name}</span> <Money amount={amount} />
      </p>
      <Bar label={`Money ${name.toLowerCase()}`} share={share} />
    </div>
  );
}
