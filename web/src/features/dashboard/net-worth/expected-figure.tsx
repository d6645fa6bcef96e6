import { Explain } from '@/entities/explanation/explain';
import { usePendingText } from '@/entities/hold/use-pending-text';
import type { ForecastSummary } from '@/features/forecasts/forecast-summary';
import { daysBetween, formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { Money } from '@/ui/money';

type ExpectedProps = { summary: ForecastSummary; worth: number; currency: string };

/** Renders the expected figure with its range. Loaded when the forecast is known. */
export function ExpectedFigure({ summary, worth, currency }: ExpectedProps) {
  const { netWorth, today, noModel, daysAnalyzed, simulations } = summary;
  const pending = usePendingText();
  const last = netWorth.at(-1);
  if (!last) return null;
  const money = (amount: number) => formatMoney(amount, currency);
  const signed = (amount: number) => formatMoney(amount, currency, true);
  const date = formatTextDate(last.day);
  return (
    <>
      <p className="text-ink-3 text-sm">
        Expected on {date}, in {daysBetween(today, last.day)} days
      </p>
      <p>
        <Explain
          title="Expected net worth"
          formula="Net worth today plus scheduled items minus estimated spending, day by day"
          inputs={[
            { name: 'Today', value: money(worth) },
            { name: 'Scheduled items until then', value: signed(last.known - worth) },
            { name: 'Estimated spending until then', value: signed(last.value - last.known) },
            { name: `End of ${date}`, value: money(last.value) },
          ]}
          source={
            noModel
              ? 'We need more spending history for an estimate, so only scheduled items are included.'
              : `The median of ${simulations} simulations. Scheduled items include pay, bills, interest, and changes in home and investment values.`
          }
          links={[
            { text: 'Cash forecast', to: '/forecasts' },
            { text: 'Scheduled items', to: '/scheduled-payments' },
          ]}
        >
          <Money amount={last.value} currency={currency} size="inline" className="text-accent-ink" />
        </Explain>
      </p>
      {pending && <p className="text-ink-2 text-sm">Includes {pending} pending</p>}
      {!noModel && last.low !== last.high && (
        <p className="text-ink-2 text-sm">
          <Explain
            title="80% range"
            formula={`We run ${simulations} simulations based on your past spending. 10% end below the range and 10% above.`}
            inputs={[
              { name: '10% chance below', value: money(last.low) },
              { name: 'Median', value: money(last.value) },
              { name: '10% chance above', value: money(last.high) },
              { name: 'Days analyzed', value: daysAnalyzed },
            ]}
            lesson="uneven-income"
          >
            8 of 10 simulations: {money(last.low)} to {money(last.high)}
          </Explain>
        </p>
      )}
    </>
  );
}
