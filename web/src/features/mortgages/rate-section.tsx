import { dayText } from '@engine/calendar/calendar.ts';
import { nextResetOn, rateBounds, rateShock, type VariableTerms } from '@engine/products/mortgage-plans.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type DebtHappening, debtQueries } from '@/entities/debt/data/calls';
import { type Debt, formatRate } from '@/entities/debt/data/terms';
import { formatAs, formatListDate, formatTextDate } from '@/lib/dates';
import { formatMinor, fromMinor, type Minor } from '@/lib/money';
import { Segmented } from '@/ui/forms/segmented';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';

const SHOCKS = [
  { value: '1', label: '+1 point' },
  { value: '2', label: '+2' },
  { value: '3', label: '+3' },
] as const;
type Points = (typeof SHOCKS)[number]['value'];

type RateSectionProps = { debt: Debt; terms: VariableTerms; timeZone: string };

/** An adjustable rate: when it is set anew, how far it can go, what a rise would cost, and how it came here. */
export function RateSection({ debt, terms, timeZone }: RateSectionProps) {
  const [points, setPoints] = useState<Points>('1');
  const happenings = useQuery(debtQueries.happenings(debt.id)).data ?? [];
  const resets = happenings.filter(({ kind }) => kind === 'rate_reset');
  const shock = useMemo(() => rateShock(terms, Number(points)), [terms, points]);
  const { highest, lowest } = rateBounds(terms);
  const next = nextResetOn(terms);
  const money = (amount: number) => formatMinor(amount as Minor, debt.currency);
  return (
    <Section title="If rates rise" className="mt-12">
      <p className="max-w-160 text-ink-2">
        {next === null
          ? 'The rate is not set anew any more.'
          : `The rate is set anew on ${formatListDate(dayText(next))}: the reference rate plus ${terms.variable.margin} points, at most ${terms.variable.capPerReset} points from ${formatRate(debt.rate)}.`}{' '}
        Over its life it stays between {formatRate(lowest)} and {formatRate(highest)}.
      </p>
      <div className="mt-5 grid grid-cols-1 gap-x-12 gap-y-8 md:grid-cols-2">
        <div className="flex flex-col gap-4">
          <Segmented
            label="By how much rates rise"
            value={points}
            onValueChange={setPoints}
            options={SHOCKS}
          />
          {shock.first ? (
            <dl aria-live="polite" className="grid grid-cols-2 gap-4 [&_dt]:text-ink-3 [&_dt]:text-sm">
              <div>
                <dt>A month from {formatAs(dayText(shock.first.day), 'MMM yyyy')}</dt>
                <dd>
                  <Money
                    amount={fromMinor(shock.first.payment as Minor)}
                    currency={debt.currency}
                    size="inline"
                    expected
                  />
                  <span className="block text-ink-2 text-sm">
                    {money(shock.first.payment - terms.payment)} more, at {formatRate(shock.first.rate)}
                  </span>
                </dd>
              </div>
              <div>
                <dt>More interest to the end</dt>
                <dd>
                  <Money
                    amount={fromMinor(shock.moreInterest as Minor)}
                    currency={debt.currency}
                    size="inline"
                    expected
                  />
                  <span className="block text-ink-2 text-sm">
                    {shock.isCapped
                      ? `a cap holds it back; at most ${money(shock.highestPayment)} a month`
                      : `at most ${money(shock.highestPayment)} a month`}
                  </span>
                </dd>
              </div>
            </dl>
          ) : (
            <p className="text-ink-2">It would change nothing: the rate stands where it is to the end.</p>
          )}
        </div>
        <Resets resets={resets} timeZone={timeZone} currency={debt.currency} />
      </div>
    </Section>
  );
}

type ResetsProps = { resets: readonly DebtHappening[]; timeZone: string; currency: string };

function Resets({ resets, timeZone, currency }: ResetsProps) {
  if (resets.length === 0) return <p className="text-ink-3 text-sm">It has not been set anew yet.</p>;
  return (
    <div>
      <h3 className="mb-1 font-medium text-sm">Set anew so far</h3>
      <ul className="divide-y divide-line border-line border-t">
        {resets.map(({ id, at, facts }) => {
          const { from, to, payment } = facts as { from: number; to: number; payment: number };
          return (
            <li key={id} className="figures flex flex-wrap justify-between gap-x-4 py-2.5">
              <span className="text-ink-2">{formatTextDate(at, timeZone)}</span>
              <span>
                {formatRate(from)}{' '}
                <ArrowRight aria-label="becomes" className="inline size-4 text-ink-3" strokeWidth={1.5} />{' '}
                <strong className="font-semibold">{formatRate(to)}</strong>
                <span className="ml-3 text-ink-2">{formatMinor(payment as Minor, currency)} a month</span>
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
