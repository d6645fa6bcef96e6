import type { Part } from '@assistant/parts.ts';
import { formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { ForecastChart } from '@/ui/charts/forecast-chart';
import type { ForecastLine } from '@/ui/charts/forecast-geometry';
import { LineChart } from '@/ui/charts/line-chart';

/** Values over days: solid for history, dashed for the forecast. */
export function PartCourse({ title, currency, today, points }: Extract<Part, { kind: 'course' }>) {
  const values = points.map(({ day, amount }) => ({ day, value: amount }));
  const isPast = values.every(({ day }) => day <= today);
  return (
    <section aria-label={title}>
      <h3 className="mb-2 font-semibold text-base">{title}</h3>
      {isPast ? (
        <LineChart label={title} points={values} currency={currency} />
      ) : (
        <ForecastChart
          label={title}
          lines={getLines(values, today)}
          band={[]}
          today={values.some(({ day }) => day <= today) ? today : undefined}
          summary={getSummary(title, values, currency)}
          currency={currency}
          height={240}
        />
      )}
    </section>
  );
}

type Value = { day: string; value: number };

/** Today belongs to both lines, so that they connect. */
function getLines(values: readonly Value[], today: string): ForecastLine[] {
  const past = values.filter(({ day }) => day <= today);
  const next = values.filter(({ day }) => day > today);
  const joint = past.at(-1);
  return [
    ...(past.length > 1 ? [{ name: 'So far', kind: 'past' as const, points: past }] : []),
    { name: 'Expected', kind: 'expected' as const, points: joint ? [joint, ...next] : next },
  ];
}

function getSummary(title: string, values: readonly Value[], currency: string): string {
  const [first] = values;
  const last = values.at(-1);
  if (!first || !last) return `${title}: no data yet.`;
  const low = values.reduce((least, each) => (each.value < least.value ? each : least));
  const told = ({ day, value }: Value) => `${formatMoney(value, currency)} on ${formatTextDate(day)}`;
  return `${title} from ${told(first)} to ${told(last)}. Lowest ${told(low)}.`;
}
