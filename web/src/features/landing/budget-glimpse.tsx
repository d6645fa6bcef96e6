import { useState } from 'react';
import { addMinor, formatMinor, fromMinor, type Minor, subtractMinor, toMinor } from '@/lib/money';
import { Bar } from '@/ui/bar';
import { Button } from '@/ui/button';
import { Money } from '@/ui/money';

const LIMIT = toMinor(420);
const SPENT = toMinor(322.6);
const BASKET = toMinor(64.18);
const DAYS = 30;
const TODAY = 21;

/** A budget to spend from, with its remainder, days, and pace. */
export function BudgetGlimpse() {
  const [bought, setBought] = useState(toMinor(0));
  const spent = addMinor(SPENT, bought);
  const left = subtractMinor(LIMIT, spent);
  const daysLeft = DAYS - TODAY;
  return (
    <div className="flex flex-col gap-4">
      <div>
        <p className="mb-1.5 flex flex-wrap justify-between gap-x-4">
          <span className="font-medium">Food</span>
          <span className="figures">
            {formatMinor(spent)} of {formatMinor(LIMIT)}
          </span>
        </p>
        <Bar label="Food budget used" share={Math.min(spent / LIMIT, 1)} mark={TODAY / DAYS} />
        <p className="mt-1.5 text-ink-3 text-sm">Marker = today, day 21 of 30.</p>
      </div>
      <p aria-live="polite" className="border-line border-t pt-4 text-ink-2">
        {left >= 0 ? (
          <>
            Left: <Money amount={fromMinor(left)} className="text-ink" />, that is{' '}
            {formatMinor(Math.trunc(left / daysLeft) as Minor)} a day for {daysLeft} days.
          </>
        ) : (
          <>
            <Money amount={fromMinor(subtractMinor(toMinor(0), left))} className="text-negative" /> over
            budget. Move money from another budget, or roll it into next month.
          </>
        )}
      </p>
      <Button
        size="sm"
        className="self-start"
        onClick={() => setBought(left < 0 ? toMinor(0) : addMinor(bought, BASKET))}
      >
        {left < 0 ? 'Restart the month' : `Buy groceries for ${formatMinor(BASKET)}`}
      </Button>
    </div>
  );
}
