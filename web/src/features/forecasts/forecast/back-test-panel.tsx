import { useMemo } from 'react';
import { formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { ForecastChart } from '@/ui/charts/forecast-chart';
import type { ForecastLine } from '@/ui/charts/forecast-geometry';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';
import type { BackTest } from './back-test';
import { BACK_TEST_DAYS } from './days';

/** Compares last month's forecast with what happened. */
export function ForecastHindsight({ backTest, currency }: { backTest: BackTest | null; currency: string }) {
  const lines = useMemo(() => linesOf(backTest), [backTest]);
  if (!backTest)
    return (
      <Section title="How right was it?">
        <p className="max-w-152 text-ink-2">
          There were too few days of spending {BACK_TEST_DAYS} days ago to foresee from. Come back when there
          are more.
        </p>
      </Section>
    );
  const { from, days, meanError, inside } = backTest;
  const since = formatTextDate(from);
  const last = days.at(-1);
  return (
    <Section title="How right was it?">
      <p className="max-w-152 text-ink-2">
        What you would spend was foreseen again as of {since}, with only what you had bought before, and
        stands here against what you then bought. Compared is spending alone, from accounts and by card on the
        day of the purchase: no rules, no debts, no balances, because rules are kept as they are now and not
        as they were.
      </p>
      <div className="mt-6 grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,3fr)] lg:gap-16">
        <div>
          <p className="text-ink-3 text-sm">Off by, on average</p>
          <p>
            <Money amount={meanError} currency={currency} size="panel" />
          </p>
          <p className="text-ink-2 text-sm">
            The mean distance between the two lines at the end of each day. On {inside} of {days.length} days
            what you had spent lay where 8 in 10 futures did.
          </p>
        </div>
        <ForecastChart
          label={`Spent since ${since}`}
          lines={lines}
          band={days}
          currency={currency}
          height={220}
          summary={
            last
              ? `Since ${since} you spent ${formatMoney(last.actual, currency)}; ${formatMoney(last.median, currency)} was foreseen, with 8 in 10 futures between ${formatMoney(last.low, currency)} and ${formatMoney(last.high, currency)}.`
              : ''
          }
        />
      </div>
    </Section>
  );
}

function linesOf(backTest: BackTest | null): ForecastLine[] {
  const days = backTest?.days ?? [];
  return [
    { name: 'Spent', kind: 'past', points: days.map(({ day, actual }) => ({ day, value: actual })) },
    { name: 'Foreseen', kind: 'expected', points: days.map(({ day, median }) => ({ day, value: median })) },
  ];
}
