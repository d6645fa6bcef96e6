import { monthlyPayment, schedule, totalInterest } from '@engine/money/amortization.ts';
import { toMinor } from '@engine/money/minor.ts';
import { useState } from 'react';
import { formatCount } from '@/lib/count';
import { formatMinor } from '@/lib/money';
import { Slider } from '@/ui/forms/slider';
import { Money } from '@/ui/money';
import { PayoffCurve } from './payoff-curve';

const RATE_PERCENT = 6.4;
const AMOUNTS = { min: 1_000, max: 50_000, step: 500 };
const YEARS = { min: 1, max: 7, step: 1 };
const MONTHS_A_YEAR = 12;

/** Renders a loan calculator that uses the specification's formula. */
export function LoanGlimpse() {
  const [amount, setAmount] = useState(18_000);
  const [years, setYears] = useState(4);
  const months = years * MONTHS_A_YEAR;
  const minor = toMinor(amount);
  const payment = monthlyPayment(minor, RATE_PERCENT, months);
  const interest = totalInterest(schedule(minor, RATE_PERCENT, months));
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-16">
      <div className="flex flex-col gap-5">
        <Slider
          label="Amount"
          value={amount}
          {...AMOUNTS}
          onValueChange={setAmount}
          valueText={formatMinor(minor)}
        />
        <Slider
          label="Term"
          value={years}
          {...YEARS}
          onValueChange={setYears}
          valueText={formatCount(years, 'year')}
        />
        <div aria-live="polite">
          <p className="text-ink-3 text-sm">Monthly payment at 6.40%</p>
          <p>
            <Money amount={payment / 100} size="page" />
          </p>
          <p className="mt-2 text-ink-2">
            {formatMinor(interest)} interest over {years === 1 ? 'the year' : `${years} years`}.
          </p>
        </div>
      </div>
      <PayoffCurve amount={minor} percent={RATE_PERCENT} months={months} longestYears={YEARS.max} />
    </div>
  );
}
