import { Suspense } from 'react';
import type { useForecastSummary } from '@/features/forecasts/forecast-summary';
import { lazyComponent } from '@/lib/bundle/lazy';
import { Button } from '@/ui/button';

export type NetWorthForecast = ReturnType<typeof useForecastSummary>;

const ExpectedFigure = lazyComponent(async () => (await import('./expected-figure')).ExpectedFigure);

type ExpectedNetWorthProps = { worth: number; currency: string; forecast: NetWorthForecast };

/** Renders the expected net worth at the end of the forecast. Reserves its height while it is computed. */
export function ExpectedNetWorth({ worth, currency, forecast }: ExpectedNetWorthProps) {
  const { summary, isPossible, failed, retry } = forecast;
  if (!isPossible) return null;
  return (
    <div className="min-h-20 md:text-right" aria-live="polite">
      {failed ? (
        <p className="max-w-64 text-ink-2 text-sm">
          We couldn't calculate your forecast.{' '}
          <Button size="sm" onClick={retry}>
            Try again
          </Button>
        </p>
      ) : (
        summary && (
          <Suspense fallback={null}>
            <ExpectedFigure summary={summary} worth={worth} currency={currency} />
          </Suspense>
        )
      )}
    </div>
  );
}
