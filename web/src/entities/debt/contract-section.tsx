import { dayText } from '@engine/calendar/calendar.ts';
import { absMinor, type Minor } from '@engine/money/minor.ts';
import { useMemo } from 'react';
import { compareWithContract } from '@/entities/debt/data/history';
import type { SimulatedDebt } from '@/entities/debt/data/plan';
import type { DebtEntry, DebtEvent } from '@/entities/debt/data/queries';
import type { Debt } from '@/entities/debt/data/terms';
import { formatMinor } from '@/lib/money';
import { Section } from '@/ui/page';
import { DebtChart } from './chart/balance-chart';

type ContractSectionProps = {
  debt: Debt;
  simulated: SimulatedDebt;
  entries: readonly DebtEntry[];
  events: readonly DebtEvent[];
  timeZone: string;
};

/** Renders the past balances next to the contract's, with the interest saved or added so far. */
export function ContractSection({ debt, simulated, entries, events, timeZone }: ContractSectionProps) {
  const { next } = simulated.terms;
  const compared = useMemo(
    () => compareWithContract(debt, entries, events, next, timeZone),
    [debt, entries, events, next, timeZone],
  );
  if (!compared) return null;
  const { owedLess, interestSaved, contract, actual } = compared;
  const today = dayText(simulated.today);
  const summary = describe(owedLess, interestSaved, debt.currency);
  const untilToday = (points: typeof actual) =>
    points.at(-1)?.day === today ? points : [...points, { day: today, value: points.at(-1)?.value ?? 0 }];
  return (
    <Section title="Compared with your contract" className="mt-12">
      <p className="mb-4 max-w-160 text-ink-2">{summary}</p>
      {(owedLess !== 0 || interestSaved !== 0) && (
        <DebtChart
          label={`${debt.name} compared with its contract`}
          summary={summary}
          lines={[
            { name: 'Under your contract', kind: 'baseline', points: untilToday(contract) },
            { name: 'Your balance', kind: 'past', points: untilToday(actual) },
          ]}
          today={today}
          currency={debt.currency}
        />
      )}
    </Section>
  );
}

/** Describes the differences, such as `You owe $120.00 less than your contract requires …`. */
function describe(owedLess: Minor, interestSaved: Minor, currency: string): string {
  const compare = (amount: Minor) =>
    `${formatMinor(absMinor(amount), currency)} ${amount > 0 ? 'less' : 'more'}`;
  if (owedLess === 0 && interestSaved === 0) return 'Your balance matches your contract to the cent.';
  const interest =
    interestSaved === 0
      ? 'The interest so far is the same.'
      : `The interest so far is ${compare(interestSaved)}.`;
  const owed =
    owedLess === 0
      ? 'You owe what your contract requires.'
      : `You owe ${compare(owedLess)} than your contract requires.`;
  return `${owed} ${interest}`;
}
