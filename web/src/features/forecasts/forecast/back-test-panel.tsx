import type { BackTest } from '@engine/forecast/back-test.ts';
import { BACK_TEST_DAYS } from '@engine/forecast/back-test-days.ts';
import { useMemo } from 'react';
import { formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { ForecastChart, type ForecastLine } from '@/ui/charts/forecast-chart';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';

export function BackTestPanel({ backTest, currency }: { backTest: BackTest; currency: string }) {
  const lines = useMemo(() => getLines(backTest), [backTest]);
  if (!backTest)
    return (
      <Section title="Forecast accuracy">
        <p className="max-w-152 text-ink-2">
          There wasn't enough spending {BACK_TEST_DAYS} days ago to test the forecast. Check back later.
        </p>
      </Section>
    );
  const { from, days, meanError, inside } = backTest;
  const since = formatTextDate(from);
  const last = days.at(-1);
  return (
    <Section title="Forecast accuracy">
      <p className="max-w-152 text-ink-2">
        Here's what we would have predicted on {since} compared with what you spent. This covers purchases
        from accounts and cards only.
      </p>
      <div className="mt-6 grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:gap-16">
        <div>
          <p className="text-ink-3 text-sm">Average error</p>
          <p>
            <Money amount={meanError} currency={currency} size="panel" />
          </p>
          <p className="text-ink-2 text-sm">
            The average daily difference between the two lines. On {inside} of {days.length} days, actual
            spending was within the 80% range.
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
              ? `Since ${since}, you spent ${formatMoney(last.actual, currency)}. We predicted ${formatMoney(last.median, currency)}, with an 80% range of ${formatMoney(last.low, currency)} to ${formatMoney(last.high, currency)}.`
              : ''
          }
        />
      </div>
    </Section>
  );
}

function getLines(backTest: BackTest): ForecastLine[] {
  const days = backTest?.days ?? [];
  return [
    { name: 'Spent', kind: 'past', points: days.map(({ day, actual }) => ({ day, value: actual })) },
    { name: 'Predicted', kind: 'expected', points: days.map(({ day, median }) => ({ day, value: median })) },
  ];
}
