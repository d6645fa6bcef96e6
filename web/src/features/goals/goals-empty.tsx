import { useQuery } from '@tanstack/react-query';
import { formatMoney } from '@/lib/money';
import { Button } from '@/ui/button';
import type { Suggestion } from './edit/goal-form';
import { GoalPicture } from './edit/goal-pictures';
import { goalQueries } from './queries';

const MONTHS_OF_SPENDING = 3;
const ROUNDED_TO = 100;

/** Shown without goals: three common ones, the first based on the customer's spending. */
export function GoalsEmpty({
  today,
  currency,
  onChoose,
}: {
  today: string;
  currency: string;
  onChoose: (suggestion: Suggestion) => void;
}) {
  const spending = useQuery(goalQueries.monthlySpending(today)).data ?? null;
  const emergency = spending === null ? null : roundedUp(spending * MONTHS_OF_SPENDING);
  const suggestions: (Suggestion & { why: string })[] = [
    {
      name: 'Emergency fund',
      picture: 'umbrella',
      target: emergency,
      why: emergency ? `${formatMoney(emergency, currency)}: 3 months of spending` : '3 months of spending',
    },
    {
      name: 'A trip',
      picture: 'plane',
      target: 1500,
      why: `${formatMoney(1500, currency)} for a 2-week trip`,
    },
    {
      name: 'A home',
      picture: 'house',
      target: 40_000,
      why: `${formatMoney(40_000, currency)} for a down payment`,
    },
  ];
  return (
    <div className="max-w-160 py-4">
      <h2 className="text-lg">What would you like to save for?</h2>
      <p className="mt-1 mb-6 text-ink-2">
        Set money aside and grow it automatically from each paycheck, every month, or with round-ups.
      </p>
      <ul className="divide-y divide-line border-line border-y">
        {suggestions.map(({ why, ...suggestion }) => (
          <li key={suggestion.name} className="flex flex-wrap items-center gap-4 py-4">
            <GoalPicture picture={suggestion.picture} />
            <div className="min-w-40 flex-1">
              <p className="font-medium">{suggestion.name}</p>
              <p className="text-ink-3 text-sm">{why}</p>
            </div>
            <Button aria-label={`Save for ${suggestion.name}`} onClick={() => onChoose(suggestion)}>
              Start saving
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const roundedUp = (amount: number) => Math.ceil(amount / ROUNDED_TO) * ROUNDED_TO;
